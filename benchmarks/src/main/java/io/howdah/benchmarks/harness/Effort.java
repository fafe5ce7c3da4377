// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.harness;

import java.time.Duration;

/**
 * How much time a measurement may cost.
 *
 * @param isFull whether everybody warms up as often as the scenario asks for
 */
public record Effort(Duration warmUp, Duration repeat, int repeats, boolean isFull) {
    static final Duration FULL_REPEAT = Duration.ofSeconds(5);

    public Effort {
        if (repeats < 1) {
            throw new IllegalArgumentException("A benchmark needs at least 1 repeat, not " + repeats + ".");
        }
        if (repeat.isNegative() || repeat.isZero()) {
            throw new IllegalArgumentException("A repeat must last longer than " + repeat + ".");
        }
    }

    /** What a figure that is written down somewhere needs. */
    public static Effort full() {
        return new Effort(Duration.ofSeconds(2), FULL_REPEAT, 3, true);
    }

    /** Enough to see that everything runs, and too little to believe a figure. */
    public static Effort quick() {
        return new Effort(Duration.ofMillis(500), Duration.ofSeconds(1), 1, false);
    }

    public Effort withRepeats(int wanted) {
        return new Effort(warmUp, repeat, wanted, isFull);
    }

    /** With repeats of another length, and a warm-up that is never longer than one of them. */
    public Effort withRepeat(Duration wanted) {
        return new Effort(warmUp.compareTo(wanted) < 0 ? warmUp : wanted, wanted, repeats, isFull);
    }
}
