// SPDX-License-Identifier: Apache-2.0
package io.howdah.queue;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What is known of a queue, jobs and messages alike. Nothing is counted further than {@link #MOST_COUNTED}: a number
 * that large means at least so many.
 *
 * @param ready can be taken now
 * @param inFlight was taken and has not ended
 * @param delayed waits for its time
 * @param blocked waits for others of its group or key
 * @param oldestReady how long ago the oldest that can be taken was sent
 * @param doneLastMinute ended well
 * @param failedLastMinute failed and comes again, or was not ended in time
 * @param deadLastMinute failed for the last time
 */
public record QueueInfo(
        String name,
        Optional<Instant> pausedSince,
        QueueSettings settings,
        long ready,
        long inFlight,
        long delayed,
        long blocked,
        Optional<Duration> oldestReady,
        long doneLastMinute,
        long failedLastMinute,
        long deadLastMinute) {
    public static final int MOST_COUNTED = 10_000;
}
