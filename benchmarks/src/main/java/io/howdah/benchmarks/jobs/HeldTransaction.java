// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.jobs;

import io.howdah.benchmarks.harness.Database;
import java.sql.Connection;
import java.sql.SQLException;

/** A transaction with a snapshot that somebody leaves open: nothing that dies after it can be cleaned up. */
final class HeldTransaction implements AutoCloseable {
    private final Connection connection;

    private HeldTransaction(Connection connection) {
        this.connection = connection;
    }

    static HeldTransaction in(Database database) throws SQLException {
        var connection = database.connect();
        connection.setAutoCommit(false);
        connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        try (var statement = connection.createStatement()) {
            statement.execute("select count(*) from pg_class");
        }
        return new HeldTransaction(connection);
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
