// SPDX-License-Identifier: Apache-2.0
package io.howdah.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestClock;
import io.howdah.test.TestDatabase;
import io.howdah.test.TestProcess;
import java.time.Duration;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Holders are killed, frozen, terminated and cut off; the others go on, and the holders learn it. */
@HowdahTest
class LockCrashTest {
    private static final Duration SECONDS = Duration.ofSeconds(60);

    private TestDatabase database;
    private Locks locks;

    @BeforeEach
    void one_process_of_our_own(TestDatabase database) {
        this.database = database;
        this.locks = started(database);
        database.execute("drop table if exists effect; create table effect (token bigint)");
    }

    private static Locks started(TestDatabase database) {
        var howdah = database.howdah(builder -> builder.stopWithin(Duration.ofSeconds(1)));
        howdah.start();
        return howdah.locks();
    }

    @Test
    void the_session_lock_of_a_killed_process_is_free_at_once() throws Exception {
        try (var holder = holder()) {
            var token = locked(holder, "lock a");
            assertThat(locks.tryAcquire(LockProcess.name("a"))).isEmpty();
            holder.kill();

            try (var next = locks.acquire(LockProcess.name("a"), SECONDS)) {
                assertThat(next.token()).isGreaterThan(token);
            }
        }
    }

    @Test
    void the_lease_of_a_killed_process_is_free_at_its_expiry_and_not_before(TestClock clock) throws Exception {
        try (var holder = holder()) {
            var token = locked(holder, "lease a 60000");
            holder.kill();
            clock.advance(Duration.ofSeconds(20));
            assertThat(locks.tryLease(LockProcess.name("a"), LeaseOptions.standard()))
                    .isEmpty();
            clock.advance(Duration.ofSeconds(41));

            try (var next = locks.tryLease(LockProcess.name("a"), LeaseOptions.standard())
                    .orElseThrow()) {
                assertThat(next.token()).isGreaterThan(token);
            }
        }
    }

    @Test
    void a_process_frozen_past_its_lease_knows_when_it_wakes_up_and_its_writes_are_refused() throws Exception {
        try (var holder = holder()) {
            var token = locked(holder, "lease a 3000");
            holder.send("fence a 1");
            holder.awaitLine("fence a committed 1");
            holder.freeze();
            try (var next = locks.lease(LockProcess.name("a"), LeaseOptions.standard(), SECONDS)) {
                holder.thaw();
                holder.send("held a 2");
                holder.awaitLine("held a false 2");
                holder.send("fence a 3");
                holder.awaitLine("fence a lock-lost 3");
                holder.awaitLine("lost a");
                assertThat(next.token()).isGreaterThan(token);
            }
        }
        assertThat(database.one("select count(*) from effect", Long.class)).isOne();
    }

    @Test
    void a_process_whose_session_was_ended_while_it_was_frozen_learns_it_when_it_wakes_up() throws Exception {
        try (var holder = holder()) {
            locked(holder, "lock a");
            holder.freeze();
            database.query("select pg_terminate_backend(backend) from howdah.lock_advisory()");
            try (var next = locks.acquire(LockProcess.name("a"), SECONDS)) {
                holder.thaw();
                holder.send("fence a 1");
                holder.awaitLine("fence a lock-lost 1");
                holder.awaitLine("lost a");
                assertThat(next.isHeld()).isTrue();
            }
        }
        assertThat(database.one("select count(*) from effect", Long.class)).isZero();
    }

    @Test
    void the_holder_learns_within_seconds_that_its_session_was_ended() throws Exception {
        var told = new CopyOnWriteArrayList<String>();
        var held = locks.acquire(LockProcess.name("a"), SECONDS).onLost(told::add);
        database.query("select pg_terminate_backend(backend) from howdah.lock_advisory()");

        Await.within(SECONDS).until("it is told", () -> !told.isEmpty());
        assertThat(held.isHeld()).isFalse();
        assertThatThrownBy(held::close).isInstanceOf(LockLostException.class);
        locks.acquire(LockProcess.name("a"), SECONDS).close();
    }

    @Test
    void the_holder_learns_within_seconds_that_its_connection_was_cut_or_hangs() throws Exception {
        try (var proxy = database.proxy()) {
            var howdah = database.howdah(
                    builder -> builder.direct(database.through(proxy)).stopWithin(Duration.ofSeconds(1)));
            howdah.start();
            var told = new CopyOnWriteArrayList<String>();
            var cut = howdah.locks().acquire(LockProcess.name("a"), SECONDS).onLost(told::add);
            proxy.cut();
            Await.within(SECONDS).until("it is told of the cut", () -> told.size() == 1);
            assertThat(cut.isHeld()).isFalse();

            var stalled = howdah.locks().acquire(LockProcess.name("a"), SECONDS).onLost(told::add);
            var lease = howdah.locks()
                    .lease(LockProcess.name("b"), LeaseOptions.standard().ttl(Duration.ofSeconds(2)), SECONDS)
                    .onLost(told::add);
            proxy.stall();
            Await.within(SECONDS).until("it is told of the hanging", () -> told.size() == 3);
            assertThat(stalled.isHeld()).isFalse();
            assertThat(lease.isHeld()).isFalse();
            proxy.resume();

            Await.within(SECONDS)
                    .until(
                            "it can be locked again",
                            () -> locks.tryAcquire(LockProcess.name("a"))
                                    .map(handle -> {
                                        handle.close();
                                        return true;
                                    })
                                    .orElse(false));
        }
    }

    private TestProcess holder() {
        var process = TestProcess.of(LockProcess.class)
                .arguments(database.jdbcUrl(), database.user(), database.password())
                .start();
        process.awaitLine("ready");
        return process;
    }

    private static long locked(TestProcess holder, String command) {
        holder.send(command);
        var words = holder.awaitLine("locked a").split(" ", -1);
        return Long.parseLong(words[2]);
    }
}
