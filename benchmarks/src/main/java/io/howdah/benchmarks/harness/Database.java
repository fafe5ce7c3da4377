// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.harness;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import org.postgresql.ds.PGSimpleDataSource;

/** A database that one trial has to itself. */
public final class Database {
    /** A call that hangs must end, or the whole run would. */
    private static final Duration SOCKET_TIMEOUT = Duration.ofMinutes(2);

    private final PGSimpleDataSource source;
    private final String name;

    Database(PGSimpleDataSource source, String name) {
        this.source = source;
        this.name = name;
    }

    static Database on(PGSimpleDataSource server, String name) {
        var source = new PGSimpleDataSource();
        source.setUrl(server.getUrl());
        source.setUser(server.getUser());
        source.setPassword(server.getPassword());
        source.setDatabaseName(name);
        source.setSocketTimeout((int) SOCKET_TIMEOUT.toSeconds());
        return new Database(source, name);
    }

    /** Its address for JDBC, without user and password. */
    public String url() {
        return source.getUrl();
    }

    public String user() {
        return Objects.requireNonNullElse(source.getUser(), "");
    }

    public String password() {
        return Objects.requireNonNullElse(source.getPassword(), "");
    }

    public String host() {
        return source.getServerNames()[0];
    }

    public int port() {
        return source.getPortNumbers()[0];
    }

    /** A new connection in autocommit. */
    public Connection connect() throws SQLException {
        return source.getConnection();
    }

    /** Runs statements on a connection of their own: for a contender's schema. */
    public void execute(String sql) throws SQLException {
        try (var connection = connect();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    public String name() {
        return name;
    }
}
