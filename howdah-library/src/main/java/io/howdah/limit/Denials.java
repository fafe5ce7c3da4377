// SPDX-License-Identifier: Apache-2.0
package io.howdah.limit;

import io.howdah.limit.Decision.Source;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Denials of a policy, remembered until they end: whoever keeps asking costs the database nothing. Never longer than a
 * second, so that a reset or a refund elsewhere is noticed. Thread-safe.
 */
final class Denials {
    private static final long LONGEST = Duration.ofSeconds(1).toNanos();
    private static final int MOST = 10_000;

    private final Map<String, Denial> denials = new ConcurrentHashMap<>();

    /** Whoever asks for at least as much before then is denied as well; in monotonic time. */
    private record Denial(long cost, long end, long room) {
        boolean hasEnded(long now) {
            return now - end >= 0;
        }
    }

    /** What is remembered about a check like this, if anything. */
    @Nullable
    Denied of(Check check) {
        var denial = denials.get(check.key());
        if (denial == null || check.cost() < denial.cost || check.aheadNanos() > 0) {
            return null;
        }
        var now = System.nanoTime();
        if (denial.hasEnded(now)) {
            denials.remove(check.key(), denial);
            return null;
        }
        return new Denied(Duration.ofNanos(denial.end - now), denial.room, Source.MEMORY);
    }

    /** The wait counts from when the question was sent: a memory never outlasts the denial. */
    void remember(Line line, Verdict verdict, long sentAt) {
        var now = System.nanoTime();
        if (denials.size() >= MOST) {
            denials.values().removeIf(denial -> denial.hasEnded(now));
        }
        var wait = Math.min(verdict.waitNanos(), LONGEST);
        if (line.aheadNanos() == 0 && denials.size() < MOST) {
            denials.put(line.key(), new Denial(line.cost(), sentAt + wait, verdict.room()));
        }
    }

    void forget(String key) {
        denials.remove(key);
    }
}
