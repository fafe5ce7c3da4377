// SPDX-License-Identifier: Apache-2.0
package io.howdah.work;

import java.time.Duration;
import java.util.List;

/**
 * Where claims of one queue begin, per priority, so that they do not walk over rows that were claimed before.
 *
 * <p>A row with a lower number may still become visible after the cursor has passed it, because its transaction took
 * longer. So a claim begins a window before the cursor, and now and then at the very beginning: the more such a sweep
 * costs, the rarer it is. Used by one thread.
 */
final class Cursor {
    /** Covers transactions that were overtaken by this many others. */
    private static final long WINDOW = 1_000;

    private static final Duration SWEEP_AT_LEAST_EVERY = Duration.ofSeconds(30);
    private static final Duration SWEEP_AT_MOST_EVERY = Duration.ofMillis(500);

    /** A sweep may take a fiftieth of the time. */
    private static final int SWEEP_SHARE = 50;

    private final long[] positions = new long[10];
    private long nextSweep = System.nanoTime();
    private boolean sweeping;

    /** What to claim after, per priority; from the very beginning when a sweep is due. */
    long[] after() {
        sweeping = System.nanoTime() - nextSweep >= 0;
        var after = new long[positions.length];
        for (int i = 0; i < after.length && !sweeping; i++) {
            after[i] = Math.max(0, positions[i] - WINDOW);
        }
        return after;
    }

    void claimed(List<Claimed> rows, Duration took) {
        for (var row : rows) {
            var level = row.work().priority();
            positions[level] = Math.max(positions[level], row.seq());
        }
        if (sweeping) {
            var pause = took.multipliedBy(SWEEP_SHARE).toNanos();
            nextSweep = System.nanoTime()
                    + Math.clamp(pause, SWEEP_AT_MOST_EVERY.toNanos(), SWEEP_AT_LEAST_EVERY.toNanos());
        }
    }

    /** The next claim begins at the very beginning. */
    void restart() {
        nextSweep = System.nanoTime();
    }

    /** A claimed row with its place in the order. */
    record Claimed(long seq, Work work) {}
}
