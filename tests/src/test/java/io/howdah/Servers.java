// SPDX-License-Identifier: Apache-2.0
package io.howdah;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.embedded.Postgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** Servers of a test's own: migrated, copied, following one another, crashed. */
public final class Servers {
    private Servers() {}

    /** A directory whose server has our schema, and has ended. */
    public static Path migrated(Path directory, String... besides) throws SQLException {
        try (var postgres = Postgres.in(directory).copied().start()) {
            Schema.on(dataSource(postgres)).migrate();
            execute(dataSource(postgres), besides);
        }
        return directory;
    }

    /** A copy of a server that does not run, which starts as the signal file says. */
    public static Path copied(Path from, Path to, String signal) throws IOException {
        try (var files = Files.walk(from)) {
            for (var file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file)), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
        Files.createFile(to.resolve("data").resolve(signal));
        return to;
    }

    /** Starts in a copy of the primary's directory, and streams from the primary. */
    public static Postgres standby(Path directory, Postgres primary) throws IOException {
        // Where it may be altered while the server runs.
        Files.writeString(
                directory.resolve("data").resolve("postgresql.auto.conf"),
                "primary_conninfo = 'host=127.0.0.1 port=%d user=%s password=%s'%n"
                        .formatted(primary.port(), primary.user(), primary.password()));
        return Postgres.in(directory).copied().start();
    }

    /** A killed backend makes the server throw away its memory and recover from what it has written. */
    public static void crash(Postgres server) throws Exception {
        try (var connection = dataSource(server).getConnection();
                var statement = connection.createStatement();
                var result = statement.executeQuery("select pg_backend_pid()")) {
            result.next();
            var kill = new ProcessBuilder("sh", "-c", "kill -9 " + result.getInt(1)).start();
            assertThat(kill.waitFor()).isZero();
        }
    }

    /** A member of the new primary when three beats of the old one have been missed. */
    public static Howdah howdah(DataSource dataSource) {
        return Howdah.builder(dataSource)
                .beatEvery(Duration.ofSeconds(1))
                .stopWithin(Duration.ofSeconds(1))
                .build();
    }

    /** As an application has it: whichever is the primary. */
    public static DataSource either(Postgres primary, Postgres standby) {
        var dataSource = dataSource(primary);
        dataSource.setServerNames(new String[] {"127.0.0.1", "127.0.0.1"});
        dataSource.setPortNumbers(new int[] {primary.port(), standby.port()});
        dataSource.setTargetServerType("primary");
        dataSource.setHostRecheckSeconds(1);
        dataSource.setConnectTimeout(2);
        return dataSource;
    }

    public static PGSimpleDataSource dataSource(Postgres server) {
        var dataSource = new PGSimpleDataSource();
        dataSource.setUrl(server.jdbcUrl("postgres"));
        dataSource.setUser(server.user());
        dataSource.setPassword(server.password());
        return dataSource;
    }

    public static void execute(DataSource server, String... statements) throws SQLException {
        try (var connection = server.getConnection();
                var statement = connection.createStatement()) {
            for (var sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** The first column of the first row. */
    public static String one(DataSource server, String sql) throws SQLException {
        try (var connection = server.getConnection();
                var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            rows.next();
            return String.valueOf(rows.getString(1));
        }
    }
}
