// SPDX-License-Identifier: Apache-2.0
package io.howdah.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.Howdah;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import io.howdah.test.Together;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Session locks between two Howdahs, which are as separate as two processes. */
@HowdahTest
class SessionLocksTest {
    private static final LockName NAME = LockName.of("test", "one");
    private static final Duration SOON = Duration.ofSeconds(60);

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
    void one_holder_at_a_time_here_and_there() {
        try (var held = here.tryAcquire(NAME).orElseThrow()) {
            assertThat(held.isHeld()).isTrue();
            assertThat(here.tryAcquire(NAME)).isEmpty();
            assertThat(there.tryAcquire(NAME)).isEmpty();
            assertThat(there.tryAcquire(LockName.of("test", "two"))).hasValueSatisfying(LockHandle::close);
        }
        there.tryAcquire(NAME).orElseThrow().close();
    }

    /** As when the caller's stack is used up in the middle of it: nobody knows what the server has granted. */
    @Test
    void an_error_of_whoever_asks_leaves_the_lock_free_and_is_told() {
        var fails = new AtomicBoolean();
        var howdah = database.howdah(builder -> builder.direct(failing(fails)).stopWithin(Duration.ofSeconds(1)));
        howdah.start();
        howdah.locks().tryAcquire(NAME).orElseThrow().close();

        fails.set(true);
        assertThatThrownBy(() -> howdah.locks().tryAcquire(NAME)).hasRootCauseInstanceOf(StackOverflowError.class);
        fails.set(false);

        howdah.locks().tryAcquire(NAME).orElseThrow().close();
        there.tryAcquire(NAME).orElseThrow().close();
    }

    private DataSource failing(AtomicBoolean fails) {
        var real = database.direct();
        return (DataSource) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, given) -> {
                    var connection = real.getConnection();
                    return Proxy.newProxyInstance(
                            getClass().getClassLoader(), new Class<?>[] {Connection.class}, (one, called, with) -> {
                                if (fails.get()
                                        && called.getName().equals("prepareStatement")
                                        && String.valueOf(with[0]).contains("lock_batch")) {
                                    throw new StackOverflowError();
                                }
                                return called.invoke(connection, with);
                            });
                });
    }

    @Test
    void tokens_only_grow_whoever_holds_it() throws Exception {
        var tokens = new ArrayList<Long>();
        for (int i = 0; i < 20; i++) {
            try (var held = (i % 3 == 0 ? there : here).acquire(NAME, SOON)) {
                tokens.add(held.token());
            }
        }

        assertThat(tokens).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void who_waits_is_granted_it_when_it_is_released_here_or_there() throws Exception {
        for (var other : List.of(here, there)) {
            var held = here.acquire(NAME, SOON);
            Together.run(
                    () -> {
                        other.acquire(NAME, SOON).close();
                        return true;
                    },
                    () -> {
                        Await.until("it is waited for", () -> waitersOf(other) > 0);
                        held.close();
                        return true;
                    });
        }
    }

    @Test
    void who_has_waited_long_enough_is_told_so() throws Exception {
        try (var held = here.acquire(NAME, SOON)) {
            assertThatThrownBy(() -> here.acquire(NAME, Duration.ofMillis(50)))
                    .isInstanceOfSatisfying(
                            LockTimeoutException.class,
                            late -> assertThat(late.code()).isEqualTo("lock-timeout"))
                    .hasMessageContaining("test/one");
            assertThatThrownBy(() -> there.acquire(NAME, Duration.ofMillis(50)))
                    .isInstanceOf(LockTimeoutException.class);
            assertThatThrownBy(() -> there.acquire(NAME, Duration.ZERO)).isInstanceOf(LockTimeoutException.class);
            assertThat(held.isHeld()).isTrue();
        }
        there.acquire(NAME, SOON).close();
    }

    @Test
    void an_interrupt_ends_a_wait_and_harms_nobody_else() throws Exception {
        try (var held = here.acquire(NAME, SOON)) {
            var outcome = new CopyOnWriteArrayList<String>();
            var waiter = Thread.ofVirtual().start(() -> {
                try {
                    there.acquire(NAME, SOON).close();
                } catch (InterruptedException interrupted) {
                    outcome.add("interrupted");
                }
            });
            Await.until("it is waited for", () -> there.usage().keys() == 1);
            waiter.interrupt();
            waiter.join();

            assertThat(outcome).containsExactly("interrupted");
            assertThat(held.isHeld()).isTrue();
        }
        Await.until("nobody waits any more", () -> there.usage().keys() == 0);
    }

    @Test
    void an_interrupted_virtual_thread_can_release_its_lock() throws Exception {
        var other = here.acquire(LockName.of("test", "other"), SOON);
        var thread = Thread.ofVirtual().start(() -> {
            var held = here.tryAcquire(NAME).orElseThrow();
            Thread.currentThread().interrupt();
            held.close();
        });
        thread.join();

        there.acquire(NAME, SOON).close();
        assertThat(other.isHeld()).isTrue();
        other.close();
    }

    @Test
    void threads_of_one_process_are_served_in_the_order_in_which_they_came() throws Exception {
        var order = Collections.synchronizedList(new ArrayList<Integer>());
        var held = here.acquire(NAME, SOON);
        var threads = new ArrayList<Thread>();
        for (int i = 0; i < 10; i++) {
            var number = i;
            var thread = Thread.ofPlatform().start(() -> {
                try (var mine = here.acquire(NAME, SOON)) {
                    order.add(mine.isHeld() ? number : -1);
                } catch (InterruptedException stopped) {
                    throw new IllegalStateException(stopped);
                }
            });
            threads.add(thread);
            Await.until("it waits", () -> thread.getState() == Thread.State.TIMED_WAITING);
        }
        held.close();
        for (var thread : threads) {
            thread.join();
        }

        assertThat(order).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    }

    @Test
    void two_never_hold_it_at_once_and_no_token_comes_twice() {
        var inside = new AtomicInteger();
        var tokens = Collections.synchronizedList(new ArrayList<Long>());
        var tasks = new ArrayList<Callable<Boolean>>();
        for (int i = 0; i < 16; i++) {
            var locks = i % 2 == 0 ? here : there;
            tasks.add(() -> {
                for (int j = 0; j < 50; j++) {
                    try (var held = locks.acquire(NAME, SOON)) {
                        assertThat(inside.incrementAndGet()).isOne();
                        tokens.add(held.token());
                        assertThat(inside.decrementAndGet()).isZero();
                    }
                }
                return true;
            });
        }
        Together.run(tasks);

        assertThat(tokens).hasSize(800).isSorted().doesNotHaveDuplicates();
        assertThat(advisoryLocks()).isZero();
    }

    @Test
    void readers_share_it_and_a_writer_waits_for_all_of_them() throws Exception {
        var one = here.acquire(NAME, LockMode.SHARED, SOON);
        var two = here.acquire(NAME, LockMode.SHARED, SOON);
        var three = there.acquire(NAME, LockMode.SHARED, SOON);

        assertThat(there.tryAcquire(NAME)).isEmpty();
        one.close();
        three.close();
        assertThat(there.tryAcquire(NAME)).isEmpty();
        assertThat(here.tryAcquire(NAME)).isEmpty();
        two.close();
        try (var writer = there.tryAcquire(NAME).orElseThrow()) {
            assertThat(here.tryAcquire(NAME, LockMode.SHARED)).isEmpty();
            assertThat(writer.token()).isGreaterThan(three.token());
        }
    }

    @Test
    void readers_that_follow_each_other_without_a_gap_let_a_writer_of_another_process_in() throws Exception {
        var written = new AtomicInteger();
        var first = here.acquire(NAME, LockMode.SHARED, SOON);
        var readers = Thread.ofVirtual().start(() -> {
            var mine = first;
            while (written.get() == 0) {
                var before = mine;
                mine = here.tryAcquire(NAME, LockMode.SHARED).orElse(null);
                before.close();
                if (mine == null) {
                    return;
                }
            }
            mine.close();
        });

        there.acquire(NAME, SOON).close();
        written.set(1);
        readers.join();
    }

    @Test
    void several_are_acquired_together_without_waiting_for_each_other_for_ever() {
        var names = IntStream.range(0, 10)
                .mapToObj(i -> LockName.of("test", "n" + i))
                .toList();
        var tasks = new ArrayList<Callable<Boolean>>();
        for (int i = 0; i < 8; i++) {
            var locks = i % 2 == 0 ? here : there;
            tasks.add(() -> {
                for (int j = 0; j < 10; j++) {
                    var mine = new ArrayList<>(names);
                    Collections.shuffle(mine);
                    try (var all = locks.acquireAll(mine.subList(0, 4), SOON)) {
                        assertThat(all.isHeld()).isTrue();
                    }
                }
                return true;
            });
        }
        Together.run(tasks);

        assertThat(advisoryLocks()).isZero();
    }

    @Test
    void if_one_of_several_is_not_free_none_is_kept() throws Exception {
        try (var held = there.acquire(NAME, SOON)) {
            assertThat(held.isHeld()).isTrue();
            assertThatThrownBy(() -> here.acquireAll(
                            List.of(LockName.of("test", "free"), NAME, LockName.of("test", "free too")),
                            Duration.ofMillis(100)))
                    .isInstanceOf(LockTimeoutException.class);
        }
        Await.until("nothing is held", () -> advisoryLocks() == 0);
    }

    @Test
    void a_handle_is_released_once() throws Exception {
        var held = here.acquire(NAME, SOON);
        held.close();
        try (var next = there.acquire(NAME, SOON)) {
            held.close();
            assertThat(held.isHeld()).isFalse();
            assertThat(next.isHeld()).isTrue();
        }
    }

    @Test
    void arguments_that_cannot_be_right_change_nothing() {
        assertThatThrownBy(() -> here.acquire(NAME, Duration.ofMillis(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("timeout");
        assertThatThrownBy(() -> here.acquire(NAME, Duration.ofDays(2))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> here.withLock(NAME, Duration.ZERO, lock -> 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("maxHold");
        assertThatThrownBy(() -> here.acquireAll(List.of(), SOON)).isInstanceOf(IllegalArgumentException.class);
        assertThat(here.usage().keys()).isZero();
    }

    @Test
    void without_a_start_nothing_watches_and_nothing_is_granted(Howdah stopped) {
        assertThatThrownBy(() -> stopped.locks().tryAcquire(NAME))
                .isInstanceOfSatisfying(
                        LockUnavailableException.class,
                        refused -> assertThat(refused.code()).isEqualTo("lock-stopped"));
        assertThatThrownBy(() -> stopped.locks().tryLease(NAME, LeaseOptions.standard()))
                .isInstanceOf(LockUnavailableException.class);
    }

    @Test
    void stopping_waits_for_what_is_held_and_gives_it_up_in_the_end() throws Exception {
        var howdah = database.howdah(builder -> builder.stopWithin(Duration.ofMillis(300)));
        howdah.start();
        var lost = new CopyOnWriteArrayList<String>();
        var held = howdah.locks().acquire(NAME, SOON).onLost(lost::add);

        howdah.stop();

        Await.until("its holder was told", () -> lost.size() == 1);
        assertThat(held.isHeld()).isFalse();
        assertThatThrownBy(held::close).isInstanceOf(LockLostException.class);
        there.acquire(NAME, SOON).close();

        howdah.start();
        howdah.locks().acquire(NAME, SOON).close();
    }

    private long advisoryLocks() {
        return database.one("select count(*) from howdah.lock_advisory()", Long.class);
    }

    private long waitersOf(Locks locks) {
        return locks.equals(here)
                ? 1
                : database.one("select count(*) from howdah.lock_advisory() where not granted", Long.class);
    }
}
