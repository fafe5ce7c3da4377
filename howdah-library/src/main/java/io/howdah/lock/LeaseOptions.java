// SPDX-License-Identifier: Apache-2.0
package io.howdah.lock;

import java.time.Duration;

/** How a lease is to be had. Immutable. */
public final class LeaseOptions {
    private static final Duration SHORTEST_TTL = Duration.ofMillis(500);
    private static final Duration LONGEST_TTL = Duration.ofDays(7);
    private static final Duration LONGEST_DELAY = Duration.ofHours(1);
    private static final int MOST_PERMITS = 1000;
    private static final LeaseOptions DEFAULT =
            new LeaseOptions(Duration.ofSeconds(30), Duration.ZERO, Duration.ZERO, 1, true);

    private final Duration ttl;
    private final Duration delay;
    private final Duration minHold;
    private final int permits;
    private final boolean renewed;

    private LeaseOptions(Duration ttl, Duration delay, Duration minHold, int permits, boolean renewed) {
        this.ttl = ttl;
        this.delay = delay;
        this.minHold = minHold;
        this.permits = permits;
        this.renewed = renewed;
    }

    /** 30 s, renewed while the process lives, one holder, free at once when it is released or has expired. */
    public static LeaseOptions standard() {
        return DEFAULT;
    }

    /** How long it lasts when its holder is not heard of any more: 500 ms to 7 days. */
    public LeaseOptions ttl(Duration ttl) {
        require("ttl", ttl, SHORTEST_TTL, LONGEST_TTL);
        return new LeaseOptions(ttl, delay, minHold, permits, renewed);
    }

    /**
     * How long nobody else gets it after it expired without being released, up to 1 hour: time for what the holder
     * began somewhere that knows no tokens to come to its end.
     */
    public LeaseOptions lockDelay(Duration delay) {
        require("lockDelay", delay, Duration.ZERO, LONGEST_DELAY);
        return new LeaseOptions(ttl, delay, minHold, permits, renewed);
    }

    /**
     * How long nobody else gets it after it was acquired, even if it is released before, up to 7 days: for what several
     * machines start by their own clocks and only one shall do.
     */
    public LeaseOptions minHold(Duration minHold) {
        require("minHold", minHold, Duration.ZERO, LONGEST_TTL);
        return new LeaseOptions(ttl, delay, minHold, permits, renewed);
    }

    /** How many may hold it at the same time, 1 to 1000: a semaphore. Say the same number everywhere. */
    public LeaseOptions permits(int permits) {
        if (permits < 1 || permits > MOST_PERMITS) {
            throw new IllegalArgumentException("permits must be from 1 to " + MOST_PERMITS + ": " + permits);
        }
        return new LeaseOptions(ttl, delay, minHold, permits, renewed);
    }

    /** It ends after its ttl, whether or not the process lives. */
    public LeaseOptions withoutRenewal() {
        return new LeaseOptions(ttl, delay, minHold, permits, false);
    }

    Duration ttl() {
        return ttl;
    }

    Duration lockDelay() {
        return delay;
    }

    Duration minHold() {
        return minHold;
    }

    int permits() {
        return permits;
    }

    boolean isRenewed() {
        return renewed;
    }

    static void require(String what, Duration value, Duration shortest, Duration longest) {
        if (value.compareTo(shortest) < 0 || value.compareTo(longest) > 0) {
            throw new IllegalArgumentException(what + " must be from " + shortest + " to " + longest + ": " + value);
        }
    }
}
