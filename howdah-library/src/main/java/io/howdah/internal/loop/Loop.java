// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.loop;

import io.howdah.DatabaseException;
import io.howdah.LoopState;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one lifecycle of background work: runs its task on a thread of its own, again and again, never twice at the same
 * time. The interval is jittered; {@link #wake} cuts it short; a failing task is run again after a growing wait, and
 * its error can be seen. Thread-safe.
 */
public final class Loop implements Background {
    /** One run; the answer says when the next is due. */
    @FunctionalInterface
    public interface Task {
        Next run() throws Exception;
    }

    private static final Logger log = LoggerFactory.getLogger(Loop.class);
    private static final Duration FIRST_RETRY = Duration.ofMillis(100);
    private static final Duration LAST_RETRY = Duration.ofSeconds(30);

    /** A statement that took too long and was ended by the server, or that waited too long for a lock. */
    private static final Set<String> BUSY = Set.of("57014", "55P03");

    private static final String THREAD_PREFIX = "howdah-";

    /** An application that starts is busy for about that long, and its neighbours start at the same moment. */
    private static final Duration SETTLED_AFTER = Duration.ofSeconds(1);

    private static final Duration SETTLED_WITHIN = Duration.ofSeconds(3);

    private final String name;
    private final Duration interval;
    private final Task task;
    private final Backoff retries;
    private final LoopRecord history = new LoopRecord();

    /** Held during a run, so that a run by hand never overlaps one by the thread. */
    private final ReentrantLock running = new ReentrantLock();

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private @Nullable Thread thread;
    private volatile boolean stopping;
    private boolean woken;
    private boolean alone;
    private boolean unhurried;
    private Runnable atEnd = () -> {};

    private Loop(String name, Duration interval, Task task) {
        this.name = name;
        this.interval = interval;
        this.task = task;
        // Never slower than the interval: a heartbeat that failed once must not wait longer than one that did not.
        var longest = interval.compareTo(LAST_RETRY) < 0 ? interval : LAST_RETRY;
        this.retries = Backoff.between(FIRST_RETRY, longest);
    }

    public static Loop every(Duration interval, String name, Task task) {
        if (interval.isNegative() || interval.isZero()) {
            throw new IllegalArgumentException("the interval of loop " + name + " must be positive: " + interval);
        }
        return new Loop(name, interval, task);
    }

    /** What the loop's own thread does last whenever it is stopped. */
    public Loop atEnd(Runnable cleanUp) {
        this.atEnd = cleanUp;
        return this;
    }

    /**
     * Its first run after a start comes at random between one and three seconds later, and never later than its
     * interval: for what is done now and then by anybody, and need not be done by a process that has just begun.
     */
    public Loop unhurried() {
        this.unhurried = true;
        return this;
    }

    /** Whether the caller is inside a loop's run: waiting for that loop to end would be waiting for oneself. */
    public static boolean isCurrentThreadOne() {
        return Thread.currentThread().getName().startsWith(THREAD_PREFIX);
    }

    @Override
    public String name() {
        return name;
    }

    /** While an earlier stop is still under way, its thread simply goes on: there is never more than one. */
    @Override
    public void start() {
        lock.lock();
        try {
            stopping = false;
            if (thread == null) {
                thread = Thread.ofPlatform().name(THREAD_PREFIX + name).daemon().unstarted(this::repeat);
                thread.start();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Makes the next run come at once; while one is under way, another follows it. */
    public void wake() {
        lock.lock();
        try {
            woken = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Like {@link #wake}; and while the loop is not started, a thread for it alone runs it until nothing is left to do.
     */
    public void wakeOrRun() {
        lock.lock();
        try {
            woken = true;
            changed.signalAll();
            if (thread != null || alone) {
                return;
            }
            alone = true;
        } finally {
            lock.unlock();
        }
        Thread.ofVirtual().name("run-" + name).start(this::runAlone);
    }

    private void runAlone() {
        while (hasReasonToRunAlone()) {
            try {
                for (var next = runOnce(); next.pause().isPresent(); next = runOnce()) {
                    Thread.sleep(next.pause().get());
                }
            } catch (Exception failure) {
                log.debug("Loop {}, which is not started, failed and is left until it is woken again", name, failure);
            }
        }
    }

    /** Decided under the lock: whoever wakes the loop after this starts a new thread. */
    private boolean hasReasonToRunAlone() {
        lock.lock();
        try {
            alone = woken && thread == null;
            woken = woken && !alone;
            return alone;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Next runOnce() throws Exception {
        running.lockInterruptibly();
        try {
            return history.record(task);
        } finally {
            running.unlock();
        }
    }

    @Override
    public void quiesce() {
        lock.lock();
        try {
            stopping = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean awaitQuiet(Duration limit) throws InterruptedException {
        lock.lock();
        try {
            var left = limit.toNanos();
            while (thread != null && !isLoopThread()) {
                if (left <= 0) {
                    return false;
                }
                left = changed.awaitNanos(left);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void interrupt() {
        lock.lock();
        try {
            if (thread != null && !isLoopThread()) {
                thread.interrupt();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public List<LoopState> states() {
        return List.of(state());
    }

    public LoopState state() {
        lock.lock();
        try {
            return history.state(name, thread != null);
        } finally {
            lock.unlock();
        }
    }

    public boolean isStarted() {
        lock.lock();
        try {
            return thread != null && !stopping;
        } finally {
            lock.unlock();
        }
    }

    private boolean isLoopThread() {
        return Thread.currentThread().equals(thread);
    }

    private void repeat() {
        do {
            var pause = unhurried ? settling() : Duration.ZERO;
            while (awaitDue(pause)) {
                pause = pauseAfterRun();
            }
            atEnd.run();
        } while (!ended());
    }

    /** Decided under the lock: a start that came while we cleaned up is not lost. */
    private boolean ended() {
        lock.lock();
        try {
            if (stopping) {
                thread = null;
                changed.signalAll();
            }
            return stopping;
        } finally {
            lock.unlock();
        }
    }

    private Duration pauseAfterRun() {
        var failedBefore = history.failures();
        try {
            var next = runOnce();
            if (failedBefore > 0) {
                log.info("Loop {} runs again after {} failures", name, failedBefore);
            }
            return next.pause().orElseGet(this::jittered);
        } catch (InterruptedException stopped) {
            return jittered();
        } catch (Throwable failure) {
            if (!stopping) {
                report(failure);
            }
            return retries.after(history.failures());
        }
    }

    /**
     * The whole of the first failure, unless the database is just away or busy, and then fewer and fewer lines: many
     * loops have the same trouble at the same time, and that is not news every time.
     */
    private void report(Throwable failure) {
        var failures = history.failures();
        if (failures > 1 && Integer.bitCount(failures) == 1) {
            log.warn("Loop {} failed {} times in a row: {}", name, failures, failure.toString());
        } else if (failures == 1 && isOfTheDatabase(failure)) {
            log.warn("Loop {} failed and will be tried again: {}", name, failure.getMessage());
        } else if (failures == 1) {
            log.warn("Loop {} failed and will be tried again", name, failure);
        }
    }

    private static boolean isOfTheDatabase(Throwable failure) {
        return failure instanceof DatabaseException said
                && (said.isRetryable() || BUSY.contains(String.valueOf(said.sqlState())));
    }

    /** Waits until the next run is due; false when the loop is to end. */
    private boolean awaitDue(Duration pause) {
        lock.lock();
        try {
            history.nextIn(pause);
            var left = pause.toNanos();
            while (!stopping && !woken && left > 0) {
                left = changed.awaitNanos(left);
            }
            woken = false;
            return !stopping;
        } catch (InterruptedException interrupted) {
            return !stopping;
        } finally {
            lock.unlock();
        }
    }

    private Duration settling() {
        var pause = Duration.ofMillis(
                ThreadLocalRandom.current().nextLong(SETTLED_AFTER.toMillis(), SETTLED_WITHIN.toMillis()));
        return pause.compareTo(interval) < 0 ? pause : jittered();
    }

    private Duration jittered() {
        var nanos = interval.toNanos();
        return Duration.ofNanos(nanos - nanos / 5 + ThreadLocalRandom.current().nextLong(nanos / 5 * 2 + 1));
    }
}
