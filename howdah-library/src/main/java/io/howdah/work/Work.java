// SPDX-License-Identifier: Apache-2.0
package io.howdah.work;

import io.howdah.Payload;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A piece of work that this process holds. The pair of id and attempt is its fence.
 *
 * @param attempt which attempt this is, from 1 on
 * @param lane the key that it is ordered or limited by
 * @param placed it has one of the limited places of its lane or queue: others wait for it to end
 * @param watched somebody wants to know when it is over
 * @param parent the work that it was started by
 * @param cancelled somebody has asked for it not to be run
 * @param burst what it was claimed with, if it has no lease of its own
 */
public record Work(
        long id,
        int attempt,
        int maxAttempts,
        String queue,
        String kind,
        int priority,
        Optional<Duration> timeout,
        Optional<String> correlation,
        Optional<String> trace,
        Optional<String> lane,
        boolean placed,
        boolean watched,
        Optional<Long> parent,
        Map<String, String> headers,
        Payload payload,
        boolean cancelled,
        @Nullable Burst burst) {

    private static final Instant FIRST_DAY = Instant.parse("2025-01-01T00:00:00Z");
    private static final int COUNTER_BITS = 22;

    /** When it was added, which its id says: milliseconds since 2025 above a counter. */
    public Instant addedAt() {
        return FIRST_DAY.plusMillis(id >> COUNTER_BITS);
    }

    public Fence fence() {
        return new Fence(id, attempt);
    }

    public boolean isLastAttempt() {
        return attempt >= maxAttempts;
    }
}
