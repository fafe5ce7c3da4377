// SPDX-License-Identifier: Apache-2.0
package io.howdah.limit;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The process hands out first and writes down later, but never has more than so much unwritten. What was handed out is
 * debited whether or not there was room, so that later checks pay for what was too much.
 */
final class Approximate implements Mode {
    private static final int MOST_KEYS = 10_000;

    private final Denials denials = new Denials();
    private final Map<String, Estimate> estimates = new ConcurrentHashMap<>();
    private final long unwritten;

    Approximate(long unwritten) {
        this.unwritten = unwritten;
    }

    @Override
    public @Nullable Decision local(Check check) {
        var estimate = estimates.get(check.key());
        var granted = estimate == null || check.aheadNanos() > 0 ? null : estimate.take(check);
        return granted == null ? denials.of(check) : granted;
    }

    /** Somebody has to ask, and it is the one who waits. */
    @Override
    public @Nullable Decision settle(Check check) {
        return null;
    }

    @Override
    public void load(Line line) {
        var estimate = estimates.get(line.key());
        if (estimate != null) {
            line.used(estimate.settle());
        }
    }

    @Override
    public void unload(Line line) {
        var estimate = estimates.get(line.key());
        if (estimate != null) {
            estimate.settlingFailed(line.used(), System.nanoTime());
        }
    }

    @Override
    public void learn(Line line, Verdict verdict, long sentAt) {
        var now = System.nanoTime();
        if (verdict.granted() < line.checks().size()) {
            denials.remember(line, verdict, sentAt);
        }
        if (estimates.size() >= MOST_KEYS) {
            estimates.values().removeIf(estimate -> estimate.isIdle(now) && estimate.owesNothing());
        }
        var estimate = estimates.size() < MOST_KEYS
                ? estimates.computeIfAbsent(line.key(), key -> new Estimate(now))
                : estimates.get(line.key());
        if (estimate != null) {
            estimate.learn(verdict, unwritten, now);
        }
    }

    @Override
    public void refunded(String key) {
        denials.forget(key);
    }

    /** What was handed out before a reset is still written down. */
    @Override
    public void forget(String key) {
        denials.forget(key);
    }

    @Override
    public List<Line> debts() {
        var now = System.nanoTime();
        return estimates.entrySet().stream()
                .filter(entry ->
                        entry.getValue().isIdle(now) && !entry.getValue().owesNothing())
                .map(entry -> Line.empty(entry.getKey()))
                .toList();
    }
}
