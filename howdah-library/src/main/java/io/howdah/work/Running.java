// SPDX-License-Identifier: Apache-2.0
package io.howdah.work;

import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An attempt that a thread is working on. It may be interrupted once, for one reason, and never after it has ended: the
 * thread's next piece of work must not suffer for it. Thread-safe.
 */
final class Running {
    /** Why an attempt was interrupted. */
    enum Reason {
        TIMEOUT,
        CANCELLED,
        STOPPING,
        MEMBERSHIP_LOST
    }

    private final Work work;
    private final UUID member;
    private final long startedAt = System.nanoTime();
    private final Thread thread = Thread.currentThread();
    private @Nullable Reason interruptedFor;
    private boolean ended;

    Running(Work work, UUID member) {
        this.work = work;
        this.member = member;
    }

    Work work() {
        return work;
    }

    UUID member() {
        return member;
    }

    boolean isOverdue() {
        return work.timeout()
                .filter(timeout -> System.nanoTime() - startedAt > timeout.toNanos())
                .isPresent();
    }

    Duration took() {
        return Duration.ofNanos(System.nanoTime() - startedAt);
    }

    synchronized void interrupt(Reason reason) {
        if (!ended && interruptedFor == null) {
            interruptedFor = reason;
            thread.interrupt();
        }
    }

    /** No interrupt comes after this; the answer is why there was one. */
    synchronized @Nullable Reason end() {
        ended = true;
        return interruptedFor;
    }
}
