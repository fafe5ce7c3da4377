// SPDX-License-Identifier: Apache-2.0
package io.howdah.test;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The faults of one proxy that are switched on at present, seen by all its connections at once. */
final class Faults {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean stalled;
    private long delayNanos;
    private volatile boolean refusing;
    private volatile @Nullable String armedTag;

    void stall(boolean stall) {
        change(() -> stalled = stall);
    }

    void delay(Duration delay) {
        if (delay.isNegative()) {
            throw new IllegalArgumentException("A proxy cannot delay by " + delay + ": it must not be negative.");
        }
        change(() -> delayNanos = delay.toNanos());
    }

    void refuse(boolean refuse) {
        refusing = refuse;
    }

    boolean refusing() {
        return refusing;
    }

    /** Waits until bytes that arrived at the given {@link System#nanoTime} may go on. */
    void awaitPassage(long arrivedAt) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (true) {
                long remaining = arrivedAt + delayNanos - System.nanoTime();
                if (stalled) {
                    changed.await();
                } else if (remaining > 0) {
                    changed.awaitNanos(remaining);
                } else {
                    return;
                }
            }
        } finally {
            lock.unlock();
        }
    }

    void arm(String tag) {
        change(() -> armedTag = tag);
    }

    boolean armed() {
        return armedTag != null;
    }

    /** Whether this is the reply waited for; it is so for one caller only. */
    boolean disarmBy(String tag) {
        lock.lock();
        try {
            String armed = armedTag;
            if (armed == null || !(tag.equals(armed) || tag.startsWith(armed + " "))) {
                return false;
            }
            armedTag = null;
            return true;
        } finally {
            lock.unlock();
        }
    }

    void none() {
        refuse(false);
        change(() -> {
            stalled = false;
            delayNanos = 0;
            armedTag = null;
        });
    }

    private void change(Runnable change) {
        lock.lock();
        try {
            change.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
