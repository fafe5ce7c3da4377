// SPDX-License-Identifier: Apache-2.0
package io.howdah.lock;

import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** One thread that wants a lock, and what became of it. */
final class Waiter {
    private final LockName name;
    private final LockMode mode;
    private final boolean patient;
    private final long deadline;
    private final Thread thread = Thread.currentThread();
    private volatile @Nullable Outcome outcome;

    /** Granted, failed, or refused with neither. */
    private record Outcome(
            @Nullable LockHandle handle, @Nullable RuntimeException failure) {}

    private Waiter(LockName name, LockMode mode, boolean patient, long nanos) {
        this.name = name;
        this.mode = mode;
        this.patient = patient;
        this.deadline = System.nanoTime() + nanos;
    }

    static Waiter patient(LockName name, LockMode mode, long nanos) {
        return new Waiter(name, mode, true, nanos);
    }

    /** One that takes no for an answer as soon as there is one. */
    static Waiter trying(LockName name, LockMode mode) {
        return new Waiter(name, mode, false, Long.MAX_VALUE / 2);
    }

    LockName name() {
        return name;
    }

    LockMode mode() {
        return mode;
    }

    boolean isPatient() {
        return patient;
    }

    long nanosLeft() {
        return deadline - System.nanoTime();
    }

    void grant(LockHandle handle) {
        end(new Outcome(handle, null));
    }

    void fail(RuntimeException failure) {
        end(new Outcome(null, failure));
    }

    void refuse() {
        end(new Outcome(null, null));
    }

    private void end(Outcome outcome) {
        this.outcome = outcome;
        LockSupport.unpark(thread);
    }

    boolean isOver() {
        return outcome != null;
    }

    /** Waits for an outcome, an interrupt or the deadline, whichever is first. */
    void await() {
        while (outcome == null && nanosLeft() > 0 && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(this, nanosLeft());
        }
    }

    /** Empty when it was refused. */
    Optional<LockHandle> handle() {
        var ended = outcome;
        if (ended == null) {
            return Optional.empty();
        }
        if (ended.failure() != null) {
            throw ended.failure();
        }
        return Optional.ofNullable(ended.handle());
    }
}
