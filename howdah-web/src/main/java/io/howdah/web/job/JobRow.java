// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.job;

import java.time.Instant;
import java.util.Optional;

/** A job in a list. The id is a string, because JavaScript's numbers are too small for it. */
public record JobRow(
        String id,
        String type,
        String queue,
        String state,
        int attempts,
        int maxAttempts,
        Instant createdAt,
        Optional<Instant> dueAt,
        Optional<Instant> endedAt,
        Optional<String> key,
        Optional<String> correlation) {
    long number() {
        return Long.parseLong(id);
    }
}
