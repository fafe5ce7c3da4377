// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import static io.howdah.Servers.copied;
import static io.howdah.Servers.crash;
import static io.howdah.Servers.dataSource;
import static io.howdah.Servers.either;
import static io.howdah.Servers.execute;
import static io.howdah.Servers.howdah;
import static io.howdah.Servers.migrated;
import static io.howdah.Servers.one;
import static io.howdah.Servers.standby;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.howdah.Howdah;
import io.howdah.Schema;
import io.howdah.embedded.Postgres;
import io.howdah.test.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commits are lost by a failover and undone by a restore; a server crashes. Each begins a new epoch. */
class LogFailoverTest {
    private static final Topic TOPIC = Topic.of("orders").partitions(2);
    private static final Await.Capped SOON = Await.within(Duration.ofSeconds(60));
    private static final String EFFECT = "create table effect (partition int, off bigint, type text)";
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
        var first = migrated(directory.resolve("primary"), EFFECT);
        var second = copied(first, directory.resolve("standby"), "standby.signal");
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
            execute(dataSource(standby), "alter system set primary_conninfo = ''", "select pg_reload_conf()");
            SOON.until(
                    "the standby receives no more",
                    () -> one(dataSource(primary), "select count(*) from pg_stat_replication")
                            .equals("0"));
            append(howdah, "lost", 20);
            awaitHandled(dataSource(primary), 40);

            primary.close();
            execute(dataSource(standby), "select pg_promote()");
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
        var base = migrated(directory.resolve("base"), EFFECT);
        var archive = Files.createDirectory(directory.resolve("archive"));
        long epoch;
        try (var original = Postgres.in(copied(base, directory.resolve("original"), "nothing"))
                        .copied()
                        .setting("archive_mode", "on")
                        .setting("archive_command", "cp %p " + archive + "/%f")
                        .start();
                var pool = pool(dataSource(original));
                var howdah = Howdah.open(pool)) {
            append(howdah, "kept", 10);
            howdah.drain();
            execute(dataSource(original), "select pg_create_restore_point('here')");
            append(howdah, "undone", 10);
            howdah.drain();
            epoch = howdah.log().epoch();
            var last = one(dataSource(original), "select pg_walfile_name(pg_current_wal_lsn())");
            execute(dataSource(original), "select pg_switch_wal()");
            SOON.until("all is archived", () -> Files.exists(archive.resolve(last)));
        }
        var firstTime = restored(base, archive, "first");
        var secondTime = restored(base, archive, "second");

        assertThat(firstTime).isGreaterThan(epoch);
        assertThat(secondTime).as("the same moment, another future").isGreaterThan(firstTime);
    }

    /** The epoch after something was appended to the restored log. */
    private long restored(Path base, Path archive, String name) throws Exception {
        try (var server = Postgres.in(copied(base, directory.resolve(name), "recovery.signal"))
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

                crash(server);

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

    private static HikariDataSource pool(DataSource dataSource) {
        var config = new HikariConfig();
        config.setDataSource(dataSource);
        config.setInitializationFailTimeout(-1);
        return new HikariDataSource(config);
    }
}
