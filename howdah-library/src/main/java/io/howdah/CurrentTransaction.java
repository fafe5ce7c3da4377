// SPDX-License-Identifier: Apache-2.0
package io.howdah;

import java.sql.Connection;
import java.util.Optional;

/**
 * Tells which transaction the calling thread is in, so that what is enqueued, sent or appended without a connection
 * joins it. Implemented for frameworks that keep a transaction with the thread; thread-safe.
 */
public interface CurrentTransaction {
    /** There is never one: what is not given a connection has a transaction of its own. */
    CurrentTransaction NONE = new CurrentTransaction() {
        @Override
        public Optional<Connection> connection() {
            return Optional.empty();
        }

        @Override
        public void afterCommit(Runnable action) {
            throw new IllegalStateException("there is no transaction whose commit could be waited for");
        }
    };

    /** The connection that it runs on, of this Howdah's DataSource; whoever began it ends it. */
    Optional<Connection> connection();

    /** Has the action, which is quick and does not fail, run when it has committed; not if it is rolled back. */
    void afterCommit(Runnable action);
}
