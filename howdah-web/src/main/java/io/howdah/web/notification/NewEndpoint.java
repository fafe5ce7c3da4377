// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.notification;

import io.howdah.notification.Endpoint;
import io.howdah.web.WebException;
import io.howdah.web.api.Given;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An endpoint as it is to be; what is left out is as usual, and not as it was.
 *
 * @param secret if it comes from elsewhere; left out, one is made for a new endpoint, and one that is there is kept
 */
record NewEndpoint(
        @Nullable String url,
        @Nullable List<String> types,
        @Nullable Integer concurrency,
        @Nullable Duration timeout,
        @Nullable Integer rate,
        @Nullable Duration period,
        @Nullable String secret) {
    NewEndpoint {
        if (url == null) {
            throw WebException.invalid("url is missing: where webhooks go.");
        }
        if ((rate == null) != (period == null)) {
            throw WebException.invalid("rate and period belong together.");
        }
    }

    /** As a form has it: the timeout in milliseconds, and the period of a rate as it was, or a second. */
    static NewEndpoint of(Map<String, String> form) {
        var timeout = Asking.number(form, "timeout");
        var rate = Asking.number(form, "rate");
        return new NewEndpoint(
                Asking.word(form, "url"),
                Stream.of(form.getOrDefault("types", "").split("[\\s,]+"))
                        .filter(type -> !type.isEmpty())
                        .toList(),
                Asking.number(form, "concurrency"),
                timeout == null ? null : Duration.ofMillis(timeout),
                rate,
                rate == null ? null : period(form),
                null);
    }

    private static Duration period(Map<String, String> form) {
        var given = Asking.word(form, "period");
        try {
            return given == null ? Duration.ofSeconds(1) : Duration.parse(given);
        } catch (DateTimeParseException wrong) {
            throw WebException.invalid("period is a time such as PT1S: " + given);
        }
    }

    Endpoint endpoint(String name) {
        var endpoint = Endpoint.of(name, String.valueOf(url));
        endpoint = Given.with(endpoint, types, (all, some) -> all.types(words(some)));
        endpoint = Given.with(endpoint, concurrency, Endpoint::concurrency);
        endpoint = Given.with(endpoint, timeout, Endpoint::timeout);
        endpoint = Given.with(endpoint, secret, Endpoint::secret);
        return rate == null || period == null ? endpoint : endpoint.rate(rate, period);
    }

    private static String[] words(List<String> types) {
        return types.stream().map(String::valueOf).toArray(String[]::new);
    }
}
