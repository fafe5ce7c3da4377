// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.lock.LockHolder;
import io.howdah.lock.LockLostException;
import io.howdah.lock.LockName;
import io.howdah.lock.Locks;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestClock;
import io.howdah.test.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import net.javacrumbs.shedlock.core.DefaultLockingTaskExecutor;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockExtender;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.core.SimpleLock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.TransactionState;

/** What ShedLock promises of a provider, kept by leases. */
@HowdahTest
class ShedLockTest {
    private static final Duration NONE = Duration.ZERO;
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private TestClock clock;
    private TestDatabase database;
    private LockProvider one;
    private LockProvider other;

    @BeforeEach
    void two_processes(TestDatabase database) {
        this.database = database;
        this.clock = database.clock();
        // Neither is started: ShedLock's locks need no background.
        one = HowdahLockProvider.of(database.howdah().locks(), "one");
        other = HowdahLockProvider.of(database.howdah().locks(), "other");
    }

    private static LockConfiguration lock(Duration atMost, Duration atLeast) {
        return new LockConfiguration(Instant.now(), "report", atMost, atLeast);
    }

    private Optional<SimpleLock> other() {
        return other.lock(lock(MINUTE, NONE));
    }

    @Test
    void one_process_has_it_until_it_is_released() {
        var held = one.lock(lock(MINUTE, NONE)).orElseThrow();

        assertThat(other()).isEmpty();
        held.unlock();
        assertThat(other()).isPresent();
        assertThatThrownBy(held::unlock).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void names_do_not_get_into_each_others_way() {
        assertThat(one.lock(lock(MINUTE, NONE))).isPresent();

        assertThat(other.lock(new LockConfiguration(Instant.now(), "invoice", MINUTE, NONE)))
                .isPresent();
    }

    @Test
    void it_is_held_at_most_for_so_long_by_the_databases_clock() {
        var held = one.lock(lock(MINUTE, NONE)).orElseThrow();

        clock.advance(Duration.ofSeconds(59));
        assertThat(other()).isEmpty();
        clock.advance(Duration.ofSeconds(2));
        var next = other().orElseThrow();

        held.unlock();
        assertThat(one.lock(lock(MINUTE, NONE)))
                .as("a late release takes nothing from the next")
                .isEmpty();
        next.unlock();
    }

    @Test
    void it_is_held_at_least_for_so_long_though_it_was_released() {
        one.lock(lock(MINUTE, Duration.ofSeconds(30))).orElseThrow().unlock();

        clock.advance(Duration.ofSeconds(29));
        assertThat(other()).isEmpty();
        clock.advance(Duration.ofSeconds(2));
        assertThat(other()).isPresent();
    }

    @Test
    void it_can_be_extended_and_then_the_new_one_counts() {
        var held = one.lock(lock(MINUTE, NONE)).orElseThrow();
        clock.advance(Duration.ofSeconds(50));

        var extended = held.extend(MINUTE, Duration.ofSeconds(30)).orElseThrow();

        clock.advance(Duration.ofSeconds(50));
        assertThat(other()).as("fifty seconds of sixty").isEmpty();
        assertThatThrownBy(held::unlock).isInstanceOf(IllegalStateException.class);
        extended.unlock();
        assertThat(other()).as("at least thirty, and none have passed here").isEmpty();
        clock.advance(Duration.ofSeconds(31));
        assertThat(other()).isPresent();
    }

    @Test
    void one_that_is_over_cannot_be_extended() {
        var held = one.lock(lock(MINUTE, NONE)).orElseThrow();
        clock.advance(Duration.ofSeconds(61));
        assertThat(other()).isPresent();

        assertThat(held.extend(MINUTE, NONE)).isEmpty();
    }

    @Test
    void shedlocks_own_executor_runs_under_it() throws Throwable {
        var ran = new CopyOnWriteArrayList<String>();
        var executor = new DefaultLockingTaskExecutor(one);
        var elsewhere = new DefaultLockingTaskExecutor(other);

        var result = executor.executeWithLock(
                () -> {
                    // On another thread: on the same one, ShedLock lets a task in again.
                    CompletableFuture.runAsync(() ->
                                    elsewhere.executeWithLock((Runnable) () -> ran.add("never"), lock(MINUTE, NONE)))
                            .join();
                    LockExtender.extendActiveLock(MINUTE, NONE);
                    return "done";
                },
                lock(MINUTE, NONE));
        elsewhere.executeWithLock((Runnable) () -> ran.add("later"), lock(MINUTE, NONE));

        assertThat(result.getResult()).isEqualTo("done");
        assertThat(ran).containsExactly("later");
    }

    @Test
    void what_is_written_under_it_is_fenced_by_it() throws Exception {
        var held = one.lock(lock(MINUTE, NONE)).orElseThrow();
        var first = HowdahLockProvider.token().orElseThrow();
        try (var connection = database.dataSource().getConnection()) {
            connection.setAutoCommit(false);
            HowdahLockProvider.fence(connection);
            connection.commit();

            held = held.extend(MINUTE, NONE).orElseThrow();
            HowdahLockProvider.fence(connection);
            connection.commit();
            clock.advance(Duration.ofSeconds(61));
            var next = CompletableFuture.supplyAsync(() -> {
                        assertThat(other()).isPresent();
                        return HowdahLockProvider.token().orElseThrow();
                    })
                    .join();

            assertThat(next).isGreaterThan(first);
            assertThatThrownBy(() -> HowdahLockProvider.fence(connection)).isInstanceOf(LockLostException.class);
            assertThat(connection.unwrap(BaseConnection.class).getTransactionState())
                    .isEqualTo(TransactionState.FAILED);
            connection.rollback();
        }
        held.unlock();
        assertThat(HowdahLockProvider.token()).isNotEqualTo(OptionalLong.of(first));
    }

    @Test
    void of_two_the_inner_one_is_the_current_and_without_any_there_is_nothing_to_fence_by() throws Exception {
        var outer = one.lock(lock(MINUTE, NONE)).orElseThrow();
        var token = HowdahLockProvider.token();
        var inner = one.lock(new LockConfiguration(Instant.now(), "inner", MINUTE, NONE))
                .orElseThrow();
        assertThat(HowdahLockProvider.token()).isNotEqualTo(token);

        inner.unlock();
        assertThat(HowdahLockProvider.token()).isEqualTo(token);
        outer.unlock();
        try (var connection = database.dataSource().getConnection()) {
            CompletableFuture.runAsync(
                            () -> assertThatThrownBy(() -> HowdahLockProvider.fence(connection))
                                    .isInstanceOf(IllegalStateException.class)
                                    .hasMessageContaining("no lock of ShedLock"),
                            Thread.ofVirtual()::start)
                    .join();
        }
    }

    @Test
    void the_starter_brings_one_unless_there_is_one() {
        Starter.on(database).withPropertyValues("howdah.name=app").run(context -> {
            assertThat(context.getBean(LockProvider.class).lock(lock(MINUTE, NONE)))
                    .isPresent();

            assertThat(context.getBean(Locks.class).findHolders(LockName.of("shedlock", "report")))
                    .extracting(LockHolder::member)
                    .containsExactly(Optional.of("app"));
        });
        Starter.on(database)
                .withBean("mine", LockProvider.class, () -> configuration -> Optional.empty())
                .run(context ->
                        assertThat(context).hasSingleBean(LockProvider.class).hasBean("mine"));
    }

    @Test
    void of_three_releases_neighbours_exclude_each_other() {
        var old = HowdahLockProvider.of(
                database.howdah(builder -> builder.name("old")).locks(), "another table");
        var between = both(onItsOwn(old), one);

        var held = between.lock(lock(MINUTE, NONE)).orElseThrow();
        assertThat(onItsOwn(old).lock(lock(MINUTE, NONE))).isEmpty();
        assertThat(other()).isEmpty();
        held.unlock();

        var before = onItsOwn(old).lock(lock(MINUTE, NONE)).orElseThrow();
        assertThat(between.lock(lock(MINUTE, NONE))).isEmpty();
        before.unlock();

        var after = other().orElseThrow();
        assertThat(between.lock(lock(MINUTE, NONE))).isEmpty();
        assertThat(onItsOwn(old).lock(lock(MINUTE, NONE)))
                .as("it was given back")
                .isPresent();
        after.unlock();
    }

    /** A provider whose locks nobody else sees. */
    private static LockProvider onItsOwn(LockProvider provider) {
        return wanted -> provider.lock(new LockConfiguration(
                Instant.now(), "old " + wanted.getName(), wanted.getLockAtMostFor(), wanted.getLockAtLeastFor()));
    }

    // snippet: shedlock-both
    static LockProvider both(LockProvider old, LockProvider ours) {
        return wanted -> old.lock(wanted).flatMap(first -> {
            var second = ours.lock(wanted);
            if (second.isEmpty()) {
                first.unlock();
            }
            return second.map(lock -> () -> {
                lock.unlock();
                first.unlock();
            });
        });
    }
    // end
}
