// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Howdah;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestClock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How endpoints are treated that fail, want a pause, or are gone. */
@HowdahTest
class EndpointHealthTest {
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
    void a_receiver_that_says_when_to_come_back_is_left_alone_until_then() {
        scene.notifications()
                .endpoints()
                .put(Endpoint.of("billing", scene.receiver().url("/hook")));
        var pause = Map.of("Retry-After", "120");
        scene.receiver()
                .on(
                        "/hook",
                        call -> call.earlier() == 0
                                ? new Receiver.Answer(429, pause, "slow down")
                                : call.earlier() == 1
                                        ? new Receiver.Answer(503, Map.of("Retry-After", inAnHour()), "down")
                                        : Receiver.Answer.of(200));
        scene.notifications().deliver(Scene.LOCAL);

        scene.send("1");
        scene.drain();
        scene.send("2");
        scene.passTime(Duration.ofSeconds(100));
        assertThat(scene.receiver().calls())
                .as("neither the first again nor the second")
                .hasSize(1);
        scene.passTime(Duration.ofSeconds(30));
        assertThat(scene.receiver().calls()).hasSize(2);
        scene.passTime(Duration.ofMinutes(50));
        assertThat(scene.receiver().calls()).hasSize(2);
        scene.passTime(Duration.ofMinutes(20));
        scene.passTime(Duration.ofMinutes(20));
        assertThat(scene.notifications().deliveries().list(DeliveryFilter.all(), 10))
                .allSatisfy(one -> assertThat(one.state()).isEqualTo(DeliveryState.DELIVERED));
    }

    private String inAnHour() {
        return DateTimeFormatter.RFC_1123_DATE_TIME.format(
                scene.clock().now().plus(Duration.ofHours(1)).atOffset(ZoneOffset.UTC));
    }

    @Test
    void a_receiver_that_is_gone_is_disabled_and_an_alarm_is_raised() {
        scene.notifications()
                .endpoints()
                .put(Endpoint.of("billing", scene.receiver().url("/hook")));
        scene.notifications()
                .endpoints()
                .put(Endpoint.of("alarms", scene.receiver().url("/alarms")).types("howdah.*"));
        scene.receiver().on("/hook", call -> Receiver.Answer.of(410));
        scene.notifications().deliver(Scene.LOCAL);

        var id = scene.send("1");
        scene.drain();
        scene.drain();

        assertThat(scene.delivery(id).cause()).contains("gone");
        assertThat(scene.notifications()
                        .endpoints()
                        .find("billing")
                        .orElseThrow()
                        .disabledWhy())
                .hasValueSatisfying(why -> assertThat(why).contains("410"));
        assertThat(scene.receiver().calls("/alarms"))
                .singleElement()
                .satisfies(call -> assertThat(call.body())
                        .contains("howdah.endpoint.disabled")
                        .contains("\"endpoint\": \"billing\""));
        var next = scene.send("2");
        scene.drain();
        assertThat(scene.delivery(next).cause()).contains("endpoint-disabled");
        assertThat(scene.receiver().calls("/hook")).hasSize(1);

        scene.receiver().on("/hook", call -> Receiver.Answer.of(200));
        assertThat(scene.notifications().endpoints().enable("billing")).isTrue();
        var again = scene.notifications()
                .deliveries()
                .redeliverAll(DeliveryFilter.all().endpoint("billing"), Redelivery.atOnce(), total -> {});
        scene.drain();
        assertThat(again).isEqualTo(2);
        assertThat(scene.delivery(id).state()).isEqualTo(DeliveryState.DELIVERED);
        assertThat(scene.delivery(next).state()).isEqualTo(DeliveryState.DELIVERED);
    }

    @Test
    void an_endpoint_that_accepts_nothing_for_days_is_disabled() {
        scene.notifications()
                .endpoints()
                .put(Endpoint.of("billing", scene.receiver().url("/hook")));
        scene.receiver().on("/hook", call -> Receiver.Answer.of(500));
        scene.notifications().deliver(Scene.LOCAL);

        for (int day = 0; day < 6; day++) {
            scene.send("day-" + day);
            scene.drain();
            scene.clock().advance(Duration.ofDays(1));
        }
        scene.drain();

        var billing = scene.notifications().endpoints().find("billing").orElseThrow();
        assertThat(billing.disabledAt()).isPresent();
        assertThat(billing.disabledWhy().orElseThrow()).contains("nothing was accepted since");
        scene.passTime(Duration.ofDays(1));
        assertThat(scene.notifications().deliveries().list(DeliveryFilter.all(), 10))
                .as("none is forgotten")
                .hasSize(6)
                .allSatisfy(one -> assertThat(one.state()).isEqualTo(DeliveryState.DEAD));
    }

    @Test
    void of_an_endpoint_that_fails_only_one_delivery_at_a_time_finds_out_whether_it_still_does() {
        scene.notifications()
                .endpoints()
                .put(Endpoint.of("billing", scene.receiver().url("/hook")));
        scene.receiver().on("/hook", call -> Receiver.Answer.of(call.earlier() < 6 ? 500 : 200));
        scene.notifications().deliver(Scene.LOCAL);
        for (int i = 0; i < 50; i++) {
            scene.send("key-" + i);
        }

        scene.drain();
        assertThat(scene.receiver().calls())
                .as("it was left alone after five failures")
                .hasSize(5);
        scene.passTime(Duration.ofSeconds(6));
        assertThat(scene.receiver().calls()).as("one tried").hasSize(6);
        for (int i = 0; i < 5; i++) {
            scene.passTime(Duration.ofMinutes(3));
        }

        assertThat(scene.notifications().deliveries().list(DeliveryFilter.all().state(DeliveryState.DELIVERED), 100))
                .hasSize(50);
        assertThat(scene.receiver().calls()).hasSize(56);
    }

    @Test
    void no_more_go_to_an_endpoint_than_its_rate_allows() {
        scene.notifications()
                .endpoints()
                .put(Endpoint.of("billing", scene.receiver().url("/hook")).rate(6, Duration.ofMinutes(1)));
        scene.notifications().deliver(Scene.LOCAL);
        for (int i = 0; i < 10; i++) {
            scene.send("key-" + i);
        }

        scene.drain();
        assertThat(scene.receiver().calls()).hasSize(1);
        // Set, not advanced: what this machine takes for each would add up to more than was allowed.
        var began = scene.clock().now();
        for (int i = 1; i < 10; i++) {
            scene.clock().set(began.plus(Duration.ofSeconds(10).multipliedBy(i)));
            scene.drain();
            assertThat(scene.receiver().calls()).hasSize(i + 1);
        }
    }
}
