// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

import java.time.Instant;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Which deliveries are meant: all that fit everything that was said. Immutable. */
public final class DeliveryFilter {
    private @Nullable DeliveryState state;
    private @Nullable String channel;
    private @Nullable String address;
    private @Nullable String type;
    private @Nullable String cause;
    private @Nullable String producer;
    private @Nullable NotificationId notification;
    private @Nullable Instant from;
    private @Nullable Instant to;

    private DeliveryFilter() {}

    public static DeliveryFilter all() {
        return new DeliveryFilter();
    }

    public DeliveryFilter state(DeliveryState state) {
        return copy(filter -> filter.state = state);
    }

    /** Such as {@code webhook} or {@code email}. */
    public DeliveryFilter channel(String channel) {
        return copy(filter -> filter.channel = channel);
    }

    /** The webhooks of one endpoint. */
    public DeliveryFilter endpoint(String name) {
        return channel("webhook").address(name);
    }

    public DeliveryFilter address(String address) {
        return copy(filter -> filter.address = address);
    }

    public DeliveryFilter type(String type) {
        return copy(filter -> filter.type = type);
    }

    /** Why it is dead. */
    public DeliveryFilter cause(String cause) {
        return copy(filter -> filter.cause = cause);
    }

    public DeliveryFilter producer(String producer) {
        return copy(filter -> filter.producer = producer);
    }

    public DeliveryFilter notification(NotificationId id) {
        return copy(filter -> filter.notification = id);
    }

    /** Taken in at or after the first time and before the second. */
    public DeliveryFilter accepted(Instant from, Instant to) {
        return copy(filter -> {
            filter.from = from;
            filter.to = to;
        });
    }

    /** Dead ones, if nothing was said about the state. */
    DeliveryFilter orDead() {
        return state == null ? state(DeliveryState.DEAD) : this;
    }

    private DeliveryFilter copy(Consumer<DeliveryFilter> change) {
        var copy = new DeliveryFilter();
        copy.state = state;
        copy.channel = channel;
        copy.address = address;
        copy.type = type;
        copy.cause = cause;
        copy.producer = producer;
        copy.notification = notification;
        copy.from = from;
        copy.to = to;
        change.accept(copy);
        return copy;
    }

    Choices choices() {
        return new Choices(
                state == null ? null : state.name().toLowerCase(Locale.ROOT),
                channel,
                address,
                type,
                cause,
                producer,
                notification == null ? null : notification.value(),
                from,
                to);
    }

    /** As the statements take it. */
    record Choices(
            @Nullable String state,
            @Nullable String channel,
            @Nullable String address,
            @Nullable String type,
            @Nullable String cause,
            @Nullable String producer,
            @Nullable Long notification,
            @Nullable Instant from,
            @Nullable Instant to) {}
}
