// SPDX-License-Identifier: Apache-2.0
package io.howdah.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestClock;
import io.howdah.test.TestDatabase;
import io.howdah.test.Together;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Leases, by the database's clock. */
@HowdahTest
class LeaseTest {
    private static final LockName NAME = LockName.of("test", "lease");
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final LeaseOptions MINUTE =
            LeaseOptions.standard().ttl(Duration.ofMinutes(1)).withoutRenewal();

    private TestDatabase database;
    private Locks here;
    private Locks there;

    @BeforeEach
    void two_processes(TestDatabase database) {
        this.database = database;
        this.here = started(database);
        this.there = started(database);
    }

    private static Locks started(TestDatabase database) {
        var howdah = database.howdah(builder -> builder.stopWithin(Duration.ofSeconds(1)));
        howdah.start();
        return howdah.locks();
    }

    @Test
    void one_holder_at_a_time_until_it_is_released() {
        var tokens = new ArrayList<Long>();
        for (int i = 0; i < 5; i++) {
            try (var held = here.tryLease(NAME, MINUTE).orElseThrow()) {
                assertThat(there.tryLease(NAME, MINUTE)).isEmpty();
                assertThat(here.tryLease(NAME, MINUTE)).isEmpty();
                assertThat(held.isHeld()).isTrue();
                tokens.add(held.token());
            }
        }
        assertThat(tokens).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void one_that_is_not_renewed_is_free_at_its_expiry_and_its_holder_changes_nothing(TestClock clock) {
        var old = here.tryLease(NAME, MINUTE).orElseThrow();
        clock.advance(Duration.ofSeconds(40));
        assertThat(there.tryLease(NAME, MINUTE)).isEmpty();
        clock.advance(Duration.ofSeconds(21));

        try (var next = there.tryLease(NAME, MINUTE).orElseThrow()) {
            assertThat(next.token()).isGreaterThan(old.token());
            assertThatThrownBy(old::close).isInstanceOf(LockLostException.class);
            assertThat(next.isHeld()).isTrue();
        }
    }

    /** Otherwise nobody would have it, and it would be renewed for ever. */
    @Test
    void whoever_is_granted_a_lease_has_it_although_that_he_waits_no_more_could_not_be_said() throws Exception {
        var first = here.tryLease(NAME, MINUTE).orElseThrow();
        var second = new CompletableFuture<LockHandle>();
        Thread.ofVirtual().start(() -> {
            try {
                second.complete(there.lease(NAME, LeaseOptions.standard(), SOON));
            } catch (Throwable failure) {
                second.completeExceptionally(failure);
            }
        });
        Await.until("the second waits", () -> database.one("select count(*) from howdah.lock_waiter", Long.class) == 1);
        database.execute("""
            create function howdah.no_delete() returns trigger language plpgsql as $$
            begin raise exception 'not now'; end $$;
            create trigger no_delete before delete on howdah.lock_waiter
              for each row execute function howdah.no_delete();
            """);
        try {
            first.close();

            try (var granted = second.get(30, TimeUnit.SECONDS)) {
                assertThat(granted.isHeld()).isTrue();
            }
            here.tryLease(NAME, MINUTE).orElseThrow().close();
        } finally {
            database.execute("drop function howdah.no_delete() cascade");
        }
    }

    @Test
    void one_that_is_renewed_outlives_its_ttl() {
        try (var held = here.tryLease(NAME, LeaseOptions.standard().ttl(Duration.ofSeconds(3)))
                .orElseThrow()) {
            var renewals = new ArrayList<Object>();
            Await.within(SOON).until("it was renewed past its life", () -> {
                var expiry = database.query("select expires_at from howdah.lock_lease")
                        .getFirst();
                if (!renewals.contains(expiry)) {
                    renewals.add(expiry);
                }
                return renewals.size() > 4;
            });
            assertThat(held.isHeld()).isTrue();
            assertThat(there.tryLease(NAME, MINUTE)).isEmpty();
        }
    }

    @Test
    void the_holder_is_told_when_the_database_gave_it_up(TestClock clock) {
        var told = new CopyOnWriteArrayList<String>();
        var held = here.tryLease(NAME, LeaseOptions.standard().ttl(Duration.ofSeconds(2)))
                .orElseThrow()
                .onLost(told::add);
        clock.advance(Duration.ofSeconds(3));

        Await.until("it is told", () -> !told.isEmpty());
        assertThat(held.isHeld()).isFalse();
        assertThatThrownBy(held::close).isInstanceOf(LockLostException.class);
        var again = new CopyOnWriteArrayList<String>();
        held.onLost(again::add);
        Await.until("who asks late is told too", () -> !again.isEmpty());
    }

    @Test
    void after_an_expiry_the_lock_delay_passes_first_and_after_a_release_it_does_not(TestClock clock) {
        var delayed = MINUTE.lockDelay(Duration.ofSeconds(60));
        here.tryLease(NAME, delayed).orElseThrow().close();
        var expiring = here.tryLease(NAME, delayed).orElseThrow();
        clock.advance(Duration.ofSeconds(70));
        assertThat(there.tryLease(NAME, MINUTE)).isEmpty();
        assertThatThrownBy(expiring::close).as("expired is expired").isInstanceOf(LockLostException.class);
        clock.advance(Duration.ofSeconds(51));
        there.tryLease(NAME, MINUTE).orElseThrow().close();
    }

    @Test
    void a_least_hold_keeps_others_out_after_the_release(TestClock clock) {
        here.tryLease(NAME, MINUTE.minHold(Duration.ofSeconds(30)))
                .orElseThrow()
                .close();
        assertThat(there.tryLease(NAME, MINUTE)).isEmpty();
        assertThat(here.tryLease(NAME, MINUTE)).isEmpty();
        clock.advance(Duration.ofSeconds(31));
        there.tryLease(NAME, MINUTE).orElseThrow().close();
    }

    @Test
    void a_semaphore_has_as_many_holders_as_permits() {
        var three = MINUTE.permits(3);
        var one = here.tryLease(NAME, three).orElseThrow();
        var two = there.tryLease(NAME, three).orElseThrow();
        var last = here.tryLease(NAME, three).orElseThrow();
        assertThat(there.tryLease(NAME, three)).isEmpty();
        two.close();
        var again = there.tryLease(NAME, three).orElseThrow();
        assertThat(again.token()).isGreaterThan(last.token());
        assertThat(one.isHeld()).isTrue();
        one.close();
        last.close();
        again.close();
    }

    @Test
    void never_more_hold_a_semaphore_than_it_has_permits() {
        var inside = new AtomicInteger();
        var most = new AtomicInteger();
        var tokens = Collections.synchronizedList(new ArrayList<Long>());
        var tasks = new ArrayList<Callable<Boolean>>();
        for (int i = 0; i < 8; i++) {
            var locks = i % 2 == 0 ? here : there;
            tasks.add(() -> {
                for (int j = 0; j < 8; j++) {
                    try (var held = locks.lease(NAME, MINUTE.permits(3), SOON)) {
                        most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                        tokens.add(held.token());
                        inside.decrementAndGet();
                    }
                }
                return true;
            });
        }
        Together.run(tasks);

        assertThat(most.get()).isLessThanOrEqualTo(3);
        assertThat(tokens).hasSize(64).doesNotHaveDuplicates();
        assertThat(database.one("select count(*) from howdah.lock_waiter", Long.class))
                .isZero();
    }

    @Test
    void who_waits_in_another_process_is_granted_it_soon_after_the_release() {
        var held = here.tryLease(NAME, MINUTE).orElseThrow();
        Together.run(
                () -> {
                    there.lease(NAME, MINUTE, SOON).close();
                    return true;
                },
                () -> {
                    Await.until(
                            "it is waited for, and that can be seen",
                            () -> database.one(
                                            "select waiters from howdah.lock_holders where kind = 'lease'", Long.class)
                                    == 1);
                    held.close();
                    return true;
                });
        assertThatThrownBy(() -> {
                    try (var again = here.tryLease(NAME, MINUTE).orElseThrow()) {
                        assertThat(again.isHeld()).isTrue();
                        there.lease(NAME, MINUTE, Duration.ofMillis(100));
                    }
                })
                .isInstanceOf(LockTimeoutException.class);
    }

    @Test
    void a_lease_can_be_kept_for_somebody_else_by_its_token() {
        var held = here.tryLease(NAME, MINUTE).orElseThrow();

        there.renewLease(NAME, held.token(), Duration.ofMinutes(5));
        assertThatThrownBy(() -> there.renewLease(NAME, held.token() + 1, Duration.ofMinutes(5)))
                .isInstanceOf(LockLostException.class);
        assertThatThrownBy(() -> there.releaseLease(LockName.of("test", "other"), held.token()))
                .isInstanceOf(LockLostException.class)
                .hasMessageContaining("test/other");
        assertThat(there.tryLease(NAME, MINUTE)).isEmpty();
        there.releaseLease(NAME, held.token());
        there.tryLease(NAME, MINUTE).orElseThrow().close();
        assertThatThrownBy(held::close).isInstanceOf(LockLostException.class);
    }

    @Test
    void a_lease_for_somebody_else_belongs_to_whoever_has_its_token_and_to_no_process() {
        var granted = here.tryLeaseFor("machine 7", NAME, MINUTE);
        assertThat(granted.token()).isPresent();
        assertThat(there.findHolders(NAME)).singleElement().satisfies(holder -> {
            assertThat(holder.member()).contains("machine 7");
            assertThat(holder.token()).isEqualTo(granted.token().orElseThrow());
        });
        assertThat(here.usage().leases()).as("nobody here renews it").isZero();
        var busy = there.tryLeaseFor("machine 8", NAME, MINUTE);
        assertThat(busy.token()).isEmpty();
        assertThat(busy.freeIn().orElseThrow()).isLessThanOrEqualTo(Duration.ofMinutes(1));
        there.releaseLease(NAME, granted.token().orElseThrow());
        assertThat(there.tryLeaseFor("machine 8", NAME, MINUTE).token().orElseThrow())
                .isGreaterThan(granted.token().orElseThrow());
    }

    @Test
    void rows_nobody_wants_are_removed_and_tokens_grow_on(TestClock clock) {
        var old = here.tryLease(NAME, MINUTE).orElseThrow();
        old.close();
        clock.advance(Duration.ofHours(25));
        database.execute("select howdah.lock_tidy('1 year')");
        assertThat(database.one("select count(*) from howdah.lock_lease", Long.class))
                .isZero();

        try (var next = here.tryLease(NAME, MINUTE).orElseThrow()) {
            assertThat(next.token()).isGreaterThan(old.token());
        }
    }

    @Test
    void options_that_cannot_be_right_are_refused_in_java_and_in_sql() {
        assertThatThrownBy(() -> MINUTE.ttl(Duration.ofMillis(499))).hasMessageContaining("ttl must be from PT0.5S");
        assertThatThrownBy(() -> MINUTE.ttl(Duration.ofDays(8))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> MINUTE.ttl(Duration.ofSeconds(-1))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> MINUTE.lockDelay(Duration.ofHours(2))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> MINUTE.minHold(Duration.ofSeconds(-1))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> MINUTE.permits(0)).isInstanceOf(IllegalArgumentException.class);
        for (var arguments : new String[] {
            "'1 millisecond'",
            "'-1 second'",
            "null",
            "'8 days'",
            "'1 minute', permits => 0",
            "'1 minute', delay => '2 hours'",
            "'1 minute', min_hold => '-1 second'"
        }) {
            assertThatThrownBy(() -> database.query("select howdah.acquire_lease('a', 'b', 'me', " + arguments + ")"))
                    .as(arguments)
                    .hasMessageContaining("must be from");
        }
        assertThat(database.one("select count(*) from howdah.lock_lease", Long.class))
                .isZero();
    }
}
