// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.Howdah;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestClock;
import io.howdah.test.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What was given up, and what becomes of it. */
@HowdahTest
class DeadLettersTest {
    private Scene scene;

    @BeforeEach
    void scene(Howdah howdah, TestClock clock) {
        scene = Scene.of(howdah, clock);
    }

    @AfterEach
    void close() {
        scene.close();
    }

    @Test
    void what_never_succeeds_is_a_dead_letter_and_is_redelivered_with_the_same_id() {
        scene.notifications()
                .endpoints()
                .put(Endpoint.of("billing", scene.receiver().url("/hook")));
        scene.receiver().on("/hook", call -> Receiver.Answer.of(call.earlier() < 3 ? 500 : 200));
        scene.notifications().deliver(Scene.LOCAL.retryAfter(Duration.ofSeconds(5), Duration.ofSeconds(5)));

        var id = scene.send("1");
        scene.drain();
        scene.passTime(Duration.ofSeconds(6));
        scene.passTime(Duration.ofSeconds(6));

        var dead = scene.delivery(id);
        assertThat(dead.state()).isEqualTo(DeliveryState.DEAD);
        assertThat(dead.cause()).contains("no-success");
        assertThat(dead.error()).contains("the receiver answered 500");
        assertThat(dead.attempts()).isEqualTo(3);
        scene.notifications().deliveries().redeliver(dead.id());
        assertThatThrownBy(() -> scene.notifications().deliveries().redeliver(dead.id()))
                .isInstanceOf(UnknownDeliveryException.class)
                .hasMessageContaining("WAITING");
        scene.drain();
        assertThat(scene.delivery(id).state()).isEqualTo(DeliveryState.DELIVERED);
        assertThat(scene.receiver().calls()).hasSize(4);
        assertThat(scene.receiver().calls().stream().map(Receiver.Call::id).distinct())
                .containsExactly(dead.id().toString());
        assertThat(scene.results(dead)).containsExactly("failed", "failed", "failed", "delivered");
    }

    @Test
    void many_are_redelivered_by_filter_and_rate_and_others_discarded(TestDatabase database) {
        scene.notifications()
                .endpoints()
                .put(Endpoint.of("billing", scene.receiver().url("/hook")));
        scene.receiver().on("/hook", call -> Receiver.Answer.of(call.earlier() < 4 ? 500 : 200));
        scene.notifications().deliver(Scene.LOCAL.retryAfter());
        for (int i = 0; i < 4; i++) {
            scene.send("key-" + i);
        }
        scene.drain();
        var deliveries = scene.notifications().deliveries();
        var later = Instant.now().plus(Duration.ofHours(1));
        assertThat(deliveries.list(DeliveryFilter.all().cause("no-success"), 10))
                .hasSize(4);
        assertThat(deliveries.list(DeliveryFilter.all().accepted(later, later.plusSeconds(1)), 10))
                .isEmpty();
        scene.notifications().endpoints().enable("billing");

        var again = deliveries.redeliverAll(
                DeliveryFilter.all().endpoint("billing").type("order.shipped"),
                Redelivery.rate(1, Duration.ofMinutes(1)),
                total -> {});

        assertThat(again).isEqualTo(4);
        scene.drain();
        assertThat(scene.receiver().calls()).hasSize(5);
        scene.passTime(Duration.ofSeconds(61));
        assertThat(scene.receiver().calls()).hasSize(6);
        scene.passTime(Duration.ofMinutes(5));
        assertThat(scene.receiver().calls()).hasSize(8);
        var repeated = deliveries.redeliverAll(
                DeliveryFilter.all(), Redelivery.atOnce().withDelivered(), total -> {});
        assertThat(repeated).isEqualTo(4);
        database.execute("update howdah.notification_route set state = 'dead'");
        assertThat(deliveries.discardAll(DeliveryFilter.all(), total -> {})).isEqualTo(4);
    }

    @Test
    void work_that_somebody_cancels_leaves_a_dead_letter_and_nothing_that_waits_for_ever(TestDatabase database) {
        scene.notifications()
                .endpoints()
                .put(Endpoint.of("billing", scene.receiver().url("/hook")));
        scene.notifications().deliver(Scene.LOCAL);
        var id = scene.send("1");
        database.query("select howdah.work_cancel(work_id, 'by hand') from howdah.notification_route");

        scene.drain();
        scene.clock().advance(Duration.ofMinutes(2));
        scene.drain();

        assertThat(scene.delivery(id).state()).isEqualTo(DeliveryState.DEAD);
        assertThat(scene.delivery(id).cause()).contains("work-cancelled");
        assertThat(scene.receiver().calls()).isEmpty();
    }
}
