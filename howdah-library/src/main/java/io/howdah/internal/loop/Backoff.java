// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.loop;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * Waits that double from a first to a longest one, each shortened at random so that many processes do not move in step.
 */
public record Backoff(Duration first, Duration longest) {
    /** Keeps the shift far from overflowing for any first wait up to an hour. */
    private static final int MOST_DOUBLINGS = 20;

    public static Backoff between(Duration first, Duration longest) {
        return new Backoff(first, longest);
    }

    /** How long to wait after this many failures in a row: between half and the whole of the doubled wait. */
    public Duration after(int failures) {
        var doublings = Math.clamp(failures - 1, 0, MOST_DOUBLINGS);
        var nanos = Math.min(longest.toNanos(), first.toNanos() << doublings);
        return Duration.ofNanos(nanos / 2 + ThreadLocalRandom.current().nextLong(nanos / 2 + 1));
    }

    /** Waits in the calling thread; an interrupt ends the wait and stays set. */
    public void pause(int failures) {
        LockSupport.parkNanos(after(failures).toNanos());
    }
}
