// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.howdah.Howdah;
import io.howdah.Schema;
import io.howdah.embedded.Postgres;
import io.howdah.test.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;

/** Commits are lost by a failover and undone by a restore; a server crashes. Each begins a new epoch. */
class LogFailoverTest {
    private static final Topic TOPIC = Topic.of("orders").partitions(2);
    private static final Await.Capped SOON = Await.within(Duration.ofSeconds(60));
    private static final String EFFECTS =
            "select string_agg(partition || '/' || off || ' ' || type, ', ' order by partition, off) from effect";
    private static final String EVENTS = """
        select string_agg(partition || '/' || "offset" || ' ' || type, ', ' order by partition, "offset")
        from howdah.log_events
        """;

    @TempDir
    private Path directory;

    @Test
    void after_a_failover_that_lost_commits_the_epoch_grows_and_groups_handle_what_the_log_has() throws Exception {
        var first = migrated("primary");
        var second = copied(first, "standby", "standby.signal");
        var primary = Postgres.in(first).copied().start();
        try (var standby = standby(second, primary);
                var pool = pool(either(primary, standby));
                var howdah = howdah(pool)) {
            handle(howdah);
            howdah.start();
            append(howdah, "kept", 20);
            awaitHandled(dataSource(primary), 20);
            SOON.until(
                    "the standby has it all",
                    () -> one(dataSource(standby), EFFECTS).equals(one(dataSource(primary), EFFECTS)));
            var epoch = howdah.log().epoch();
            execute(standby, "alter system set primary_conninfo = ''", "select pg_reload_conf()");
            SOON.until(
                    "the standby receives no more",
                    () -> one(dataSource(primary), "select count(*) from pg_stat_replication")
                            .equals("0"));
            append(howdah, "lost", 20);
            awaitHandled(dataSource(primary), 40);

            primary.close();
            execute(standby, "select pg_promote()");
            SOON.until("the epoch grows", () -> howdah.log().epoch() > epoch);
            append(howdah, "new", 50);
            awaitHandled(dataSource(standby), 70);

            assertThat(one(dataSource(standby), EFFECTS))
                    .isEqualTo(one(dataSource(standby), EVENTS))
                    .contains("kept", "new")
                    .doesNotContain("lost");
        }
    }

    @Test
    void after_a_restore_to_an_earlier_moment_the_epoch_is_one_that_nobody_has_seen() throws Exception {
        var base = migrated("base");
        var archive = Files.createDirectory(directory.resolve("archive"));
        long epoch;
        try (var original = Postgres.in(copied(base, "original", "nothing"))
                        .copied()
                        .setting("archive_mode", "on")
                        .setting("archive_command", "cp %p " + archive + "/%f")
                        .start();
                var pool = pool(dataSource(original));
                var howdah = Howdah.open(pool)) {
            append(howdah, "kept", 10);
            howdah.drain();
            execute(original, "select pg_create_restore_point('here')");
            append(howdah, "undone", 10);
            howdah.drain();
            epoch = howdah.log().epoch();
            var last = one(dataSource(original), "select pg_walfile_name(pg_current_wal_lsn())");
            execute(original, "select pg_switch_wal()");
            SOON.until("all is archived", () -> Files.exists(archive.resolve(last)));
        }
        var firstTime = restored(base, archive, "first");
        var secondTime = restored(base, archive, "second");

        assertThat(firstTime).isGreaterThan(epoch);
        assertThat(secondTime).as("the same moment, another future").isGreaterThan(firstTime);
    }

    /** The epoch after something was appended to the restored log. */
    private long restored(Path base, Path archive, String name) throws Exception {
        try (var server = Postgres.in(copied(base, name, "recovery.signal"))
                        .copied()
                        .setting("restore_command", "cp " + archive + "/%f %p")
                        .setting("recovery_target_name", "here")
                        .setting("recovery_target_action", "promote")
                        .start();
                var pool = pool(dataSource(server))) {
            SOON.until(
                    "it is restored",
                    () -> one(pool, "select pg_is_in_recovery()").equals("f"));
            try (var howdah = Howdah.open(pool)) {
                assertThat(one(pool, EVENTS)).contains("kept").doesNotContain("undone");
                append(howdah, "other", 10);
                howdah.drain();
                assertThat(one(pool, EVENTS)).contains("other");
                return howdah.log().epoch();
            }
        }
    }

    @Test
    void after_a_crash_of_the_server_the_epoch_grows() throws Exception {
        try (var server = Postgres.in(directory.resolve("crash")).copied().start()) {
            Schema.on(dataSource(server)).migrate();
            try (var pool = pool(dataSource(server));
                    var howdah = howdah(pool)) {
                howdah.start();
                append(howdah, "a", 1);
                SOON.until("it is numbered", () -> howdah.log().epoch() > 0);
                var epoch = howdah.log().epoch();
                var backend = one(dataSource(server), "select pid from pg_stat_activity where state = 'idle' limit 1");
                assertThat(new ProcessBuilder("sh", "-c", "kill -9 " + backend)
                                .start()
                                .waitFor())
                        .isZero();

                SOON.until("the epoch grows", () -> howdah.log().epoch() > epoch);
            }
        }
    }

    private static void append(Howdah howdah, String type, int events) {
        for (int i = 0; i < events; i++) {
            var key = "k" + i % 7;
            SOON.until(
                    "the server takes an event",
                    () -> howdah.log().append(TOPIC, NewEvent.of(type, "x").key(key)) != null);
        }
    }

    private static void handle(Howdah howdah) {
        howdah.log().handle(TOPIC, "g", GroupOptions.standard(), batch -> {
            try (var insert = batch.connection().prepareStatement("insert into effect values (?, ?, ?)")) {
                for (var event : batch.events().toList()) {
                    insert.setInt(1, event.partition());
                    insert.setLong(2, event.offset());
                    insert.setString(3, event.type());
                    insert.addBatch();
                }
                insert.executeBatch();
            }
        });
    }

    private static void awaitHandled(DataSource server, int events) {
        SOON.until(
                events + " events are handled",
                () -> Integer.parseInt(one(server, "select count(*) from effect")) >= events);
    }

    private Path migrated(String name) throws Exception {
        var home = directory.resolve(name);
        try (var postgres = Postgres.in(home).copied().start()) {
            Schema.on(dataSource(postgres)).migrate();
            execute(postgres, "create table effect (partition int, off bigint, type text)");
        }
        return home;
    }

    private Path copied(Path from, String name, String signal) throws Exception {
        var to = directory.resolve(name);
        try (var files = Files.walk(from)) {
            for (var file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file)), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
        Files.createFile(to.resolve("data").resolve(signal));
        return to;
    }

    private static Postgres standby(Path directory, Postgres primary) throws Exception {
        // Where it may be altered while the server runs.
        Files.writeString(
                directory.resolve("data").resolve("postgresql.auto.conf"),
                "primary_conninfo = 'host=127.0.0.1 port=%d user=%s password=%s'%n"
                        .formatted(primary.port(), primary.user(), primary.password()));
        return Postgres.in(directory).copied().start();
    }

    private static Howdah howdah(DataSource dataSource) {
        return Howdah.builder(dataSource)
                .beatEvery(Duration.ofSeconds(1))
                .stopWithin(Duration.ofSeconds(1))
                .build();
    }

    private static HikariDataSource pool(DataSource dataSource) {
        var config = new HikariConfig();
        config.setDataSource(dataSource);
        config.setInitializationFailTimeout(-1);
        return new HikariDataSource(config);
    }

    /** As an application has it: whichever is the primary. */
    private static DataSource either(Postgres primary, Postgres standby) {
        var dataSource = dataSource(primary);
        dataSource.setServerNames(new String[] {"127.0.0.1", "127.0.0.1"});
        dataSource.setPortNumbers(new int[] {primary.port(), standby.port()});
        dataSource.setTargetServerType("primary");
        dataSource.setHostRecheckSeconds(1);
        dataSource.setConnectTimeout(2);
        return dataSource;
    }

    private static PGSimpleDataSource dataSource(Postgres postgres) {
        var dataSource = new PGSimpleDataSource();
        dataSource.setUrl(postgres.jdbcUrl("postgres"));
        dataSource.setUser(postgres.user());
        dataSource.setPassword(postgres.password());
        return dataSource;
    }

    private static void execute(Postgres server, String... statements) throws SQLException {
        try (var connection = dataSource(server).getConnection();
                var statement = connection.createStatement()) {
            for (var sql : List.of(statements)) {
                statement.execute(sql);
            }
        }
    }

    private static String one(DataSource dataSource, String sql) throws SQLException {
        try (var connection = dataSource.getConnection();
                var rows = connection.createStatement().executeQuery(sql)) {
            rows.next();
            return String.valueOf(rows.getString(1));
        }
    }
}
