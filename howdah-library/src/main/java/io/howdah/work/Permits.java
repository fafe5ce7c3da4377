// SPDX-License-Identifier: Apache-2.0
package io.howdah.work;

import java.util.concurrent.atomic.AtomicInteger;

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

    boolean tryAcquire() {
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
