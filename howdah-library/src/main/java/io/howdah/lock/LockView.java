// SPDX-License-Identifier: Apache-2.0
package io.howdah.lock;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/** A session lock for code that wants a {@link Lock}: it belongs to the thread that locked it. */
final class LockView implements Lock {
    /** Waiting is bounded everywhere; those who want to wait for ever wait for this again and again. */
    private static final Duration FOR_EVER = Duration.ofHours(1);

    private final SessionLocks locks;
    private final LockName name;
    private final boolean reentrant;
    private final Map<Thread, ArrayDeque<LockHandle>> held = new HashMap<>();

    LockView(SessionLocks locks, LockName name, boolean reentrant) {
        this.locks = locks;
        this.name = name;
        this.reentrant = reentrant;
    }

    @Override
    public void lock() {
        var interrupted = false;
        while (true) {
            try {
                lockInterruptibly();
                break;
            } catch (InterruptedException later) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
        while (!tryLock(FOR_EVER.toNanos(), TimeUnit.NANOSECONDS)) {
            Thread.onSpinWait();
        }
    }

    @Override
    public boolean tryLock() {
        if (enterAgain()) {
            return true;
        }
        var handle = locks.tryAcquire(name, LockMode.EXCLUSIVE);
        handle.ifPresent(this::enter);
        return handle.isPresent();
    }

    @Override
    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
        if (enterAgain()) {
            return true;
        }
        try {
            enter(locks.acquire(name, LockMode.EXCLUSIVE, Duration.ofNanos(Math.max(0, unit.toNanos(time)))));
            return true;
        } catch (LockTimeoutException late) {
            return false;
        }
    }

    /**
     * Releases it.
     *
     * @throws IllegalMonitorStateException if this thread has not locked it
     * @throws LockLostException if it was lost meanwhile
     */
    @Override
    public void unlock() {
        Optional<LockHandle> last;
        synchronized (held) {
            var mine = held.get(Thread.currentThread());
            if (mine == null) {
                throw new IllegalMonitorStateException("lock " + name + " is not locked by this thread");
            }
            var handle = mine.pop();
            last = mine.isEmpty() ? Optional.of(handle) : Optional.empty();
            if (mine.isEmpty()) {
                held.remove(Thread.currentThread());
            }
        }
        last.ifPresent(LockHandle::close);
    }

    @Override
    public Condition newCondition() {
        throw new UnsupportedOperationException("a lock between processes has no conditions");
    }

    private boolean enterAgain() {
        synchronized (held) {
            var mine = held.get(Thread.currentThread());
            if (mine == null || !reentrant) {
                return false;
            }
            mine.element().requireHeld();
            mine.push(mine.element());
            return true;
        }
    }

    private void enter(LockHandle handle) {
        synchronized (held) {
            held.computeIfAbsent(Thread.currentThread(), thread -> new ArrayDeque<>())
                    .push(handle);
        }
    }

    @Override
    public String toString() {
        return name + (reentrant ? " (re-entrant)" : "");
    }
}
