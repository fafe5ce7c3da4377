// SPDX-License-Identifier: Apache-2.0
package io.howdah.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.howdah.Howdah;
import io.howdah.notification.DeliveryId;
import io.howdah.notification.Endpoint;
import io.howdah.notification.Intent;
import io.howdah.notification.Recipient;
import io.howdah.test.TestReceiver.Arrival;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The other end of notifications. */
@HowdahTest
class TestReceiverTest {
    @Test
    void webhooks_and_channels_arrive_at_the_same_place(Howdah howdah, TestDatabase database) {
        var receiver = database.receiver(howdah, "sms", "email");
        howdah.notifications().endpoints().put(Endpoint.of("billing", receiver.url("/billing")));
        howdah.notifications()
                .notify(Intent.of("shop", "1", "order.shipped")
                        .to(Recipient.endpoint("billing"), Recipient.of("sms", "+43 1"), Recipient.email("a@b.example"))
                        .data(Map.of("order", 7)));

        var arrived = receiver.deliver();

        assertThat(arrived)
                .extracting(Arrival::channel, Arrival::address)
                .containsExactlyInAnyOrder(
                        tuple("webhook", "/billing"), tuple("sms", "+43 1"), tuple("email", "a@b.example"));
        assertThat(arrived).allSatisfy(one -> assertThat(one.content()).contains("order.shipped", "\"order\""));
        assertThat(receiver.deliver()).isEmpty();
    }

    @Test
    void what_fails_comes_again_under_the_same_id(Howdah howdah, TestDatabase database, TestClock clock) {
        var receiver = database.receiver(howdah, "sms");
        howdah.notifications().endpoints().put(Endpoint.of("billing", receiver.url("/billing")));
        howdah.notifications()
                .notify(Intent.of("shop", "1", "order.shipped")
                        .to(Recipient.endpoint("billing"), Recipient.of("sms", "+43 1")));
        receiver.failNext(2);

        assertThat(receiver.deliver()).isEmpty();
        clock.advance(Duration.ofSeconds(10));
        var arrived = receiver.deliver();

        assertThat(arrived)
                .hasSize(2)
                .allSatisfy(one -> assertThat(attempts(database, one)).isEqualTo(2));
    }

    private static int attempts(TestDatabase database, Arrival arrival) {
        var delivery = DeliveryId.parse(arrival.id()).value();
        var sql = "select attempts from howdah.notification_deliveries where delivery = ?";
        return database.one(sql, Integer.class, delivery);
    }
}
