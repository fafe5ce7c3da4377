// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.notification;

import io.howdah.notification.DeliveryFilter;
import io.howdah.notification.DeliveryState;
import io.howdah.notification.NotificationId;
import io.howdah.notification.Redelivery;
import io.howdah.web.WebException;
import io.howdah.web.api.Given;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which deliveries are meant, and how they are delivered again: dead ones, at once, unless it says otherwise.
 *
 * @param withDelivered also what was delivered, for a receiver that has lost it
 */
record NewRedelivery(
        @Nullable String state,
        @Nullable String channel,
        @Nullable String endpoint,
        @Nullable String address,
        @Nullable String type,
        @Nullable String cause,
        @Nullable String producer,
        @Nullable Long notification,
        @Nullable Instant from,
        @Nullable Instant until,
        @Nullable Integer rate,
        @Nullable Duration period,
        @Nullable Boolean withDelivered,
        @Nullable Boolean dryRun) {
    private static final Instant LAST = Instant.parse("9999-12-31T23:59:59Z");

    NewRedelivery {
        if ((rate == null) != (period == null)) {
            throw WebException.invalid("rate and period belong together.");
        }
    }

    /** As it is written in an address or a form; there a rate is per minute. */
    static NewRedelivery of(Map<String, String> parameters) {
        var notification = Asking.word(parameters, "notification");
        if (notification != null && !notification.matches("\\d{1,18}")) {
            throw WebException.invalid("notification is the number of one: " + notification);
        }
        var rate = Asking.number(parameters, "rate");
        return new NewRedelivery(
                Asking.word(parameters, "state"),
                Asking.word(parameters, "channel"),
                Asking.word(parameters, "endpoint"),
                Asking.word(parameters, "address"),
                Asking.word(parameters, "type"),
                Asking.word(parameters, "cause"),
                Asking.word(parameters, "producer"),
                notification == null ? null : Long.valueOf(notification),
                Asking.time(parameters, "from"),
                Asking.time(parameters, "until"),
                rate,
                rate == null ? null : Duration.ofMinutes(1),
                "true".equals(parameters.get("withDelivered")),
                "true".equals(parameters.get("dryRun")));
    }

    DeliveryFilter filter() {
        var filter = DeliveryFilter.all();
        filter = Given.with(filter, state, (all, word) -> all.state(state(word)));
        filter = Given.with(filter, channel, DeliveryFilter::channel);
        filter = Given.with(filter, address, DeliveryFilter::address);
        filter = Given.with(filter, endpoint, DeliveryFilter::endpoint);
        filter = Given.with(filter, type, DeliveryFilter::type);
        filter = Given.with(filter, cause, DeliveryFilter::cause);
        filter = Given.with(filter, producer, DeliveryFilter::producer);
        filter = Given.with(filter, notification, (all, id) -> all.notification(new NotificationId(id)));
        return from == null && until == null
                ? filter
                : filter.accepted(Given.or(from, Instant.EPOCH), Given.or(until, LAST));
    }

    Redelivery how() {
        var how = rate == null || period == null ? Redelivery.atOnce() : Redelivery.rate(rate, period);
        return Boolean.TRUE.equals(withDelivered) ? how.withDelivered() : how;
    }

    boolean isDryRun() {
        return Boolean.TRUE.equals(dryRun);
    }

    private static DeliveryState state(String word) {
        return Arrays.stream(DeliveryState.values())
                .filter(state -> state.name().equals(word.toUpperCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> WebException.invalid("state must be one of "
                        + Arrays.toString(DeliveryState.values()).toLowerCase(Locale.ROOT) + ": " + word));
    }
}
