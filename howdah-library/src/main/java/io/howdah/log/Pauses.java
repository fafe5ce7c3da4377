// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import java.time.Duration;

/**
 * How long whoever numbers rests between two runs, so that one run, one commit and one turn of every reader are for
 * what several have appended. Not thread-safe.
 */
final class Pauses {
    private static final long SHORTEST = Duration.ofMillis(1).toNanos();
    private static final long LONGEST = Duration.ofMillis(10).toNanos();

    /** So few that somebody waits for them. */
    private static final int LITTLE = 50;

    /** In a second: of a stream. After a stall there are many at once, and yet no more than usual in a second. */
    private static final double STREAM = 2_500;

    /** A run costs what it costs whatever it finds, and its readers too: of a stream it has a fifth of the time. */
    private static final int STREAM_FACTOR = 4;

    private static final long LONGEST_OF_STREAM = Duration.ofMillis(40).toNanos();

    /** Nor may more gather than are handed over. */
    private static final double HANDED_OVER = 800;

    private static final double SECOND = Duration.ofSeconds(1).toNanos();

    /** Of the last second, roughly: what is older counts ever less. */
    private double recent;

    private long last = System.nanoTime();

    long after(long events, long began, long ended) {
        recent = recent * Math.exp((last - ended) / SECOND) + Math.max(0, events);
        last = ended;
        var took = ended - began;
        if (events < LITTLE) {
            return SHORTEST;
        }
        if (recent < STREAM) {
            return Math.clamp(took, SHORTEST, LONGEST);
        }
        var filled = (long) (HANDED_OVER / recent * SECOND) - took;
        return Math.clamp(Math.min(STREAM_FACTOR * took, filled), SHORTEST, LONGEST_OF_STREAM);
    }
}
