// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import java.time.Duration;

/**
 * How a topic is compacted: of each key the newest event is kept for ever, and older ones go after a while.
 *
 * @param minLag for how long every event is there, replaced or not: who reads no further behind sees all of them
 *     (Kafka's {@code min.compaction.lag.ms})
 * @param tombstones for how long an event without a payload, which says that its key has gone, is there once all before
 *     it have gone (Kafka's {@code delete.retention.ms})
 */
public record Compaction(Duration minLag, Duration tombstones) {
    private static final Compaction STANDARD = new Compaction(Duration.ofDays(1), Duration.ofDays(1));

    public Compaction {
        if (!isPossible(minLag) || !isPossible(tombstones)) {
            throw new IllegalArgumentException(
                    "compaction waits for no less than nothing, and at most 36500 days: " + minLag + ", " + tombstones);
        }
    }

    private static boolean isPossible(Duration period) {
        return !period.isNegative() && period.compareTo(Topic.LONGEST) <= 0;
    }

    /** A day for each. */
    public static Compaction standard() {
        return STANDARD;
    }

    public Compaction minLag(Duration lag) {
        return new Compaction(lag, tombstones);
    }

    public Compaction tombstones(Duration period) {
        return new Compaction(minLag, period);
    }
}
