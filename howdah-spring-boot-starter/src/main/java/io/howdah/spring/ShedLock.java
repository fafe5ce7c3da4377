// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import io.howdah.lock.LockLostException;
import io.howdah.lock.LockName;
import io.howdah.lock.Locks;
import java.sql.Connection;
import java.time.Duration;
import java.util.Optional;
import net.javacrumbs.shedlock.core.SimpleLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A lease that ShedLock holds. It ends once: by being released, by being extended into another, or by its time. */
final class ShedLock implements SimpleLock {
    private static final Logger log = LoggerFactory.getLogger(ShedLock.class);

    private final Lease lease;
    private final long keptUntil;
    private boolean over;

    /** @param keptUntil the monotonic time before which it is not given back, though it may be over for its holder */
    private ShedLock(Lease lease, long keptUntil) {
        this.lease = lease;
        this.keptUntil = keptUntil;
    }

    /** The current one of this thread until it is unlocked: ShedLock locks, runs and unlocks on one thread. */
    static ShedLock begin(Locks locks, LockName name, long token, Duration atMost) {
        var now = System.nanoTime();
        return new ShedLock(Lease.begin(locks, name, token, now + atMost.toNanos()), now);
    }

    @Override
    public synchronized void unlock() {
        requireNotOver();
        over = true;
        lease.end();
        try {
            var left = Duration.ofNanos(keptUntil - System.nanoTime());
            if (left.isPositive()) {
                lease.renew(HowdahLockProvider.atLeastShortest(left));
            } else {
                lease.locks.releaseLease(lease.name, lease.token);
            }
        } catch (LockLostException late) {
            log.warn(
                    "Lock {} was held for longer than lockAtMostFor: another process may have run beside this one",
                    lease.name);
        }
    }

    @Override
    public synchronized Optional<SimpleLock> extend(Duration lockAtMostFor, Duration lockAtLeastFor) {
        requireNotOver();
        var now = System.nanoTime();
        try {
            lease.renew(HowdahLockProvider.atLeastShortest(lockAtMostFor));
        } catch (LockLostException late) {
            log.debug("Lock {} is not extended: {}", lease.name, late.getMessage());
            return Optional.empty();
        }
        over = true;
        return Optional.of(new ShedLock(lease, now + lockAtLeastFor.toNanos()));
    }

    private void requireNotOver() {
        if (over) {
            throw new IllegalStateException("Lock " + lease.name + " has been released or extended already");
        }
    }

    /** What is held, however often it is extended. */
    static final class Lease {
        private static final ThreadLocal<@Nullable Lease> CURRENT = new ThreadLocal<>();

        private final Locks locks;
        private final LockName name;
        private final long token;
        private final @Nullable Lease outer;
        private volatile long expiry;
        private volatile boolean ended;

        private Lease(Locks locks, LockName name, long token, @Nullable Lease outer, long expiry) {
            this.locks = locks;
            this.name = name;
            this.token = token;
            this.outer = outer;
            this.expiry = expiry;
        }

        private static Lease begin(Locks locks, LockName name, long token, long expiry) {
            var lease = new Lease(locks, name, token, innermost(CURRENT.get()), expiry);
            CURRENT.set(lease);
            return lease;
        }

        static Optional<Lease> current() {
            return Optional.ofNullable(CURRENT.get());
        }

        long token() {
            return token;
        }

        void fence(Connection transaction) {
            locks.fenceLease(transaction, name, token);
        }

        private void renew(Duration atMost) {
            var now = System.nanoTime();
            locks.renewLease(name, token, atMost);
            expiry = now + atMost.toNanos();
        }

        private void end() {
            ended = true;
            if (equals(CURRENT.get())) {
                var next = innermost(outer);
                if (next == null) {
                    CURRENT.remove();
                } else {
                    CURRENT.set(next);
                }
            }
        }

        /** Passes over those that nobody unlocks on this thread, so that they do not pile up. */
        private static @Nullable Lease innermost(@Nullable Lease lease) {
            var held = lease;
            while (held != null && (held.ended || System.nanoTime() - held.expiry > 0)) {
                held = held.outer;
            }
            return held;
        }
    }
}
