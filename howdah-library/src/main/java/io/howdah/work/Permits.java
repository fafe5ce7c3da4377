// SPDX-License-Identifier: Apache-2.0
package io.howdah.work;

import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** How many may work at a time; the number can be changed while they work. Thread-safe. */
final class Permits {
    private final AtomicInteger taken = new AtomicInteger();
    private volatile int most;

    Permits(int most) {
        this.most = most;
    }

    int most() {
        return most;
    }

    /** Takes none back: after a smaller number it takes until enough have ended. */
    void most(int most) {
        this.most = most;
    }

    int taken() {
        return taken.get();
    }

    /**
     * The first of those who wait, with a permit, to be {@link #release released}; nobody when there is no permit, or
     * when nobody waits.
     */
    <T> @Nullable T next(Queue<T> waiting) {
        while (!waiting.isEmpty() && tryAcquire()) {
            var first = waiting.poll();
            if (first != null) {
                return first;
            }
            // Somebody else has it. Whoever came meanwhile found the permit taken by us, and nobody else looks for it.
            release();
        }
        return null;
    }

    private boolean tryAcquire() {
        while (true) {
            var now = taken.get();
            if (now >= most) {
                return false;
            }
            if (taken.compareAndSet(now, now + 1)) {
                return true;
            }
        }
    }

    void release() {
        taken.decrementAndGet();
    }
}
