// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.queue;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A queue, what it allows and what is in it.
 *
 * @param oldestReadyAt when the oldest of those that could begin was enqueued
 */
public record QueueRow(
        String name, Optional<Instant> pausedAt, Depth depth, Optional<Instant> oldestReadyAt, Limit limits) {
    /** Counts are capped: {@link #CAP} means at least as many. */
    public record Depth(int ready, int running, int deferred, int blocked) {
        public static final int CAP = 10_001;

        public boolean isEmpty() {
            return ready + running + deferred + blocked == 0;
        }
    }

    /**
     * What it allows.
     *
     * @param perKey how many of a key run at a time; 0 is any number
     */
    public record Limit(
            Optional<Integer> concurrency,
            Optional<Integer> workers,
            int perKey,
            KeyOrder keys,
            Optional<Integer> rate,
            Optional<Duration> period) {}

    /** How jobs with the same key follow each other. */
    public enum KeyOrder {
        IN_ORDER,
        ANY_ORDER,
        TAKE_TURNS
    }

    public boolean isPaused() {
        return pausedAt.isPresent();
    }
}
