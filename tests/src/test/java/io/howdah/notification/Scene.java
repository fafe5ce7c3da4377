// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Howdah;
import io.howdah.test.TestClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A producer that sends to the endpoint {@code billing}, and whoever receives. */
record Scene(Howdah howdah, TestClock clock, Receiver receiver) implements AutoCloseable {
    static final DeliveryOptions LOCAL = DeliveryOptions.defaults().allowNetwork("127.0.0.0/8");

    static Scene of(Howdah howdah, TestClock clock) {
        return new Scene(howdah, clock, Receiver.start());
    }

    Notifications notifications() {
        return howdah.notifications();
    }

    NotificationId send(String key) {
        var accepted = notifications()
                .notify(Intent.of("shop", key, "order.shipped")
                        .to(Recipient.endpoint("billing"))
                        .data(Map.of("order", key)));
        return ((Acceptance.Accepted) accepted).id();
    }

    Delivery delivery(NotificationId id) {
        var found = notifications().deliveries().list(DeliveryFilter.all().notification(id), 10);
        assertThat(found).hasSize(1);
        return found.getFirst();
    }

    List<String> results(Delivery delivery) {
        return notifications().deliveries().attempts(delivery.id()).stream()
                .map(DeliveryAttempt::result)
                .toList();
    }

    void drain() {
        howdah.drain();
    }

    void passTime(Duration time) {
        clock.advance(time);
        drain();
    }

    @Override
    public void close() {
        receiver.close();
    }
}
