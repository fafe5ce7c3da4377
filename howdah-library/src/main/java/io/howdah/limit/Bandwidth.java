// SPDX-License-Identifier: Apache-2.0
package io.howdah.limit;

import java.time.Duration;

/**
 * So many in a period: of a bucket as it refills, or of every window of that length. Made by {@link RateLimit#allow}
 * and {@link RateLimit#window}.
 */
public record Bandwidth(long count, Duration period, boolean isWindow) {
    private static final long MOST = 1_000_000_000;
    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final Duration LONGEST = Duration.ofDays(366);

    public Bandwidth {
        if (count < 1 || count > MOST) {
            throw new IllegalArgumentException("a limit must be 1 to " + MOST + " per period: " + count);
        }
        if (period.compareTo(SHORTEST) < 0 || period.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "the period of a limit must be " + SHORTEST + " to " + LONGEST + ": " + period);
        }
        if (count > period.toNanos()) {
            throw new IllegalArgumentException("a limit of " + count + " in " + period + " is none");
        }
    }

    /** The time that refills one token, never less than it is: the limit is never exceeded by rounding. */
    long tokenNanos() {
        return Math.ceilDiv(period.toNanos(), count);
    }

    /** The most that can be granted at once when tokens may be used this much after they were counted. */
    long capacity(long slackNanos) {
        return isWindow ? count : (count * tokenNanos() - slackNanos) / tokenNanos();
    }

    /** A window is remembered in twentieths: any period touches 21 of them, and one more if leases delay the use. */
    int slices(long slackNanos) {
        if (!isWindow) {
            return 0;
        }
        return slackNanos > 0 ? 22 : 21;
    }

    @Override
    public String toString() {
        return count + (isWindow ? " in every " : " per ") + period;
    }
}
