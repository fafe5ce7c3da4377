// SPDX-License-Identifier: Apache-2.0
package io.howdah.lock;

import java.sql.Connection;
import java.time.Duration;

/**
 * A lease behind its handle.
 *
 * <p>The safety argument. Let t be the local monotonic time from just before the lease was last asked for or renewed,
 * and d the database's time when it answered, so t is not later than d. The database gives it to nobody else before d +
 * ttl. The holder stops counting on it at t + ttl - margin. So it stops, and is told, a margin before anybody else may
 * have it; the margin also covers clocks that do not run equally fast. What is overdue once stays lost, whatever answer
 * comes late.
 */
final class LeaseHolding implements LockHandle.Holding {
    private static final Duration LONGEST_MARGIN = Duration.ofSeconds(10);

    private final Leases leases;
    private final LeaseOptions options;
    private final LockHandle handle;
    private volatile long sentAt;

    LeaseHolding(Leases leases, LockName name, long token, LeaseOptions options, long sentAt) {
        this.leases = leases;
        this.options = options;
        this.sentAt = sentAt;
        this.handle = new LockHandle(name, token, this);
    }

    LockHandle handle() {
        return handle;
    }

    LockName name() {
        return handle.name();
    }

    long token() {
        return handle.token();
    }

    Duration ttl() {
        return options.ttl();
    }

    boolean isRenewed() {
        return options.isRenewed();
    }

    /** Four times in its life, so that two may fail. */
    long renewalDue() {
        return sentAt + ttl().toNanos() / 4;
    }

    long deadline() {
        var margin = Math.min(ttl().toNanos() / 4, LONGEST_MARGIN.toNanos());
        return sentAt + ttl().toNanos() - margin;
    }

    /** False when the answer came too late. */
    boolean renewed(long sent) {
        if (!isProven()) {
            return false;
        }
        sentAt = sent;
        return true;
    }

    @Override
    public boolean isProven() {
        return System.nanoTime() - deadline() < 0;
    }

    @Override
    public void release() {
        leases.release(this);
    }

    @Override
    public void fence(Connection transaction) {
        leases.fence(this, transaction);
    }

    @Override
    public LockLostException refuse(Connection transaction, String why) {
        return leases.refuse(this, transaction, why);
    }
}
