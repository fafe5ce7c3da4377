// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring.limit;

import io.howdah.limit.Decision;
import io.howdah.limit.Denied;
import io.howdah.limit.Granted;
import io.howdah.limit.RateLimit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What an answer says about limits, as the IETF's draft on RateLimit header fields has it: {@code RateLimit-Policy}
 * with quota and window of each limit, {@code RateLimit} with what remains and for how long, and {@code Retry-After}
 * when it was denied. Not thread-safe.
 */
public final class RateLimitHeaders {
    private final List<String> policies = new ArrayList<>();
    private final List<String> standings = new ArrayList<>();
    private Duration retryIn = Duration.ZERO;

    /** The header fields of one answer. */
    public static Map<String, String> of(RateLimit policy, Decision decision) {
        return new RateLimitHeaders().add(policy, decision).fields();
    }

    RateLimitHeaders add(RateLimit policy, Decision decision) {
        var name = quoted(policy.name());
        policy.limits().forEach(limit -> policies.add(name + ";q=" + limit.count() + ";w=" + seconds(limit.period())));
        var until = Duration.ZERO;
        if (decision instanceof Denied denied) {
            until = denied.retryIn();
            retryIn = until.compareTo(retryIn) > 0 ? until : retryIn;
        } else if (decision instanceof Granted granted) {
            until = granted.fullIn();
        }
        if (decision.source() != Decision.Source.FALLBACK) {
            // Otherwise nobody knows what remains.
            standings.add(name + ";r=" + Math.max(0, decision.remaining()) + ";t=" + seconds(until));
        }
        return this;
    }

    Map<String, String> fields() {
        var fields = new LinkedHashMap<String, String>();
        if (!policies.isEmpty()) {
            fields.put("RateLimit-Policy", String.join(", ", policies));
        }
        if (!standings.isEmpty()) {
            fields.put("RateLimit", String.join(", ", standings));
        }
        if (retryIn.isPositive()) {
            fields.put("Retry-After", Long.toString(seconds(retryIn)));
        }
        return fields;
    }

    /** Rounded up: nobody is told to come too early, or that a quota is for a shorter time. */
    private static long seconds(Duration time) {
        return Math.max(1, time.plusMillis(999).toSeconds());
    }

    /** A string of structured fields has printable ASCII. */
    private static String quoted(String name) {
        return "\"" + name.replaceAll("[^ -~]|[\"\\\\]", "_") + "\"";
    }
}
