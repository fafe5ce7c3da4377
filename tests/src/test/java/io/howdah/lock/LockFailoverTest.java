// SPDX-License-Identifier: Apache-2.0
package io.howdah.lock;

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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.Schema;
import io.howdah.embedded.Postgres;
import io.howdah.test.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A primary, a standby that streams from it and is promoted, and a primary that crashes. */
class LockFailoverTest {
    private static final LockName NAME = LockName.of("test", "failover");
    private static final Duration SOON = Duration.ofSeconds(60);

    @TempDir
    private Path directory;

    @Test
    void after_a_failover_the_holder_knows_and_cannot_commit_and_tokens_grow_on() throws Exception {
        var first = migrated(directory.resolve("primary"));
        var second = copied(first, directory.resolve("standby"), "standby.signal");
        var primary = Postgres.in(first).copied().start();
        try (var standby = standby(second, primary);
                var howdah = howdah(either(primary, standby))) {
            howdah.start();
            var told = new CopyOnWriteArrayList<String>();
            var held = howdah.locks().acquire(NAME, SOON).onLost(told::add);
            Await.within(SOON)
                    .until(
                            "the standby has the members",
                            () -> !one(dataSource(standby), "select count(*) from howdah.member")
                                    .equals("0"));

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
                crash(primary);
                Await.within(SOON)
                        .until(
                                "every session was lost",
                                () -> howdah.locks().usage().keys() == 0);

                var next = Await.within(SOON)
                        .value("it is granted again", () -> howdah.locks().tryAcquire(NAME));
                assertThat(next.token()).isGreaterThan(held.token() + (1L << 30));
                next.close();
                assertThat(one(dataSource(primary), "select count(*) from howdah.lock_epoch"))
                        .isEqualTo("1");
            }
        }
    }
}
