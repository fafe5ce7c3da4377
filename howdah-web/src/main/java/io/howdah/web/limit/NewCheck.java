// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.limit;

import io.howdah.limit.RateLimit;
import io.howdah.web.WebException;
import io.howdah.web.api.Given;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is asked of a rate limit: the policy, whose key, at what cost. */
record NewCheck(
        @Nullable String policy,
        @Nullable List<NewBandwidth> limits,
        @Nullable Boolean durable,
        @Nullable String key,
        @Nullable Long cost) {
    NewCheck {
        if (policy == null || key == null || limits == null || limits.isEmpty()) {
            throw WebException.invalid("A check has a policy, its limits and a key.");
        }
    }

    /** So many in a period: of a bucket as it refills, or of every window of that length. */
    record NewBandwidth(
            @Nullable Long count,
            @Nullable Duration period,
            @Nullable Boolean window) {
        NewBandwidth {
            if (count == null || period == null) {
                throw WebException.invalid("A limit has a count and a period.");
            }
        }

        RateLimit addTo(RateLimit policy) {
            var most = Given.or(count, 1L);
            var in = Given.or(period, Duration.ofSeconds(1));
            return Boolean.TRUE.equals(window) ? policy.window(most, in) : policy.allow(most, in);
        }
    }

    RateLimit rule() {
        var made = RateLimit.named(Given.or(policy, ""));
        for (var limit : Given.or(limits, List.<NewBandwidth>of())) {
            made = limit.addTo(made);
        }
        return Boolean.TRUE.equals(durable) ? made.durable() : made;
    }

    String subject() {
        return Given.or(key, "");
    }

    long tokens() {
        return Given.or(cost, 1L);
    }
}
