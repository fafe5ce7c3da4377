// SPDX-License-Identifier: Apache-2.0
package io.howdah.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What any language can do with locks, by SQL alone, beside Java. */
@HowdahTest
class LocksFromSqlTest {
    private static final LockName NAME = LockName.of("test", "sql");
    private static final Duration SOON = Duration.ofSeconds(60);

    private TestDatabase database;
    private Locks locks;

    @BeforeEach
    void one_process(TestDatabase database) {
        this.database = database;
        var howdah = database.howdah(builder -> builder.stopWithin(Duration.ofSeconds(1)));
        howdah.start();
        this.locks = howdah.locks();
    }

    @Test
    void a_session_lock_excludes_java_and_shows_its_name() throws Exception {
        try (var session = database.connect()) {
            var token = call(session, "howdah.try_lock('test', 'sql')");
            assertThat(token).isPositive();
            assertThat(locks.tryAcquire(NAME)).isEmpty();
            assertThat(locks.findHolders(NAME)).singleElement().satisfies(holder -> {
                assertThat(holder.token()).isEqualTo(token);
                assertThat(holder.kind()).isEqualTo(LockHolder.Kind.SESSION);
            });
            call(session, "howdah.unlock('test', 'sql')");
            try (var held = locks.acquire(NAME, SOON)) {
                assertThat(held.token()).isGreaterThan(token);
                assertThat(call(session, "howdah.try_lock('test', 'sql')")).isNull();
                assertThat(call(session, "howdah.lock('test', 'sql', '50 milliseconds')"))
                        .isNull();
                assertThat(database.one("select count(*) from howdah.lock_advisory()", Long.class))
                        .isOne();
            }
            assertThat(call(session, "howdah.lock('test', 'sql', '30 seconds')"))
                    .isPositive();
        }
        locks.acquire(NAME, SOON).close();
    }

    @Test
    void who_waits_by_sql_is_granted_it_when_java_releases_it() throws Exception {
        var held = locks.acquire(NAME, SOON);
        try (var session = database.connect()) {
            var granted = CompletableFuture.supplyAsync(() -> {
                try {
                    return call(session, "howdah.lock('test', 'sql', '30 seconds')");
                } catch (SQLException failure) {
                    throw new IllegalStateException(failure);
                }
            });
            Await.until(
                    "it waits",
                    () -> database.one("select count(*) from howdah.lock_advisory() where not granted", Long.class)
                            == 1);
            held.close();
            assertThat(granted.get()).isGreaterThan(held.token());
        }
    }

    @Test
    void what_is_not_held_cannot_be_released_and_what_is_held_cannot_be_locked_again() throws Exception {
        try (var session = database.connect();
                var other = database.connect()) {
            assertThatThrownBy(() -> call(session, "howdah.unlock('test', 'sql')"))
                    .isInstanceOfSatisfying(
                            SQLException.class,
                            refused -> assertThat(refused.getSQLState()).isEqualTo("HD002"));
            call(session, "howdah.try_lock('test', 'sql')");
            assertThatThrownBy(() -> call(other, "howdah.unlock('test', 'sql')"))
                    .hasMessageContaining("not held by this session");
            for (var again : new String[] {"try_lock('test', 'sql')", "lock('test', 'sql', '1 second')"}) {
                assertThatThrownBy(() -> call(session, "howdah." + again))
                        .isInstanceOfSatisfying(
                                SQLException.class,
                                refused -> assertThat(refused.getSQLState()).isEqualTo("HD003"));
            }
            assertThatThrownBy(() -> call(session, "howdah.try_lock('test', 'other', 'greedy')"))
                    .hasMessageContaining("exclusive or shared");
            assertThatThrownBy(() -> call(session, "howdah.lock('test', 'other', '-1 second')"))
                    .hasMessageContaining("patience must be from");
            call(session, "howdah.unlock('test', 'sql')");
            assertThat(call(other, "howdah.try_lock('test', 'sql', 'shared')")).isPositive();
            assertThat(call(session, "howdah.try_lock('test', 'sql', 'shared')"))
                    .isPositive();
        }
    }

    @Test
    void a_lease_is_acquired_renewed_fenced_and_released() throws Exception {
        try (var session = database.connect()) {
            var token = Objects.requireNonNull(
                    call(session, "(howdah.acquire_lease('test', 'sql', 'a script', '1 minute')).token"));
            assertThat(locks.tryLease(NAME, LeaseOptions.standard())).isEmpty();
            assertThat(locks.findHolders(NAME).getFirst().member()).hasValue("a script");
            for (var function :
                    new String[] {"fence_lease('test', 'sql', %s)", "renew_lease('test', 'sql', %s, '2 minutes')"}) {
                execute(session, "select howdah." + function.formatted(token));
                assertThatThrownBy(() -> execute(session, "select howdah." + function.formatted(token + 1)))
                        .isInstanceOfSatisfying(
                                SQLException.class,
                                refused -> assertThat(refused.getSQLState()).isEqualTo("HD001"));
            }
            assertThatThrownBy(() -> execute(session, "select howdah.release_lease('test', 'other', " + token + ")"))
                    .hasMessageContaining("test/other");
            execute(session, "select howdah.release_lease('test', 'sql', " + token + ")");
            assertThatThrownBy(() -> execute(session, "select howdah.release_lease('test', 'sql', " + token + ")"))
                    .hasMessageContaining("no lease with token");
        }
        locks.tryLease(NAME, LeaseOptions.standard()).orElseThrow().close();
    }

    private static @Nullable Long call(Connection connection, String function) throws SQLException {
        try (var statement = connection.createStatement();
                var result = statement.executeQuery("select " + function)) {
            result.next();
            return result.getMetaData().getColumnTypeName(1).equals("void") ? null : (Long) result.getObject(1);
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
