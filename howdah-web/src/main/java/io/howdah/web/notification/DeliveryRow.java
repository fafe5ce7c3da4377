// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.notification;

import io.howdah.notification.Delivery;
import io.howdah.web.api.Redaction;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * One way of a notification to one address.
 *
 * @param id as receivers see it: the webhook-id
 */
public record DeliveryRow(
        String id,
        String notification,
        String type,
        String channel,
        String address,
        Optional<String> person,
        String state,
        int attempts,
        Instant acceptedAt,
        Optional<Instant> endedAt,
        Optional<String> cause,
        Optional<String> error,
        Optional<String> correlation) {
    static DeliveryRow of(Delivery delivery, Redaction by) {
        return new DeliveryRow(
                delivery.id().toString(),
                delivery.notification().toString(),
                delivery.type(),
                delivery.channel(),
                delivery.address(),
                delivery.person(),
                delivery.state().name().toLowerCase(Locale.ROOT),
                delivery.attempts(),
                delivery.acceptedAt(),
                delivery.endedAt(),
                delivery.cause(),
                delivery.error().map(by::text),
                delivery.correlation());
    }

    /** Whether it goes out of the database, and has ended: only that can be done again. */
    public boolean isRedeliverable() {
        return !channel.equals("inbox")
                && !channel.equals("topic")
                && !channel.equals("queue")
                && (state.equals("dead") || state.equals("discarded") || state.equals("delivered"));
    }
}
