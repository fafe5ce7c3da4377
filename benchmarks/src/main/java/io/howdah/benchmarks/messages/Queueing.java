// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.messages;

import java.io.IOException;
import java.sql.SQLException;
import java.util.List;

/** A queue of messages on a database of its own. Thread-safe. */
interface Queueing extends AutoCloseable {
    void send(List<byte[]> payloads) throws Exception;

    /** Receives up to so many and acknowledges them; the answer is how many that were. */
    int receiveAndAck(int most) throws Exception;

    @Override
    void close() throws IOException, SQLException;
}
