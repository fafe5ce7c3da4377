// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.db;

import io.howdah.DatabaseException;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Where a {@link Db} has its connections from, and who commits on them. */
sealed interface Connections {
    <T> T single(Db.ConnectionWork<T> work);

    <T> T transaction(Db.ConnectionWork<T> work);

    <T> T part(Db.ConnectionWork<T> work);

    boolean mayRetry();

    /** Connections that are borrowed for one statement or one transaction, and committed here. */
    record Own(DataSource dataSource) implements Connections {
        @Override
        public <T> T single(Db.ConnectionWork<T> work) {
            try (var connection = borrow()) {
                var answer = work.run(connection);
                if (!connection.getAutoCommit()) {
                    Commits.commit(connection);
                }
                return answer;
            } catch (SQLException failure) {
                throw DatabaseException.duringCommit(failure);
            }
        }

        @Override
        public <T> T transaction(Db.ConnectionWork<T> work) {
            try (var connection = borrow()) {
                var autoCommit = connection.getAutoCommit();
                connection.setAutoCommit(false);
                var answer = runOrRollBack(connection, work);
                Commits.commit(connection);
                connection.setAutoCommit(autoCommit);
                return answer;
            } catch (SQLException failure) {
                throw DatabaseException.of(failure);
            }
        }

        /** Nothing else is in it: a part is the whole. */
        @Override
        public <T> T part(Db.ConnectionWork<T> work) {
            return transaction(work);
        }

        @Override
        public boolean mayRetry() {
            return true;
        }

        /** Not retried: waiting for a connection, and for how long, is the pool's business. */
        private Connection borrow() {
            try {
                return dataSource.getConnection();
            } catch (SQLException failure) {
                throw DatabaseException.noConnection(failure);
            }
        }

        private static <T> T runOrRollBack(Connection connection, Db.ConnectionWork<T> work) throws SQLException {
            var done = false;
            try {
                var answer = work.run(connection);
                done = true;
                return answer;
            } finally {
                if (!done) {
                    rollBack(connection);
                }
            }
        }

        /**
         * The work's own failure matters more than one to roll back: a connection that cannot is closed by its pool.
         */
        private static void rollBack(Connection connection) {
            try {
                connection.rollback();
            } catch (SQLException failure) {
                Commits.log.debug("Rolling back failed, the connection is given up: {}", failure.getMessage());
            }
        }
    }

    /** A connection inside somebody's transaction, which they will commit. */
    record Given(Connection connection) implements Connections {
        @Override
        public <T> T single(Db.ConnectionWork<T> work) {
            try {
                return work.run(connection);
            } catch (SQLException failure) {
                throw DatabaseException.of(failure);
            }
        }

        @Override
        public <T> T transaction(Db.ConnectionWork<T> work) {
            return single(work);
        }

        @Override
        public <T> T part(Db.ConnectionWork<T> work) {
            try {
                var before = connection.setSavepoint();
                T answer;
                try {
                    answer = work.run(connection);
                } catch (SQLException | RuntimeException failure) {
                    connection.rollback(before);
                    throw failure;
                }
                connection.releaseSavepoint(before);
                return answer;
            } catch (SQLException failure) {
                throw DatabaseException.of(failure);
            }
        }

        @Override
        public boolean mayRetry() {
            return false;
        }
    }
}
