// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import io.howdah.CurrentTransaction;
import io.howdah.DatabaseException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The transaction that Spring keeps with the thread, if it is one on this DataSource. Thread-safe.
 *
 * <p>A transaction on another DataSource is not ours to join: with it, a job has a transaction of its own, as without
 * any.
 */
record SpringTransaction(DataSource dataSource) implements CurrentTransaction {
    @Override
    public Optional<Connection> connection() {
        if (!TransactionSynchronizationManager.isActualTransactionActive()
                || !(TransactionSynchronizationManager.getResource(dataSource) instanceof ConnectionHolder holder)) {
            return Optional.empty();
        }
        var connection = holder.getConnection();
        return isInTransaction(connection) ? Optional.of(connection) : Optional.empty();
    }

    @Override
    public void afterCommit(Runnable action) {
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCommit() {
                action.run();
            }
        });
    }

    /** One that a transaction on another DataSource merely keeps at hand commits by itself. */
    private static boolean isInTransaction(Connection connection) {
        try {
            return !connection.getAutoCommit();
        } catch (SQLException failure) {
            throw DatabaseException.of(failure);
        }
    }
}
