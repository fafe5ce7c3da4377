// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.job;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * How an attempt ended.
 *
 * @param member who made it, as long as it is remembered
 */
public record JobAttempt(
        int attempt,
        String state,
        Instant endedAt,
        Optional<Duration> took,
        Optional<String> member,
        Optional<String> error) {
    JobAttempt shown(UnaryOperator<String> words) {
        return new JobAttempt(attempt, state, endedAt, took, member, error.map(words));
    }
}
