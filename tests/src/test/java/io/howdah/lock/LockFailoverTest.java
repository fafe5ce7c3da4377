// SPDX-License-Identifier: Apache-2.0
package io.howdah.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.Howdah;
import io.howdah.Schema;
import io.howdah.embedded.Postgres;
import io.howdah.test.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;

/** A primary, a standby that streams from it and is promoted, and a primary that crashes. */
class LockFailoverTest {
    private static final LockName NAME = LockName.of("test", "failover");
    private static final Duration SOON = Duration.ofSeconds(60);

    @TempDir
    private Path directory;

    @Test
    void after_a_failover_the_holder_knows_and_cannot_commit_and_tokens_grow_on() throws Exception {
        var first = directory.resolve("primary");
        try (var postgres = Postgres.in(first).copied().start()) {
            Schema.on(dataSource(postgres)).migrate();
        }
        var second = directory.resolve("standby");
        copy(first, second);
        Files.createFile(second.resolve("data").resolve("standby.signal"));
        var primary = Postgres.in(first).copied().start();
        try (var standby = standby(second, primary);
                var howdah = howdah(either(primary, standby))) {
            howdah.start();
            var told = new CopyOnWriteArrayList<String>();
            var held = howdah.locks().acquire(NAME, SOON).onLost(told::add);
            awaitCaughtUp(standby);

            execute(dataSource(standby), "select pg_promote()");
            try (var transaction = dataSource(standby).getConnection()) {
                transaction.setAutoCommit(false);
                assertThatThrownBy(() -> held.fence(transaction))
                        .as("the old primary still lives, and the lock is held there")
                        .isInstanceOf(LockLostException.class)
                        .hasMessageContaining("another server");
                transaction.rollback();
            }
            primary.close();

            Await.within(SOON).until("it is told", () -> !told.isEmpty());
            assertThat(held.isHeld()).isFalse();
            var next = Await.within(SOON)
                    .value(
                            "it is granted on the new primary",
                            () -> howdah.locks().tryAcquire(NAME));
            assertThat(next.token()).isGreaterThan(held.token() + (1L << 30));
            next.close();
        }
    }

    @Test
    void after_a_crash_of_the_server_tokens_grow_on() throws Exception {
        try (var primary = Postgres.in(directory.resolve("crash")).copied().start()) {
            Schema.on(dataSource(primary)).migrate();
            try (var howdah = howdah(dataSource(primary))) {
                howdah.start();
                var held = howdah.locks().acquire(NAME, SOON);
                for (int i = 0; i < 100; i++) {
                    howdah.locks().acquire(LockName.of("test", "n" + i), SOON).close();
                }
                // A backend that is killed makes the server throw away its memory and recover from what it has written.
                crash(primary, howdah);

                var next = Await.within(SOON)
                        .value("it is granted again", () -> howdah.locks().tryAcquire(NAME));
                assertThat(next.token()).isGreaterThan(held.token() + (1L << 30));
                next.close();
                assertThat(epochs(primary)).isOne();
            }
        }
    }

    private static long epochs(Postgres primary) throws SQLException {
        try (var connection = dataSource(primary).getConnection();
                var statement = connection.createStatement();
                var result = statement.executeQuery("select count(*) from howdah.lock_epoch")) {
            result.next();
            return result.getLong(1);
        }
    }

    private static void crash(Postgres primary, Howdah howdah) throws Exception {
        try (var connection = dataSource(primary).getConnection();
                var statement = connection.createStatement();
                var result = statement.executeQuery("select pg_backend_pid()")) {
            result.next();
            var kill = new ProcessBuilder("sh", "-c", "kill -9 " + result.getInt(1)).start();
            assertThat(kill.waitFor()).isZero();
        }
        Await.within(SOON)
                .until("every session was lost", () -> howdah.locks().usage().keys() == 0);
    }

    private static Postgres standby(Path directory, Postgres primary) {
        return Postgres.in(directory)
                .copied()
                .setting(
                        "primary_conninfo",
                        "host=127.0.0.1 port=%d user=%s password=%s"
                                .formatted(primary.port(), primary.user(), primary.password()))
                .start();
    }

    private static Howdah howdah(DataSource dataSource) {
        return Howdah.builder(dataSource)
                // It is a member of the new primary when three beats of the old one have been missed.
                .beatEvery(Duration.ofSeconds(1))
                .stopWithin(Duration.ofSeconds(1))
                .build();
    }

    private static void awaitCaughtUp(Postgres standby) {
        Await.within(SOON).until("the standby has the members", () -> {
            try (var connection = dataSource(standby).getConnection();
                    var statement = connection.createStatement();
                    var result = statement.executeQuery("select count(*) from howdah.member")) {
                return result.next() && result.getLong(1) > 0;
            }
        });
    }

    private static void execute(DataSource dataSource, String sql) throws SQLException {
        try (var connection = dataSource.getConnection();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
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

    private static void copy(Path from, Path to) throws Exception {
        try (var files = Files.walk(from)) {
            for (var file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file)), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }
}
