// SPDX-License-Identifier: Apache-2.0
package io.howdah.limit;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The process takes tokens ahead and hands them out while they last. They were counted at most a lease's length before
 * they are used: buckets are smaller by what refills in that time, and windows remember a slice more, so that no limit
 * is ever exceeded.
 */
final class Leased implements Mode {
    private static final int MOST_KEYS = 10_000;

    private final Denials denials = new Denials();
    private final Map<String, Lease> leases = new ConcurrentHashMap<>();
    private final long lengthNanos;
    private final long most;

    Leased(RateLimit policy) {
        // A little less than what is allowed for, lest the clocks of process and database run at different speeds.
        this.lengthNanos = policy.slackNanos() - policy.slackNanos() / 50;
        this.most = policy.mostAtOnce() / 8;
    }

    @Override
    public @Nullable Decision local(Check check) {
        var lease = leases.get(check.key());
        var granted = lease == null || check.aheadNanos() > 0 ? null : lease.take(check);
        return granted == null ? denials.of(check) : granted;
    }

    @Override
    public @Nullable Decision settle(Check check) {
        return local(check);
    }

    @Override
    public void load(Line line) {
        var lease = leases.get(line.key());
        if (line.aheadNanos() == 0 && lease != null) {
            line.extra(lease.renew(most));
        }
    }

    @Override
    public void unload(Line line) {
        var lease = leases.get(line.key());
        if (lease != null) {
            lease.renewalFailed();
        }
    }

    @Override
    public void learn(Line line, Verdict verdict, long sentAt) {
        if (verdict.granted() < line.checks().size()) {
            denials.remember(line, verdict, sentAt);
        }
        if (leases.size() >= MOST_KEYS) {
            leases.values().removeIf(Lease::hasEnded);
        }
        var lease = leases.get(line.key());
        var isNew = verdict.extra() > 0 || lease == null || lease.hasEnded();
        if (isNew && line.aheadNanos() == 0 && leases.size() < MOST_KEYS) {
            leases.put(line.key(), new Lease(line.extra(), sentAt + lengthNanos, verdict));
        }
    }

    @Override
    public void refunded(String key) {
        denials.forget(key);
    }

    @Override
    public void forget(String key) {
        denials.forget(key);
        leases.remove(key);
    }

    @Override
    public List<Line> debts() {
        return List.of();
    }
}
