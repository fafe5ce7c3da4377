// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.notification;

import io.howdah.notification.EndpointInfo;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * An endpoint and how it fares; never its key.
 *
 * @param health healthy; failing, when the last attempts failed; quiet, when nobody tries it for a while; or disabled
 * @param failures how many attempts have failed in a row
 */
public record EndpointRow(
        String name,
        String url,
        List<String> types,
        int concurrency,
        Duration timeout,
        Optional<Integer> rate,
        Optional<Duration> period,
        String health,
        int failures,
        Optional<Instant> failingSince,
        Optional<Instant> quietUntil,
        Optional<Instant> disabledAt,
        Optional<String> disabledWhy) {
    static EndpointRow of(EndpointInfo endpoint) {
        return new EndpointRow(
                endpoint.name(),
                endpoint.url(),
                endpoint.types(),
                endpoint.concurrency(),
                endpoint.timeout(),
                endpoint.rate(),
                endpoint.ratePeriod(),
                health(endpoint),
                endpoint.failures(),
                endpoint.failingSince(),
                endpoint.quietUntil(),
                endpoint.disabledAt(),
                endpoint.disabledWhy());
    }

    private static String health(EndpointInfo endpoint) {
        if (endpoint.disabledAt().isPresent()) {
            return "disabled";
        }
        if (endpoint.quietUntil().filter(until -> until.isAfter(Instant.now())).isPresent()) {
            return "quiet";
        }
        return endpoint.failures() > 0 ? "failing" : "healthy";
    }

    public boolean isDisabled() {
        return disabledAt.isPresent();
    }
}
