// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import io.howdah.Schema;
import io.howdah.embedded.Postgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.postgresql.PGConnection;

/** The PostgreSQL of a development installation, with its database, its roles and its schema. */
final class DevDatabase implements AutoCloseable {
    private static final String DATABASE = "howdah";
    private static final String MIGRATOR = "howdah_migrator";
    private static final String APPLICATION = "howdah_app";
    private static final String READER = "howdah_reader";
    private static final List<String> ROLES = List.of(MIGRATOR, APPLICATION, READER);

    private final Postgres postgres;
    private final Secrets secrets;

    private DevDatabase(Postgres postgres, Secrets secrets) {
        this.postgres = postgres;
        this.secrets = secrets;
    }

    /** Starts it and makes what is missing in it. */
    static DevDatabase start(DevDirectory directory, int port) throws IOException {
        var secrets = Secrets.in(directory.secrets(), ROLES);
        var database =
                new DevDatabase(Postgres.in(directory.postgres()).port(port).start(), secrets);
        var prepared = false;
        try {
            database.prepare();
            prepared = true;
            return database;
        } catch (SQLException e) {
            throw new CommandException("The database could not be prepared: " + e.getMessage(), e);
        } finally {
            if (!prepared) {
                database.close();
            }
        }
    }

    Postgres postgres() {
        return postgres;
    }

    /** How replicas reach it. */
    DatabaseAddress address() {
        return address(APPLICATION);
    }

    /** The same, as psql takes it. */
    String psqlUrl() {
        return postgres.psqlUrl(APPLICATION, secrets.of(APPLICATION), DATABASE);
    }

    @Override
    public void close() {
        postgres.close();
    }

    private void prepare() throws SQLException {
        var superuser = DatabaseAddress.of(postgres.jdbcUrl("postgres"), postgres.user(), postgres.password());
        try (var connection = DataSources.direct(superuser, "howdah-dev").getConnection()) {
            for (var role : ROLES) {
                createUnless(connection, "select from pg_roles where rolname = ?", role, "create role " + role);
                // Every time: the file decides. Hashed here, so that the server's log never sees it.
                execute(connection, "alter role " + role + " login");
                connection
                        .unwrap(PGConnection.class)
                        .alterUserPassword(role, secrets.of(role).toCharArray(), "scram-sha-256");
            }
            createUnless(
                    connection,
                    "select from pg_database where datname = ?",
                    DATABASE,
                    "create database " + DATABASE + " owner " + MIGRATOR);
            execute(connection, "revoke all on database " + DATABASE + " from public");
            execute(connection, "grant connect on database " + DATABASE + " to " + APPLICATION + ", " + READER);
            execute(connection, "grant temporary on database " + DATABASE + " to " + APPLICATION);
        }
        Schema.on(DataSources.direct(address(MIGRATOR), "howdah-migrate"))
                .applicationRole(APPLICATION)
                .readerRole(READER)
                .migrate();
        makeRoomForTables();
    }

    /** Whoever tries things out here has tables of their own; as the owner, for the schema is the database's. */
    private void makeRoomForTables() throws SQLException {
        try (var connection =
                DataSources.direct(address(MIGRATOR), "howdah-migrate").getConnection()) {
            execute(connection, "grant usage, create on schema public to " + APPLICATION);
        }
    }

    private DatabaseAddress address(String role) {
        return DatabaseAddress.of(postgres.jdbcUrl(DATABASE), role, secrets.of(role));
    }

    private static void createUnless(Connection connection, String query, String name, String create)
            throws SQLException {
        try (var select = connection.prepareStatement(query)) {
            select.setString(1, name);
            try (var found = select.executeQuery()) {
                if (!found.next()) {
                    execute(connection, create);
                }
            }
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
