// SPDX-License-Identifier: Apache-2.0
package io.howdah.embedded;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** What tests write into a server and read from it. */
final class Rows {

    private Rows() {}

    static Connection connect(Postgres postgres) throws SQLException {
        return DriverManager.getConnection(postgres.jdbcUrl("postgres"), postgres.user(), postgres.password());
    }

    static void execute(Postgres postgres, String sql) throws SQLException {
        try (var connection = connect(postgres);
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    static List<String> select(Postgres postgres, String sql) throws SQLException {
        var rows = new ArrayList<String>();
        try (var connection = connect(postgres);
                var statement = connection.createStatement();
                var result = statement.executeQuery(sql)) {
            while (result.next()) {
                rows.add(result.getString(1));
            }
        }
        return rows;
    }
}
