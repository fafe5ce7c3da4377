// SPDX-License-Identifier: Apache-2.0
package io.howdah.work;

import io.howdah.Payload;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Work to be added.
 *
 * @param priority 0 to 9; small is urgent
 * @param delay how long from now until it is due, by the database's clock; none is at once
 * @param dueAt when it is due, instead of a delay
 */
public record NewWork(
        String queue,
        String kind,
        int priority,
        @Nullable Duration delay,
        @Nullable Instant dueAt,
        int maxAttempts,
        @Nullable Duration timeout,
        @Nullable String correlation,
        @Nullable String trace,
        Optional<Uniqueness> uniqueness,
        Payload payload) {

    public static final int DEFAULT_PRIORITY = 5;

    private static final int MOST_ATTEMPTS = 1_000;
    private static final int MOST_BYTES = 1 << 20;
    private static final Duration LONGEST_DELAY = Duration.ofDays(3_650);

    public NewWork {
        require(priority >= 0 && priority <= 9, "priority must be 0 (urgent) to 9: " + priority);
        require(maxAttempts >= 1 && maxAttempts <= MOST_ATTEMPTS, "attempts must be 1 to 1000: " + maxAttempts);
        require(delay == null || isSensible(delay), "a delay must be from nothing to ten years: " + delay);
        require(timeout == null || timeout.isPositive(), "a timeout must be positive: " + timeout);
        require(
                payload.bytes().length <= MOST_BYTES,
                "a payload has at most 1 MiB, this one has " + payload.bytes().length + " bytes; store it elsewhere and"
                        + " send where it is");
    }

    private static boolean isSensible(Duration delay) {
        return !delay.isNegative() && delay.compareTo(LONGEST_DELAY) <= 0;
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
