// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.harness;

import java.io.IOException;
import java.sql.SQLException;

/** One contender, ready to be measured once. */
public interface Trial extends AutoCloseable {
    /** The measured part. */
    Outcome run() throws Exception;

    /** Ends every connection, thread and process of the contender; its database is dropped for it. */
    @Override
    void close() throws IOException, SQLException;
}
