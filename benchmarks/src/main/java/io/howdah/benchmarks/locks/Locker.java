// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.locks;

import java.io.IOException;
import java.sql.SQLException;

/** Somebody's locks, for many threads. */
interface Locker extends AutoCloseable {
    /** What one thread uses. */
    Turns turns() throws Exception;

    @Override
    void close() throws IOException, SQLException;

    /** One thread's locks: what must not be shared between threads is opened for each. */
    interface Turns extends AutoCloseable {
        /** Acquires the lock, which is free, does it, and releases it. */
        void uncontended(String name, Runnable work) throws Exception;

        /** Waits for the lock in the best way there is, does it, and releases it. */
        void contended(String name, Runnable work) throws Exception;

        @Override
        default void close() throws SQLException {}
    }
}
