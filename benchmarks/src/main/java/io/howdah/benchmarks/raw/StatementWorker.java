// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.raw;

import io.howdah.benchmarks.harness.Database;
import io.howdah.benchmarks.harness.Load;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** A thread's own connection on which one statement runs again and again in autocommit. */
final class StatementWorker implements Load.Worker {
    private final Connection connection;
    private final PreparedStatement statement;
    private final int operations;

    private StatementWorker(Connection connection, PreparedStatement statement, int operations) {
        this.connection = connection;
        this.statement = statement;
        this.operations = operations;
    }

    /** The statement's parameters are bound once; each execution counts as so many operations. */
    static StatementWorker of(Database database, String sql, int operations, Binding binding) throws SQLException {
        Connection connection = database.connect();
        try {
            PreparedStatement statement = connection.prepareStatement(sql);
            binding.bind(connection, statement);
            return new StatementWorker(connection, statement, operations);
        } catch (SQLException failure) {
            try (connection) {
                throw failure;
            }
        }
    }

    @Override
    public int call() throws SQLException {
        statement.execute();
        return operations;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }

    /** Binds the parameters of a statement. */
    interface Binding {
        void bind(Connection connection, PreparedStatement statement) throws SQLException;
    }
}
