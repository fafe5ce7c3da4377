// SPDX-License-Identifier: Apache-2.0
package io.howdah.lock;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Work under a lock that is interrupted when it takes too long or the lock is lost. The lock is released when the work
 * has really ended, however long that takes: a lock that is released while the work goes on excludes nobody.
 */
final class HoldLimit {
    private final Thread worker = Thread.currentThread();
    private final CountDownLatch over = new CountDownLatch(1);
    private boolean ended;
    private boolean overrun;
    private @Nullable String lost;

    private HoldLimit() {}

    static <T> T run(LockHandle lock, Duration maxHold, LockedWork<T> work) throws Exception {
        var limit = new HoldLimit();
        lock.onLost(limit::lost);
        Thread.ofVirtual().name("lock-limit-" + lock.name()).start(() -> limit.watch(maxHold));
        try (lock) {
            T result;
            try {
                result = work.run(lock);
            } catch (Exception failure) {
                limit.end();
                throw limit.verdict(lock, maxHold, failure);
            } catch (Error failure) {
                limit.end();
                throw failure;
            }
            limit.end();
            if (limit.wasCut()) {
                throw limit.verdict(lock, maxHold, null);
            }
            return result;
        }
    }

    private void watch(Duration maxHold) {
        try {
            if (!over.await(maxHold.toNanos(), TimeUnit.NANOSECONDS)) {
                cut(null);
            }
        } catch (InterruptedException nobodyDoesThat) {
            cut(null);
        }
    }

    private void lost(String why) {
        cut(why);
    }

    /** In the monitor, so that the interrupt cannot hit what the thread does afterwards. */
    private synchronized void cut(@Nullable String why) {
        if (!ended) {
            overrun |= why == null;
            lost = lost == null ? why : lost;
            worker.interrupt();
        }
    }

    private synchronized void end() {
        ended = true;
        over.countDown();
        if (wasCut()) {
            Thread.interrupted();
        }
    }

    private synchronized boolean wasCut() {
        return overrun || lost != null;
    }

    private synchronized Exception verdict(LockHandle lock, Duration maxHold, @Nullable Exception failure) {
        if (lost != null) {
            return new LockLostException(lock.name(), lost, failure);
        }
        if (overrun) {
            return new LockOverrunException(lock.name(), maxHold, failure);
        }
        return failure == null ? new IllegalStateException("nothing was cut") : failure;
    }
}
