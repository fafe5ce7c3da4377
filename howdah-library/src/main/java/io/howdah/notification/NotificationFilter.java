// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Which notifications are meant: all that fit everything that was said. Immutable. */
public final class NotificationFilter {
    private @Nullable String producer;
    private @Nullable String key;
    private @Nullable String type;
    private @Nullable String correlation;
    private @Nullable Instant from;
    private @Nullable Instant to;
    private NotificationId before = new NotificationId(Long.MAX_VALUE);

    private NotificationFilter() {}

    public static NotificationFilter all() {
        return new NotificationFilter();
    }

    public NotificationFilter producer(String producer) {
        return copy(filter -> filter.producer = producer);
    }

    public NotificationFilter key(String key) {
        return copy(filter -> filter.key = key);
    }

    public NotificationFilter type(String type) {
        return copy(filter -> filter.type = type);
    }

    public NotificationFilter correlation(String correlation) {
        return copy(filter -> filter.correlation = correlation);
    }

    /** Taken in at or after this time. */
    public NotificationFilter from(Instant time) {
        return copy(filter -> filter.from = time);
    }

    /** Taken in before this time. */
    public NotificationFilter to(Instant time) {
        return copy(filter -> filter.to = time);
    }

    /** Older than this one: where the page before said that the next begins. */
    public NotificationFilter before(NotificationId id) {
        return copy(filter -> filter.before = id);
    }

    private NotificationFilter copy(Consumer<NotificationFilter> change) {
        var copy = new NotificationFilter();
        copy.producer = producer;
        copy.key = key;
        copy.type = type;
        copy.correlation = correlation;
        copy.from = from;
        copy.to = to;
        copy.before = before;
        change.accept(copy);
        return copy;
    }

    Choices choices() {
        return new Choices(producer, key, type, correlation, from, to, before.value());
    }

    /** As the statements take it. */
    record Choices(
            @Nullable String producer,
            @Nullable String key,
            @Nullable String type,
            @Nullable String correlation,
            @Nullable Instant from,
            @Nullable Instant to,
            long before) {}
}
