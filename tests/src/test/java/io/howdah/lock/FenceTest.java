// SPDX-License-Identifier: Apache-2.0
package io.howdah.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestClock;
import io.howdah.test.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A transaction that was fenced cannot commit once somebody else was granted the lock. */
@HowdahTest
class FenceTest {
    private static final LockName NAME = LockName.of("test", "fenced");
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final LeaseOptions MINUTE = LeaseOptions.standard().ttl(Duration.ofMinutes(1));

    private TestDatabase database;
    private Locks here;
    private Locks there;

    @BeforeEach
    void two_processes(TestDatabase database) {
        this.database = database;
        this.here = started(database);
        this.there = started(database);
        database.execute("drop table if exists effect; create table effect (number int)");
    }

    private static Locks started(TestDatabase database) {
        var howdah = database.howdah(builder -> builder.stopWithin(Duration.ofSeconds(1)));
        howdah.start();
        return howdah.locks();
    }

    @Test
    void while_the_lock_is_held_a_fenced_transaction_commits() throws Exception {
        try (var held = here.acquire(NAME, SOON);
                var lease = here.lease(NAME, MINUTE, SOON);
                var transaction = begin()) {
            write(transaction, 1);
            held.fence(transaction);
            lease.fence(transaction);
            held.fence(transaction);
            transaction.commit();
        }
        assertThat(effects()).isOne();
    }

    @Test
    void after_its_session_was_ended_a_former_holder_cannot_commit_even_if_it_swallows_the_error() throws Exception {
        var held = here.acquire(NAME, SOON);
        database.query("select pg_terminate_backend(backend) from howdah.lock_advisory()");
        try (var next = there.acquire(NAME, SOON);
                var transaction = begin()) {
            write(transaction, 1);

            assertThatThrownBy(() -> held.fence(transaction))
                    .isInstanceOfSatisfying(
                            LockLostException.class,
                            lost -> assertThat(lost.code()).isEqualTo("lock-lost"));

            assertThatThrownBy(() -> write(transaction, 2)).hasMessageContaining("transaction is aborted");
            transaction.commit();
            assertThat(next.isHeld()).isTrue();
            assertThat(next.token()).isGreaterThan(held.token());
        }
        assertThat(effects()).as("the commit became a rollback").isZero();
        assertThatThrownBy(held::close).isInstanceOf(LockLostException.class);
    }

    @Test
    void nobody_is_granted_the_lock_while_a_fenced_transaction_of_a_former_holder_may_still_commit() throws Exception {
        var held = here.acquire(NAME, SOON);
        try (var transaction = begin()) {
            held.fence(transaction);
            write(transaction, 1);
            database.query("select pg_terminate_backend(backend) from howdah.lock_advisory()");
            Await.until("its holder knows", () -> !held.isHeld());

            assertThat(there.tryAcquire(NAME)).isEmpty();
            assertThat(here.tryAcquire(NAME)).isEmpty();
            try (var other = begin()) {
                assertThat(there.tryInTransaction(other, NAME)).isEmpty();
                assertThatThrownBy(() -> there.inTransaction(other, NAME, Duration.ofMillis(50)))
                        .isInstanceOf(LockTimeoutException.class);
                other.rollback();
            }
            var next = granted(there);
            Await.until("it waits at the gate", () -> waiting() == 1);
            assertThat(next).isNotDone();

            transaction.commit();
            assertThat(next.get().token()).isGreaterThan(held.token());
            assertThat(effects()).isOne();
            next.get().close();
        }
    }

    @Test
    void a_lock_released_before_a_fenced_transaction_ended_is_not_passed_on_before() throws Exception {
        try (var transaction = begin()) {
            var held = here.acquire(NAME, SOON);
            held.fence(transaction);
            var next = granted(here);
            Await.until("it queues", () -> here.usage().keys() == 1);
            held.close();

            Await.until("it waits at the gate", () -> waiting() == 1);
            assertThat(next).isNotDone();
            transaction.commit();
            next.get().close();
        }
    }

    @Test
    void a_lease_is_not_granted_while_a_fenced_transaction_of_a_former_holder_may_still_commit(TestClock clock)
            throws Exception {
        var held = here.lease(NAME, MINUTE.withoutRenewal(), SOON);
        try (var transaction = begin()) {
            held.fence(transaction);
            write(transaction, 1);
            clock.advance(Duration.ofSeconds(61));

            assertThat(there.tryLease(NAME, MINUTE)).isEmpty();
            transaction.commit();
            try (var next = there.tryLease(NAME, MINUTE).orElseThrow()) {
                assertThat(next.token()).isGreaterThan(held.token());
            }
        }
        assertThat(effects()).isOne();
        assertThatThrownBy(held::close).isInstanceOf(LockLostException.class);
    }

    @Test
    void a_fence_does_not_keep_a_lease_from_being_renewed() throws Exception {
        try (var held = here.lease(NAME, MINUTE, SOON);
                var transaction = begin();
                var other = database.connect()) {
            held.fence(transaction);
            try (var statement = other.createStatement()) {
                statement.execute("set lock_timeout = '60s'");
                statement.execute("select howdah.renew_lease('test', 'fenced', " + held.token() + ", '1 minute')");
            }
            transaction.commit();
        }
    }

    @Test
    void a_lease_that_expired_fences_nothing_although_nobody_else_has_it(TestClock clock) throws Exception {
        var held = here.lease(NAME, MINUTE.withoutRenewal(), SOON);
        clock.advance(Duration.ofSeconds(61));
        try (var transaction = begin()) {
            assertThatThrownBy(() -> held.fence(transaction))
                    .isInstanceOf(LockLostException.class)
                    .message()
                    .startsWith("Lock test/fenced is lost: ")
                    .containsOnlyOnce("is lost");
            assertThatThrownBy(() -> write(transaction, 2)).hasMessageContaining("transaction is aborted");
            transaction.rollback();
        }
        assertThatThrownBy(held::close).isInstanceOf(LockLostException.class);
    }

    @Test
    void a_grant_that_commits_while_the_fence_waits_for_it_makes_the_fence_fail(TestClock clock) throws Exception {
        var held = here.lease(NAME, MINUTE.withoutRenewal(), SOON);
        clock.advance(Duration.ofSeconds(61));
        try (var granting = begin();
                var statement = granting.createStatement();
                var transaction = begin()) {
            statement.execute("select howdah.acquire_lease('test', 'fenced', 'other', '1 minute')");
            // As the database would see it if the clock had not been put forward: only the token tells them apart.
            database.execute("update howdah_test.clock set shift = interval '0'");
            var fence = CompletableFuture.runAsync(() -> held.fence(transaction));
            Await.until(
                    "the fence waits",
                    () -> database.one(
                                    "select count(*) from pg_stat_activity"
                                            + " where wait_event_type = 'Lock' and query like '%fence_lease%'",
                                    Long.class)
                            == 1);
            granting.commit();

            assertThatThrownBy(fence::join).hasCauseInstanceOf(LockLostException.class);
            transaction.rollback();
        }
        assertThatThrownBy(held::close).isInstanceOf(LockLostException.class);
    }

    @Test
    void a_connection_without_a_transaction_cannot_be_fenced() throws Exception {
        try (var held = here.acquire(NAME, SOON);
                var connection = database.connect()) {
            assertThatThrownBy(() -> held.fence(connection))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("autocommit");
        }
    }

    @Test
    void a_released_handle_fences_nothing() throws Exception {
        var held = here.acquire(NAME, SOON);
        held.close();
        try (var transaction = begin()) {
            assertThatThrownBy(() -> held.fence(transaction)).isInstanceOf(LockLostException.class);
            assertThatThrownBy(() -> write(transaction, 2)).hasMessageContaining("transaction is aborted");
            transaction.rollback();
        }
    }

    private static CompletableFuture<LockHandle> granted(Locks locks) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return locks.acquire(NAME, SOON);
            } catch (InterruptedException stopped) {
                throw new IllegalStateException(stopped);
            }
        });
    }

    private long waiting() {
        return database.one(
                "select count(*) from pg_locks where locktype = 'advisory' and objsubid = 2 and not granted",
                Long.class);
    }

    private Connection begin() throws SQLException {
        var connection = database.connect();
        connection.setAutoCommit(false);
        return connection;
    }

    private static void write(Connection connection, int number) throws SQLException {
        try (var insert = connection.prepareStatement("insert into effect values (?)")) {
            insert.setInt(1, number);
            insert.execute();
        }
    }

    private long effects() {
        return database.one("select count(*) from effect", Long.class);
    }
}
