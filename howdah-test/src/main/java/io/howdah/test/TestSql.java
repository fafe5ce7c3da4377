// SPDX-License-Identifier: Apache-2.0
package io.howdah.test;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** SQL that a test says directly, past the library. */
final class TestSql {
    private TestSql() {}

    static void execute(DataSource dataSource, String sql) {
        try (var connection = dataSource.getConnection()) {
            execute(connection, sql);
        } catch (SQLException failure) {
            throw new AssertionError(sql + " failed: " + failure.getMessage(), failure);
        }
    }

    static boolean execute(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            return statement.execute(sql);
        }
    }

    static List<List<@Nullable Object>> query(Connection connection, String sql, @Nullable Object... binds)
            throws SQLException {
        try (var statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < binds.length; i++) {
                statement.setObject(i + 1, binds[i]);
            }
            try (var result = statement.executeQuery()) {
                var rows = new ArrayList<List<@Nullable Object>>();
                while (result.next()) {
                    var row = new ArrayList<@Nullable Object>();
                    for (int column = 1; column <= result.getMetaData().getColumnCount(); column++) {
                        row.add(result.getObject(column));
                    }
                    rows.add(row);
                }
                return rows;
            }
        }
    }
}
