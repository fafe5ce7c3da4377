// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import io.howdah.internal.Failures;
import io.howdah.internal.loop.Backoff;
import io.howdah.log.GroupStore.Held;
import io.howdah.log.Handling.Fenced;
import io.howdah.log.PartitionReader.Progress;
import io.howdah.log.PartitionReader.Stopped;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A virtual thread that takes a group through one partition for as long as this member holds it. Thread-safe. */
final class PartitionWorker {
    private static final Logger log = LoggerFactory.getLogger(PartitionWorker.class);

    /**
     * Whoever numbers says so; this is for those who are not told. Longer than whoever numbers rests ({@link Pauses}).
     */
    private static final Duration SHORTEST_POLL = Duration.ofMillis(100);

    private static final Duration LONGEST_POLL = Duration.ofSeconds(1);

    /**
     * Between two batches that are not full: as long as the last one took, within these. Events that come in a stream
     * are then handled several at a time, the more so the busier the database is.
     */
    private static final long SHORTEST_PAUSE = Duration.ofMillis(1).toNanos();

    private static final long LONGEST_PAUSE = Duration.ofMillis(25).toNanos();

    private static final Backoff RETRIES = Backoff.between(Duration.ofMillis(50), Duration.ofSeconds(5));

    private final Held held;
    private final PartitionReader reader;
    private final Handling handling;
    private final GroupStore groups;
    private final Runnable gone;

    /** Held during a step, so that one by hand never overlaps one by the thread. */
    private final ReentrantLock stepping = new ReentrantLock();

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private @Nullable Thread thread;
    private boolean woken;
    private volatile boolean retiring;
    private volatile boolean paused;
    private volatile boolean ended;

    /** @param gone is called when the partition is held no more, whatever the reason */
    PartitionWorker(Held held, PartitionReader reader, Handling handling, GroupStore groups, Runnable gone) {
        this.held = held;
        this.reader = reader;
        this.handling = handling;
        this.groups = groups;
        this.gone = gone;
    }

    long generation() {
        return held.generation();
    }

    void start() {
        lock.lock();
        try {
            if (thread == null && !ended) {
                thread = Thread.ofVirtual()
                        .name("howdah-log-" + held.group() + "-" + held.part())
                        .start(this::run);
            }
        } finally {
            lock.unlock();
        }
    }

    boolean isStarted() {
        lock.lock();
        try {
            return thread != null;
        } finally {
            lock.unlock();
        }
    }

    /** Something may be there: look at once. */
    void wake() {
        lock.lock();
        try {
            woken = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** What has been told so far is seen by the step that follows. */
    private void sleepAgain() {
        lock.lock();
        try {
            woken = false;
        } finally {
            lock.unlock();
        }
    }

    /** Somebody has decided something about this partition. */
    void reload() {
        reader.reload();
        wake();
    }

    void pause(boolean wanted) {
        if (paused != wanted) {
            paused = wanted;
            wake();
        }
    }

    /** Finishes the batch it is at, and gives the partition back. */
    void retire() {
        retiring = true;
        wake();
    }

    /** Drops everything: the partition is another's, or will be soon. */
    void lose() {
        retiring = true;
        reader.close();
        interrupt();
        if (!isStarted()) {
            discard();
        }
    }

    /** For one that was stepped by hand, and has no thread that would end. */
    void discard() {
        reader.release();
    }

    void interrupt() {
        reader.close();
        handling.interrupt();
        lock.lock();
        try {
            if (thread != null) {
                thread.interrupt();
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * A handler that takes too long is interrupted, and where that does not help, the partition is given to another.
     */
    void watch(Duration timeout) {
        if (handling.watch(timeout)) {
            log.error("The handler of {} has not ended although interrupted; the partition is given up", held);
            groups.giveUp(held);
            lose();
            end();
        }
    }

    boolean isEnded() {
        return ended;
    }

    private void run() {
        var poll = SHORTEST_POLL;
        int failures = 0;
        while (!retiring && !ended) {
            try {
                var began = System.nanoTime();
                sleepAgain();
                var progress = step();
                failures = 0;
                poll = progress == Progress.NONE ? longer(poll) : SHORTEST_POLL;
                if (progress == Progress.SOME) {
                    LockSupport.parkNanos(pauseAfter(System.nanoTime() - began));
                }
                if (progress != Progress.FULL) {
                    await(poll);
                }
            } catch (InterruptedException interrupted) {
                log.debug("{} is interrupted", held);
            } catch (RuntimeException failure) {
                failures++;
                log.warn("Reading for {} failed and will be tried again: {}", held, Failures.brief(failure));
                awaitQuietly(RETRIES.after(failures));
            } catch (Error failure) {
                // No memory, no stack: whoever holds a partition and reads no more keeps it from everybody.
                failures++;
                log.error("Reading for {} broke and will be tried again: {}", held, Failures.describe(failure));
                awaitQuietly(RETRIES.after(failures));
            }
        }
        release();
    }

    private static long pauseAfter(long nanos) {
        return Math.clamp(nanos, SHORTEST_PAUSE, LONGEST_PAUSE);
    }

    /** One batch. */
    Progress step() throws InterruptedException {
        stepping.lockInterruptibly();
        try {
            return ended || paused ? Progress.NONE : reader.step();
        } catch (Fenced lost) {
            log.info("{} is held by this process no more", held);
            end();
            return Progress.NONE;
        } catch (Stopped stopped) {
            log.error("{} stands still: {}", held, stopped.getMessage());
            groups.stop(held, stopped.why());
            end();
            return Progress.NONE;
        } finally {
            stepping.unlock();
        }
    }

    private void release() {
        try {
            if (!ended) {
                groups.release(held);
            }
        } catch (RuntimeException | Error failure) {
            var why = Failures.brief(failure);
            log.warn("{} could not be given back; it will be when this process leaves: {}", held, why);
        }
        end();
    }

    private void end() {
        ended = true;
        wake();
        reader.release();
        gone.run();
    }

    private void await(Duration poll) throws InterruptedException {
        lock.lock();
        try {
            var left = poll.toNanos();
            while (!woken && !retiring && left > 0) {
                left = changed.awaitNanos(left);
            }
            woken = false;
        } finally {
            lock.unlock();
        }
    }

    private void awaitQuietly(Duration wait) {
        try {
            await(wait);
        } catch (InterruptedException interrupted) {
            log.debug("{} is interrupted", held);
        }
    }

    boolean awaitEnd(long deadline) throws InterruptedException {
        lock.lock();
        try {
            while (!ended && thread != null) {
                var left = deadline - System.nanoTime();
                if (left <= 0) {
                    return false;
                }
                changed.await(left, TimeUnit.NANOSECONDS);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    private static Duration longer(Duration poll) {
        var doubled = poll.multipliedBy(2);
        return doubled.compareTo(LONGEST_POLL) < 0 ? doubled : LONGEST_POLL;
    }
}
