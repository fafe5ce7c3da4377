// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import io.howdah.lock.LeaseOptions;
import io.howdah.lock.LockName;
import io.howdah.lock.LockedWork;
import io.howdah.lock.Locks;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The lock of one method. */
record LockGuard(Locks locks, String namespace, ArgumentText name, Limits limits, Locked.IfBusy ifBusy) {
    private static final Duration LONGEST_WAIT = Duration.ofDays(1);
    private static final Duration LONGEST_HOLD = Duration.ofDays(7);

    /** How long it is waited for and held, and whether it is a lease. */
    record Limits(Duration patience, Duration hold, Optional<LeaseOptions> lease) {}

    LockGuard {
        if (limits.patience().isNegative() || limits.patience().compareTo(LONGEST_WAIT) > 0) {
            throw new IllegalArgumentException("waitFor must be up to 1 day: " + limits.patience());
        }
        if (!limits.hold().isPositive() || limits.hold().compareTo(LONGEST_HOLD) > 0) {
            throw new IllegalArgumentException("maxHold must be up to 7 days: " + limits.hold());
        }
        // What depends on arguments is checked when they are known.
        LockName.of(namespace, name.constant().orElse("name"));
    }

    @Nullable
    Object run(@Nullable Object[] arguments, LockedWork<Optional<Object>> work) throws Exception {
        var lock = LockName.of(namespace, name.with(arguments));
        LockedWork<Optional<Object>> inside = held -> CurrentLock.within(held, work);
        var answer = limits.lease().isPresent()
                ? locks.withLease(lock, limits.lease().get(), limits.patience(), limits.hold(), inside)
                : locks.withLock(lock, limits.patience(), limits.hold(), inside);
        return answer.orElse(null);
    }
}
