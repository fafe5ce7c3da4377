// SPDX-License-Identifier: Apache-2.0
package io.howdah.work;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Where the threads of this process wait for work of one queue. One claims for all, so that sixty receivers cost the
 * database as much as one; while nothing is there, the first who waits has it look again from time to time, and no
 * connection is held. Thread-safe.
 */
final class Reception {
    private static final int MOST_AT_ONCE = 1_000;
    private static final Duration SHORTEST_POLL = Duration.ofMillis(20);
    private static final Duration LONGEST_POLL = Duration.ofSeconds(1);

    private final Claim claim;
    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<Waiter> waiters = new ArrayDeque<>();
    private boolean claiming;

    /** Something may be there that nobody has looked for. */
    private boolean fresh;

    private Duration poll = SHORTEST_POLL;
    private long nextLook = System.nanoTime();

    /** Takes up to so many. Never called by two threads at a time. */
    @FunctionalInterface
    interface Claim {
        Intake.Taken take(int most, Optional<Duration> hold);
    }

    /** One thread that waits. Its fields are guarded by the lock. */
    private static final class Waiter {
        private final int most;
        private final Optional<Duration> hold;
        private final Condition turn;
        private final List<Work> rows = new ArrayList<>();
        private @Nullable RuntimeException failure;

        /** Somebody has looked since this one came. */
        private boolean looked;

        /** A claim for this one is under way. */
        private boolean asked;

        /** It sleeps until a claim has ended, however long that takes. */
        private boolean parked;

        /** It does not wait any longer than a claim that is under way. */
        private boolean goesHome;

        private boolean over;

        Waiter(int most, Optional<Duration> hold, Condition turn) {
            this.most = most;
            this.hold = hold;
            this.turn = turn;
        }

        void end() {
            over = true;
            turn.signal();
        }
    }

    Reception(Claim claim) {
        this.claim = claim;
    }

    /** Up to so many, as soon as there is one; none when the wait is over. */
    List<Work> receive(int most, Optional<Duration> hold, Duration wait) throws InterruptedException {
        var deadline = System.nanoTime() + wait.toNanos();
        lock.lock();
        try {
            var mine = new Waiter(Math.min(most, MOST_AT_ONCE), hold, lock.newCondition());
            waiters.addLast(mine);
            fresh = true;
            try {
                await(mine, deadline);
            } finally {
                waiters.remove(mine);
                wakeFirst();
            }
            if (mine.failure != null) {
                throw mine.failure;
            }
            return mine.rows;
        } finally {
            lock.unlock();
        }
    }

    /** Something may be there: look at once. */
    void wake() {
        lock.lock();
        try {
            fresh = true;
            poll = SHORTEST_POLL;
            wakeFirst();
        } finally {
            lock.unlock();
        }
    }

    /** Whoever waits goes home with what there is; a claim that is under way is still handed out. */
    void stop() {
        lock.lock();
        try {
            for (var one : waiters) {
                one.goesHome = true;
                if (!one.asked) {
                    one.end();
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private void wakeFirst() {
        var first = waiters.peekFirst();
        if (first != null) {
            first.turn.signal();
        }
    }

    private void await(Waiter mine, long deadline) throws InterruptedException {
        var interrupted = false;
        while (!mine.over) {
            if (interrupted && !mine.asked) {
                throw new InterruptedException("interrupted while waiting for messages");
            }
            if (mine.looked && !mine.asked && deadline - System.nanoTime() <= 0) {
                return;
            } else if (!claiming && (fresh || nextLook - System.nanoTime() <= 0)) {
                claimForAll();
            } else {
                interrupted |= pause(mine, deadline);
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** What is being claimed for somebody must be handed to it: it cannot leave meanwhile. */
    @SuppressWarnings("WaitNotInLoop") // The caller's loop.
    private boolean pause(Waiter mine, long deadline) throws InterruptedException {
        if (mine.asked || (claiming && !mine.looked)) {
            mine.parked = true;
            mine.turn.awaitUninterruptibly();
            mine.parked = false;
            return false;
        }
        var isFirst = mine.equals(waiters.peekFirst());
        var until = isFirst && nextLook - deadline < 0 ? nextLook : deadline;
        try {
            mine.turn.awaitNanos(until - System.nanoTime());
            return false;
        } catch (InterruptedException interrupt) {
            if (mine.asked || !mine.rows.isEmpty()) {
                return true;
            }
            throw interrupt;
        }
    }

    /** By a thread of its own: if one who waits is interrupted, the statement must not break for all. */
    private void claimForAll() {
        var present = List.copyOf(waiters);
        var asking = asking();
        claiming = true;
        fresh = false;
        asking.forEach(one -> one.asked = true);
        Thread.ofVirtual().name("claim-for-receivers").start(() -> claim(present, asking));
    }

    private void claim(List<Waiter> present, List<Waiter> asking) {
        var most =
                Math.min(MOST_AT_ONCE, asking.stream().mapToInt(one -> one.most).sum());
        Intake.Taken taken = null;
        Throwable failure = null;
        try {
            taken = claim.take(most, asking.getFirst().hold);
        } catch (Throwable thrown) {
            failure = thrown;
        }
        lock.lock();
        try {
            claiming = false;
            asking.forEach(one -> one.asked = false);
            if (taken == null) {
                fail(asking, failure);
                fresh = true;
            } else {
                handOut(asking, taken);
                var all = taken.rows().size() < most && !taken.more();
                present.forEach(one -> one.looked |= all);
                fresh |= !all;
                lookAgain(taken);
            }
            waiters.stream().filter(one -> one.parked).forEach(one -> one.turn.signal());
            wakeFirst();
        } finally {
            lock.unlock();
        }
    }

    /** Those who want to hold it as long as the first does, as many as one claim can serve. */
    private List<Waiter> asking() {
        var asking = new ArrayList<Waiter>();
        var wanted = 0;
        for (var one : waiters) {
            if (!one.over && wanted < MOST_AT_ONCE && (asking.isEmpty() || one.hold.equals(asking.getFirst().hold))) {
                asking.add(one);
                wanted += one.most;
            }
        }
        return asking;
    }

    private static void fail(List<Waiter> asking, @Nullable Throwable failure) {
        for (var one : asking) {
            one.failure = failure instanceof RuntimeException known
                    ? known
                    : new IllegalStateException("a claim for several receivers failed", failure);
            one.end();
        }
    }

    /** In turn, one to each, until all is given: many hands do it sooner than one. */
    private static void handOut(List<Waiter> asking, Intake.Taken taken) {
        var turn = 0;
        for (var row : taken.rows()) {
            while (asking.get(turn % asking.size()).rows.size() >= asking.get(turn % asking.size()).most) {
                turn++;
            }
            asking.get(turn++ % asking.size()).rows.add(row.work());
        }
        asking.stream().filter(one -> one.goesHome || !one.rows.isEmpty()).forEach(Waiter::end);
    }

    private void lookAgain(Intake.Taken taken) {
        if (taken.rows().isEmpty()) {
            var doubled = poll.multipliedBy(2);
            poll = doubled.compareTo(LONGEST_POLL) < 0 ? doubled : LONGEST_POLL;
        }
        var pause = taken.pause().filter(given -> given.compareTo(poll) < 0).orElse(poll);
        nextLook = System.nanoTime() + pause.toNanos();
    }
}
