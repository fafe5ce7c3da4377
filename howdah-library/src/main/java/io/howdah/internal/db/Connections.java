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

    LateTransaction later();

    boolean mayRetry();

    /** Connections that are borrowed for one statement or one transaction, and committed here. */
    record Own(DataSource dataSource) implements Connections {
        @Override
        public <T> T single(Db.ConnectionWork<T> work) {
            var connection = borrow();
            try {
                var answer = work.run(connection);
                if (!connection.getAutoCommit()) {
                    Commits.commit(connection);
                }
                return answer;
            } catch (SQLException failure) {
                throw DatabaseException.duringCommit(failure);
            } finally {
                giveBack(connection);
            }
        }

        @Override
        public <T> T transaction(Db.ConnectionWork<T> work) {
            try (var transaction = later()) {
                var answer = work.run(transaction.connection());
                transaction.commit();
                return answer;
            } catch (SQLException failure) {
                throw DatabaseException.of(failure);
            }
        }

        /** What was done stays so, whatever becomes of the connection: to fail now would do it twice. */
        private static void giveBack(Connection connection) {
            try {
                connection.close();
            } catch (SQLException failure) {
                Commits.log.debug("A connection could not be given back: {}", failure.getMessage());
            }
        }

        @Override
        public LateTransaction later() {
            return new LateTransaction(dataSource);
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
        public LateTransaction later() {
            throw new IllegalStateException("inside a transaction there is no other");
        }

        @Override
        public boolean mayRetry() {
            return false;
        }
    }
}
