// SPDX-License-Identifier: Apache-2.0
package io.howdah.work;

import java.time.Duration;
import java.util.Optional;

/**
 * How much of a queue may run at a time.
 *
 * @param concurrency in all processes together
 * @param workers in each process, instead of what that process has chosen
 * @param perKey of each key; 0 is any number, and keys take turns
 * @param keepsOrder what waits for its next attempt keeps its place, so that what is behind it in its key waits too
 * @param rate never more begin in any period
 */
public record Limits(
        Optional<Integer> concurrency, Optional<Integer> workers, int perKey, boolean keepsOrder, Optional<Rate> rate) {
    /** One at a time per key, in order, and no other limit. */
    public static final Limits NONE = new Limits(Optional.empty(), Optional.empty(), 1, true, Optional.empty());

    static final int MOST_WORKERS = 10_000;

    private static final int MOST = 1_000_000;

    public Limits {
        require("concurrency", concurrency.orElse(1), 1, MOST);
        require("workers per process", workers.orElse(1), 1, MOST_WORKERS);
        require("jobs at a time per key", perKey, 0, MOST);
    }

    /** So many in any period of that length. */
    public record Rate(int count, Duration period) {
        private static final Duration SHORTEST = Duration.ofMillis(10);
        private static final Duration LONGEST = Duration.ofDays(366);

        public Rate {
            require("the rate", count, 1, MOST);
            if (period.compareTo(SHORTEST) < 0 || period.compareTo(LONGEST) > 0) {
                throw new IllegalArgumentException("the period of a rate must be 10 ms to 366 days: " + period);
            }
        }
    }

    static void require(String what, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(what + " must be " + least + " to " + most + ": " + value);
        }
    }
}
