// SPDX-License-Identifier: Apache-2.0
package io.howdah;

import io.howdah.internal.Platform;
import io.howdah.internal.loop.Background;
import io.howdah.internal.loop.Backoff;
import io.howdah.internal.loop.Loop;
import io.howdah.internal.loop.Next;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starting and stopping, in order, once at a time, from any thread. */
final class Lifecycle {
    private static final Logger log = LoggerFactory.getLogger(Lifecycle.class);

    /** Work that makes new work for ever must not hang whoever drains. */
    private static final int MOST_PASSES = 10_000;

    private static final Backoff RETRIES = Backoff.between(Duration.ofMillis(100), Duration.ofSeconds(5));

    private enum Stage {
        STOPPED,
        STARTING,
        RUNNING,
        CLOSED
    }

    private final Platform platform;
    private final Duration stopWithin;
    private final Runnable checks;
    private final ReentrantLock lock = new ReentrantLock();
    private Stage stage = Stage.STOPPED;

    Lifecycle(Platform platform, Duration stopWithin, Runnable checks) {
        this.platform = platform;
        this.stopWithin = stopWithin;
        this.checks = checks;
    }

    void start() {
        lock.lock();
        try {
            requireOpen();
            if (stage != Stage.RUNNING) {
                checks.run();
                begin();
            }
        } finally {
            lock.unlock();
        }
    }

    /** What may be refused is checked here; what takes its time is done beside the caller. */
    void startSoon() {
        lock.lock();
        try {
            requireOpen();
            if (stage == Stage.STOPPED) {
                checks.run();
                stage = Stage.STARTING;
                platform.backgrounds().expectStart();
                Thread.ofPlatform().name("start-howdah").daemon().start(this::beginUntilDone);
            }
        } finally {
            lock.unlock();
        }
    }

    /** A database that goes away after the checks is waited for, as it would be later. */
    private void beginUntilDone() {
        for (int failures = 1; !beginUnlessStopped(); failures++) {
            RETRIES.pause(failures);
        }
    }

    private boolean beginUnlessStopped() {
        lock.lock();
        try {
            if (stage == Stage.STARTING) {
                begin();
            }
            return true;
        } catch (DatabaseException failure) {
            log.warn("Could not join and will try again: {}", failure.getMessage());
            return false;
        } catch (RuntimeException failure) {
            // Nobody waits for this thread: what it does not try again would be noticed by nobody.
            log.error("Could not start and will try again", failure);
            return false;
        } finally {
            lock.unlock();
        }
    }

    private void begin() {
        platform.membership().join();
        platform.membership().backgrounds().start();
        platform.wakeups().backgrounds().start();
        platform.backgrounds().start();
        stage = Stage.RUNNING;
    }

    /** Runs every loop in the calling thread until none has more to do. */
    void drain() {
        lock.lock();
        try {
            var joined = stage != Stage.RUNNING;
            if (joined) {
                requireOpen();
                checks.run();
                platform.membership().join();
            }
            try {
                runUntilIdle();
            } finally {
                if (joined) {
                    platform.membership().leave();
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private void runUntilIdle() {
        for (int pass = 0; pass < MOST_PASSES; pass++) {
            var idle = true;
            for (var background : platform.backgrounds().all()) {
                idle &= !runOnce(background).isNow();
            }
            if (idle) {
                return;
            }
        }
        throw new IllegalStateException("there was more to do after " + MOST_PASSES + " passes over all loops");
    }

    private static Next runOnce(Background background) {
        try {
            return background.runOnce();
        } catch (RuntimeException failure) {
            throw failure;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while draining " + background.name(), interrupted);
        } catch (Exception failure) {
            throw new IllegalStateException("draining " + background.name() + " failed", failure);
        }
    }

    private void requireOpen() {
        if (stage == Stage.CLOSED) {
            throw new IllegalStateException("this Howdah is closed");
        }
    }

    void stop() {
        end(Stage.STOPPED);
    }

    void close() {
        end(Stage.CLOSED);
    }

    private void end(Stage last) {
        if (Loop.isCurrentThreadOne()) {
            // What runs here is among what a stop waits for.
            Thread.ofPlatform().name("stop-howdah").start(() -> endNow(last));
        } else {
            endNow(last);
        }
    }

    private void endNow(Stage last) {
        lock.lock();
        try {
            platform.backgrounds().expectNoStart();
            if (stage == Stage.RUNNING) {
                stopRunning();
            }
            if (stage != Stage.CLOSED) {
                stage = last;
            }
        } finally {
            lock.unlock();
        }
    }

    /** The heartbeat goes on until everything else has ended: what still runs must not look like a dead member's. */
    private void stopRunning() {
        var membership = platform.membership();
        membership.drain();
        try {
            var unquiet = platform.backgrounds().stop(stopWithin);
            if (!unquiet.isEmpty()) {
                log.error("Did not end although interrupted: {}", unquiet);
            }
            platform.wakeups().backgrounds().stop(stopWithin);
            membership.backgrounds().stop(stopWithin);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            log.warn("Interrupted while stopping; what still runs is left to end by itself");
        } finally {
            membership.leave();
        }
    }
}
