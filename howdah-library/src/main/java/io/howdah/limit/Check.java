// SPDX-License-Identifier: Apache-2.0
package io.howdah.limit;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** What one caller asks. One thread waits for the answer, another gives it. */
final class Check {
    private final String key;
    private final long cost;
    private final long aheadNanos;
    private final Thread caller = Thread.currentThread();
    private volatile @Nullable Decision decision;
    private volatile @Nullable RuntimeException failure;

    private Check(String key, long cost, long aheadNanos) {
        this.key = key;
        this.cost = cost;
        this.aheadNanos = aheadNanos;
    }

    static Check of(String key, long cost) {
        return new Check(key, cost, 0);
    }

    /** One that may be granted for later: the answer says when. */
    static Check ahead(String key, long cost, Duration longest) {
        return new Check(key, cost, longest.toNanos());
    }

    String key() {
        return key;
    }

    long cost() {
        return cost;
    }

    long aheadNanos() {
        return aheadNanos;
    }

    void answer(Decision decision) {
        this.decision = decision;
        LockSupport.unpark(caller);
    }

    void fail(RuntimeException failure) {
        this.failure = failure;
        LockSupport.unpark(caller);
    }

    /** Empty when there was no answer in time; one that comes later is nobody's. An interrupt is kept for later. */
    Optional<Decision> await(Duration patience) {
        var deadline = System.nanoTime() + patience.toNanos();
        var interrupted = false;
        while (decision == null && failure == null) {
            var left = deadline - System.nanoTime();
            if (left <= 0) {
                break;
            }
            LockSupport.parkNanos(this, left);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (failure != null) {
            throw failure;
        }
        return Optional.ofNullable(decision);
    }
}
