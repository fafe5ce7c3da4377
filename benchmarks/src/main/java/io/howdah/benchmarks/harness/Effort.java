// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.harness;

import java.time.Duration;

/**
 * How much time a measurement may cost.
 *
 * @param isFull whether everybody warms up as often as the scenario asks for
 * @param rows how much is put into a database that is asked
 */
public record Effort(Duration warmUp, Duration repeat, int repeats, boolean isFull, int rows) {
    static final Duration FULL_REPEAT = Duration.ofSeconds(5);
    private static final int FEWEST_ROWS = 100_000;

    public Effort {
        if (repeats < 1) {
            throw new IllegalArgumentException("A benchmark needs at least 1 repeat, not " + repeats + ".");
        }
        if (repeat.isNegative() || repeat.isZero()) {
            throw new IllegalArgumentException("A repeat must last longer than " + repeat + ".");
        }
        if (rows < FEWEST_ROWS || rows % FEWEST_ROWS != 0) {
            throw new IllegalArgumentException(
                    "A database is filled with so many times " + FEWEST_ROWS + " rows, not with " + rows + ".");
        }
    }

    /** What a figure that is written down somewhere needs. */
    public static Effort full() {
        return new Effort(Duration.ofSeconds(2), FULL_REPEAT, 3, true, 10_000_000);
    }

    /** Enough to see that everything runs, and too little to believe a figure. */
    public static Effort quick() {
        return new Effort(Duration.ofMillis(500), Duration.ofSeconds(1), 1, false, FEWEST_ROWS);
    }

    public Effort withRepeats(int wanted) {
        return new Effort(warmUp, repeat, wanted, isFull, rows);
    }

    /** With repeats of another length, and a warm-up that is never longer than one of them. */
    public Effort withRepeat(Duration wanted) {
        return new Effort(warmUp.compareTo(wanted) < 0 ? warmUp : wanted, wanted, repeats, isFull, rows);
    }

    public Effort withRows(int wanted) {
        return new Effort(warmUp, repeat, repeats, isFull, wanted);
    }
}
