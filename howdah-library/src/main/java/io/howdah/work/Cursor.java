// SPDX-License-Identifier: Apache-2.0
package io.howdah.work;

import java.time.Duration;

/**
 * Where one looks for new rows of a queue, per priority, so as not to walk over those that were taken before.
 *
 * <p>A row with a lower number may still become visible after the cursor has passed it, because its transaction took
 * longer. So one begins a window before the cursor, and now and then at the very beginning: the more such a sweep
 * costs, the rarer it is. Used by one thread.
 */
public final class Cursor {
    /** Covers transactions that were overtaken by this many others. */
    private static final long USUAL_WINDOW = 1_000;

    private static final Duration SWEEP_AT_LEAST_EVERY = Duration.ofSeconds(30);
    private static final Duration SWEEP_AT_MOST_EVERY = Duration.ofMillis(500);

    /** A sweep may take a fiftieth of the time. */
    private static final int SWEEP_SHARE = 50;

    /** For so long one does not look back while there is more ahead than can be taken. */
    private static final Duration LOOK_BACK_EVERY = Duration.ofMillis(20);

    private final long[] positions;
    private final long window;
    private long lookedBack = System.nanoTime();
    private boolean moreAhead;
    private long nextSweep = System.nanoTime();
    private long began;
    private boolean sweeping;

    public Cursor(int levels) {
        this(levels, USUAL_WINDOW);
    }

    Cursor(int levels, long window) {
        this.positions = new long[levels];
        this.window = window;
    }

    /** What to begin after, per priority; the very beginning when a sweep is due. */
    public long[] after() {
        began = System.nanoTime();
        sweeping = began - nextSweep >= 0;
        var onward = moreAhead && began - lookedBack < LOOK_BACK_EVERY.toNanos();
        moreAhead = false;
        if (!onward) {
            lookedBack = began;
        }
        var after = new long[positions.length];
        for (int i = 0; i < after.length && !sweeping; i++) {
            after[i] = Math.max(0, positions[i] - (onward ? 0 : window));
        }
        return after;
    }

    /** There was more than could be taken: who comes late waits for a moment as all others do. */
    void moreAhead() {
        moreAhead = true;
    }

    public void passed(int level, long seq) {
        positions[level] = Math.max(positions[level], seq);
    }

    /** All that was found has been told. */
    public void done() {
        if (sweeping) {
            var now = System.nanoTime();
            nextSweep = now
                    + Math.clamp(
                            (now - began) * SWEEP_SHARE, SWEEP_AT_MOST_EVERY.toNanos(), SWEEP_AT_LEAST_EVERY.toNanos());
        }
    }

    /** The next time begins at the very beginning. */
    public void restart() {
        nextSweep = System.nanoTime();
    }
}
