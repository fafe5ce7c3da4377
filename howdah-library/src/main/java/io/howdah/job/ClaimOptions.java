// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import java.time.Duration;

/** How many jobs to claim, how long to wait for them, and how long they are held. Immutable. */
public final class ClaimOptions {
    private static final int MOST = 1_000;
    private static final Duration LONGEST_WAIT = Duration.ofHours(1);
    private static final Duration SHORTEST_HOLD = Duration.ofSeconds(1);
    private static final Duration LONGEST_HOLD = Duration.ofHours(12);
    private static final Duration STANDARD_HOLD = Duration.ofMinutes(1);

    private final int most;
    private final Duration patience;
    private final Duration hold;

    private ClaimOptions(int most, Duration patience, Duration hold) {
        this.most = most;
        this.patience = patience;
        this.hold = hold;
    }

    /** One to a thousand, at once, held for a minute. */
    public static ClaimOptions upTo(int most) {
        if (most < 1 || most > MOST) {
            throw new IllegalArgumentException("1 to 1000 jobs can be claimed at a time, not " + most);
        }
        return new ClaimOptions(most, Duration.ZERO, STANDARD_HOLD);
    }

    /** If there is none, wait so long for the first: up to an hour. No connection is held meanwhile. */
    public ClaimOptions waiting(Duration patience) {
        if (patience.isNegative() || patience.compareTo(LONGEST_WAIT) > 0) {
            throw new IllegalArgumentException("a wait must be from nothing to an hour: " + patience);
        }
        return new ClaimOptions(most, patience, hold);
    }

    /** How long they are held, unless it is extended: 1 s to 12 h. */
    public ClaimOptions holding(Duration hold) {
        return new ClaimOptions(most, patience, requireHold(hold));
    }

    static Duration requireHold(Duration hold) {
        if (hold.compareTo(SHORTEST_HOLD) < 0 || hold.compareTo(LONGEST_HOLD) > 0) {
            throw new IllegalArgumentException("a job is held for 1 s to 12 h: " + hold);
        }
        return hold;
    }

    int most() {
        return most;
    }

    Duration patience() {
        return patience;
    }

    Duration hold() {
        return hold;
    }
}
