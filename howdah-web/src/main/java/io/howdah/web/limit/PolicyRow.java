// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.limit;

import io.howdah.limit.RateLimit;
import io.howdah.web.console.Words;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A policy that somebody has asked about.
 *
 * @param leased processes take tokens ahead
 */
public record PolicyRow(
        String id, String name, boolean durable, boolean leased, List<PolicyLimit> limits, Instant definedAt) {
    /** So many in a period: of a bucket as it refills, or of every window of that length. */
    public record PolicyLimit(long count, Duration period, boolean window) {
        @Override
        public String toString() {
            return Words.number(count) + (window ? " in any " : " per ") + Words.span(period);
        }
    }

    /** As the library knows it, with the counts that it has. */
    RateLimit policy() {
        var policy = RateLimit.named(name);
        for (var limit : limits) {
            policy = limit.window()
                    ? policy.window(limit.count(), limit.period())
                    : policy.allow(limit.count(), limit.period());
        }
        policy = durable ? policy.durable() : policy;
        return leased ? policy.leased() : policy;
    }

    /** For people. */
    public String shown() {
        return limits.stream().map(PolicyLimit::toString).collect(Collectors.joining(", "));
    }
}
