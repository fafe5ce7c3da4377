// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.workspaces;

import java.io.IOException;

/** Where freight is brought to and fetched from. */
interface Place extends AutoCloseable {
    /** Returns when all of it would survive a loss of power. */
    void write(Freight freight) throws Exception;

    /** Reads all of it; the answer is how many bytes that were. */
    long read(Freight freight) throws Exception;

    @Override
    void close() throws IOException;
}
