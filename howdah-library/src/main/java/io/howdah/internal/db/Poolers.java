// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.db;

import io.howdah.DatabaseException;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.postgresql.PGConnection;

/** Tells a session of the server from one that a transaction pooler lends out statement by statement. */
public final class Poolers {
    private static final Sql PID = Sql.of("select pg_backend_pid() as pid");

    private Poolers() {}

    public static boolean isBehindPooler(DataSource dataSource) {
        try (var connection = dataSource.getConnection()) {
            return isBehindPooler(connection);
        } catch (SQLException failure) {
            throw DatabaseException.noConnection(failure);
        }
    }

    /** A pooler tells the driver a process id of its own making; the server has another. */
    public static boolean isBehindPooler(Connection connection) throws SQLException {
        var told = connection.unwrap(PGConnection.class).getBackendPID();
        return Db.of(connection, SchemaName.DEFAULT).run(PID).one(row -> row.integer("pid")) != told;
    }
}
