// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import io.howdah.lock.LockLostException;
import io.howdah.lock.LockName;
import io.howdah.lock.Locks;
import java.time.Duration;
import java.util.Optional;
import net.javacrumbs.shedlock.core.SimpleLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A lease that ShedLock holds. It ends once: by being released, by being extended into another, or by its time. */
final class ShedLock implements SimpleLock {
    private static final Logger log = LoggerFactory.getLogger(ShedLock.class);

    private final Locks locks;
    private final LockName name;
    private final long token;
    private final long keptUntil;
    private boolean over;

    /** @param keptUntil the monotonic time before which it is not given back, though it may be over for its holder */
    ShedLock(Locks locks, LockName name, long token, long keptUntil) {
        this.locks = locks;
        this.name = name;
        this.token = token;
        this.keptUntil = keptUntil;
    }

    @Override
    public synchronized void unlock() {
        requireNotOver();
        over = true;
        try {
            var left = Duration.ofNanos(keptUntil - System.nanoTime());
            if (left.isPositive()) {
                locks.renewLease(name, token, HowdahLockProvider.atLeastShortest(left));
            } else {
                locks.releaseLease(name, token);
            }
        } catch (LockLostException late) {
            log.warn(
                    "Lock {} was held for longer than lockAtMostFor: another process may have run beside this one",
                    name);
        }
    }

    @Override
    public synchronized Optional<SimpleLock> extend(Duration lockAtMostFor, Duration lockAtLeastFor) {
        requireNotOver();
        var now = System.nanoTime();
        try {
            locks.renewLease(name, token, HowdahLockProvider.atLeastShortest(lockAtMostFor));
        } catch (LockLostException late) {
            log.debug("Lock {} is not extended: {}", name, late.getMessage());
            return Optional.empty();
        }
        over = true;
        return Optional.of(new ShedLock(locks, name, token, now + lockAtLeastFor.toNanos()));
    }

    private void requireNotOver() {
        if (over) {
            throw new IllegalStateException("Lock " + name + " has been released or extended already");
        }
    }
}
