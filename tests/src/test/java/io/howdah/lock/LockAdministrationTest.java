// SPDX-License-Identifier: Apache-2.0
package io.howdah.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import io.howdah.test.Together;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Seeing who holds what, and ending it. */
@HowdahTest
class LockAdministrationTest {
    private static final LockName NAME = LockName.of("test", "stuck");
    private static final int MANY = 16;
    private static final Duration SOON = Duration.ofSeconds(60);

    private TestDatabase database;
    private Locks here;
    private Locks there;

    @BeforeEach
    void two_processes(TestDatabase database) {
        this.database = database;
        this.here = started(database, "here");
        this.there = started(database, "there");
    }

    private static Locks started(TestDatabase database, String name) {
        var howdah = database.howdah(builder -> builder.name(name).stopWithin(Duration.ofSeconds(1)));
        howdah.start();
        return howdah.locks();
    }

    @Test
    void held_locks_show_their_names_and_holders() throws Exception {
        try (var held = here.acquire(NAME, SOON);
                var shared = here.acquire(LockName.of("test", "read"), LockMode.SHARED, SOON);
                var lease = there.lease(NAME, LeaseOptions.standard(), SOON)) {
            Await.until("all are listed", () -> there.listHolders(100).size() == 3);
            var holders = there.findHolders(NAME);

            assertThat(holders)
                    .hasSize(2)
                    .allSatisfy(holder -> assertThat(holder.host()).isPresent());
            var session = holders.stream()
                    .filter(holder -> holder.kind() == LockHolder.Kind.SESSION)
                    .findFirst()
                    .orElseThrow();
            assertThat(session.member()).hasValue("here");
            assertThat(session.pid()).hasValue(ProcessHandle.current().pid());
            assertThat(session.token()).isEqualTo(held.token());
            Await.until(
                    "its session is seen between two looks at it",
                    () -> there.findHolders(NAME).stream()
                            .anyMatch(holder -> holder.doing().orElse("").contains("idle")));
            assertThat(lease.token())
                    .isEqualTo(holders.stream()
                            .filter(holder -> holder.kind() == LockHolder.Kind.LEASE)
                            .findFirst()
                            .orElseThrow()
                            .token());
            assertThat(there.findHolders(shared.name()).getFirst().mode()).isEqualTo(LockMode.SHARED);
            assertThat(here.usage().keys()).isEqualTo(2);
        }
        Await.until("none is listed", () -> there.listHolders(100).isEmpty());
        Await.until(
                "none is written down",
                () -> database.one("select count(*) from howdah.lock_session", Long.class) == 0);
    }

    @Test
    void waiters_of_other_processes_are_counted() throws Exception {
        var held = here.acquire(NAME, SOON);
        var waiter = Thread.ofVirtual().start(() -> {
            try {
                there.acquire(NAME, SOON).close();
            } catch (InterruptedException stopped) {
                throw new IllegalStateException(stopped);
            }
        });
        Await.until("one waits", () -> here.findHolders(NAME).stream().anyMatch(holder -> holder.waiters() == 1));
        held.close();
        waiter.join();
    }

    @Test
    void a_session_lock_is_taken_by_force_with_all_that_its_session_holds_and_that_is_written_down() throws Exception {
        var told = new CopyOnWriteArrayList<String>();
        var other = sameSession();
        var held = here.acquire(NAME, SOON).onLost(told::add);
        var also = here.acquire(other, SOON).onLost(told::add);
        Await.until(
                "both are listed",
                () -> there.findHolders(NAME).size() == 1
                        && there.findHolders(other).size() == 1);
        assertThat(there.findHolders(NAME).getFirst().alsoHeld()).containsExactly(other.toString());

        var forced = there.forceRelease(NAME, "ada", "the deployment hangs");

        assertThat(forced).singleElement().satisfies(one -> {
            assertThat(one.kind()).isEqualTo(LockHolder.Kind.SESSION);
            assertThat(one.holder()).hasValue("here");
            assertThat(one.token()).hasValue(held.token());
            assertThat(one.alsoLost()).containsExactly(other.toString());
        });
        there.acquire(NAME, SOON).close();
        Await.until("both holders were told", () -> told.size() == 2);
        assertThat(also.isHeld()).isFalse();
        assertThat(database.query("select name, actor, reason, also_lost[1] from howdah.forced_releases"))
                .containsExactly(List.of("stuck", "ada", "the deployment hangs", other.toString()));
    }

    /** Keys are spread over the sessions. */
    private static LockName sameSession() {
        for (int i = 0; ; i++) {
            var name = LockName.of("test", "other" + i);
            if (Long.remainderUnsigned(name.key(), LockSessions.SHARED)
                    == Long.remainderUnsigned(NAME.key(), LockSessions.SHARED)) {
                return name;
            }
        }
    }

    @Test
    void a_lease_is_taken_by_force_and_its_holder_learns_it() throws Exception {
        var told = new CopyOnWriteArrayList<String>();
        var held = here.lease(NAME, LeaseOptions.standard().ttl(Duration.ofSeconds(2)), SOON)
                .onLost(told::add);

        assertThat(there.forceRelease(NAME, "ada", "gone home"))
                .singleElement()
                .satisfies(one -> assertThat(one.token()).hasValue(held.token()));

        try (var next = there.tryLease(NAME, LeaseOptions.standard()).orElseThrow()) {
            assertThat(next.token()).isGreaterThan(held.token());
            Await.until("it was told", () -> !told.isEmpty());
            assertThat(next.isHeld()).isTrue();
        }
        assertThatThrownBy(held::close).isInstanceOf(LockLostException.class);
    }

    @Test
    void force_without_a_reason_or_on_a_free_lock_does_nothing() {
        assertThatThrownBy(() -> here.forceRelease(NAME, "ada", " ")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> database.query("select * from howdah.force_release('test', 'stuck', 'ada', '')"))
                .hasMessageContaining("wants an actor and a reason");
        assertThat(here.forceRelease(NAME, "ada", "to be sure")).isEmpty();
        assertThat(database.one("select count(*) from howdah.forced_releases", Long.class))
                .isZero();
    }

    @Test
    void beyond_its_share_of_the_lock_table_a_process_is_refused() throws Exception {
        here.acquire(NAME, SOON).close();
        assertThat(here.usage().capacity()).isPositive();
        var handles = new ConcurrentLinkedQueue<LockHandle>();
        Callable<String> lock = () -> lockUntilRefused(handles);
        Callable<String> close = () -> closeAll(handles);
        try {
            assertThat(Together.run(Collections.nCopies(MANY, lock))).containsOnly("lock-limit");
            assertThat(here.usage().limit())
                    .isLessThanOrEqualTo(handles.size())
                    .isLessThanOrEqualTo(here.usage().capacity() / 4);
            assertThat(there.tryAcquire(LockName.of("many", "one more"))).hasValueSatisfying(LockHandle::close);
        } finally {
            Together.run(Collections.nCopies(MANY, close));
        }
        here.acquire(NAME, SOON).close();
    }

    private String lockUntilRefused(Queue<LockHandle> handles) {
        var names = UUID.randomUUID() + "-";
        try {
            for (int i = 0; i < here.usage().capacity(); i++) {
                handles.add(here.tryAcquire(LockName.of("many", names + i)).orElseThrow());
            }
            return "never refused";
        } catch (LockUnavailableException refused) {
            return refused.code();
        }
    }

    private static String closeAll(Queue<LockHandle> handles) {
        for (var handle = handles.poll(); handle != null; handle = handles.poll()) {
            handle.close();
        }
        return "closed";
    }
}
