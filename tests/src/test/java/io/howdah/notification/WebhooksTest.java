// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import io.howdah.Howdah;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestClock;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a receiver gets. */
@HowdahTest
class WebhooksTest {
    private Scene scene;

    @BeforeEach
    void scene(Howdah howdah, TestClock clock) {
        scene = Scene.of(howdah, clock);
    }

    @AfterEach
    void close() {
        scene.close();
    }

    private static void verify(String secret, Receiver.Call call) throws WebhookVerificationException {
        new Webhook(secret).verify(call.body(), HttpHeaders.of(call.headers(), (name, value) -> true));
    }

    @Test
    void a_webhook_is_what_the_reference_implementation_verifies() throws Exception {
        var secret = scene.notifications()
                .endpoints()
                .put(Endpoint.of("billing", scene.receiver().url("/hook?a=b")));
        scene.notifications().deliver(Scene.LOCAL);

        var id = scene.send("1");
        scene.drain();

        var call = scene.receiver().calls("/hook").getFirst();
        verify(secret, call);
        assertThatThrownBy(() -> new Webhook(secret)
                        .verify(call.body() + " ", HttpHeaders.of(call.headers(), (name, value) -> true)))
                .isInstanceOf(WebhookVerificationException.class);
        assertThat(call.body()).contains("\"type\": \"order.shipped\"").contains("{\"order\": \"1\"}");
        assertThat(call.header("content-type")).isEqualTo("application/json");
        assertThat(scene.delivery(id).state()).isEqualTo(DeliveryState.DELIVERED);
        assertThat(DeliveryId.parse(call.id())).isEqualTo(scene.delivery(id).id());
        var attempt = scene.notifications()
                .deliveries()
                .attempts(scene.delivery(id).id())
                .getFirst();
        assertThat(attempt.status()).contains(200);
        assertThat(attempt.answer()).contains("answered 200");
        assertThat(attempt.peer().orElseThrow()).startsWith("127.0.0.1");
    }

    @Test
    void a_new_key_signs_together_with_the_old_one_for_a_time() throws Exception {
        var old = scene.notifications()
                .endpoints()
                .put(Endpoint.of("billing", scene.receiver().url("/hook")));
        scene.notifications().deliver(Scene.LOCAL);

        var fresh = scene.notifications().endpoints().rotate("billing", Duration.ofSeconds(30));
        scene.send("1");
        scene.drain();
        scene.clock().advance(Duration.ofSeconds(31));
        scene.send("2");
        scene.drain();

        var both = scene.receiver().calls().get(0);
        verify(old, both);
        verify(fresh, both);
        var after = scene.receiver().calls().get(1);
        verify(fresh, after);
        assertThatThrownBy(() -> verify(old, after)).isInstanceOf(WebhookVerificationException.class);
        assertThat(scene.notifications()
                        .endpoints()
                        .put(Endpoint.of("billing", scene.receiver().url("/hook"))))
                .as("a change keeps the key")
                .isEqualTo(fresh);
    }

    @Test
    void what_fails_is_tried_again_with_the_same_id_and_body_as_planned() {
        scene.notifications()
                .endpoints()
                .put(Endpoint.of("billing", scene.receiver().url("/hook")));
        scene.receiver().on("/hook", call -> Receiver.Answer.of(call.earlier() < 2 ? 500 : 204));
        scene.notifications().deliver(Scene.LOCAL);

        var id = scene.send("1");
        scene.drain();
        assertThat(scene.receiver().calls()).hasSize(1);
        scene.drain();
        assertThat(scene.receiver().calls()).as("not at once").hasSize(1);
        scene.passTime(Duration.ofSeconds(6));
        assertThat(scene.receiver().calls()).hasSize(2);
        scene.passTime(Duration.ofMinutes(6));

        assertThat(scene.receiver().calls()).hasSize(3);
        assertThat(scene.receiver().calls().stream().map(Receiver.Call::id).distinct())
                .hasSize(1);
        assertThat(scene.receiver().calls().stream().map(Receiver.Call::body).distinct())
                .hasSize(1);
        assertThat(scene.delivery(id).state()).isEqualTo(DeliveryState.DELIVERED);
        assertThat(scene.results(scene.delivery(id))).containsExactly("failed", "failed", "delivered");
        assertThat(scene.notifications()
                        .endpoints()
                        .find("billing")
                        .orElseThrow()
                        .failures())
                .isZero();
    }

    @Test
    void a_redirect_is_not_followed_and_what_is_said_is_cut() {
        scene.notifications()
                .endpoints()
                .put(Endpoint.of("billing", scene.receiver().url("/hook")));
        scene.receiver()
                .on(
                        "/hook",
                        call -> new Receiver.Answer(
                                302, Map.of("Location", scene.receiver().url("/elsewhere")), "x".repeat(100_000)));
        scene.notifications().deliver(Scene.LOCAL.retryAfter());

        var id = scene.send("1");
        scene.drain();

        assertThat(scene.receiver().calls()).hasSize(1);
        assertThat(scene.delivery(id).error()).contains("the receiver answered 302");
        var attempt = scene.notifications()
                .deliveries()
                .attempts(scene.delivery(id).id())
                .getFirst();
        assertThat(attempt.answer().orElseThrow().length()).isEqualTo(16_384);
    }

    @Test
    void an_answer_that_does_not_come_in_time_is_a_failure() {
        scene.notifications()
                .endpoints()
                .put(Endpoint.of("billing", scene.receiver().url("/hook")).timeout(Duration.ofMillis(200)));
        var never = new CountDownLatch(1);
        scene.receiver().on("/hook", call -> Receiver.Answer.of(never.await(60, TimeUnit.SECONDS) ? 200 : 500));
        scene.notifications().deliver(Scene.LOCAL.retryAfter());

        var id = scene.send("1");
        scene.drain();
        never.countDown();

        assertThat(scene.delivery(id).error().orElseThrow()).contains("timed out");
    }

    @Test
    void an_address_inside_is_not_called_unless_it_was_allowed() {
        scene.notifications()
                .endpoints()
                .put(Endpoint.of("billing", scene.receiver().url("/hook")));
        scene.notifications()
                .endpoints()
                .put(Endpoint.of("secure", scene.receiver().url("/hook").replace("http:", "https:")));
        scene.notifications().deliver(DeliveryOptions.defaults());

        var plain = scene.send("1");
        scene.notifications().notify(Intent.of("shop", "2", "a.b").to(Recipient.endpoint("secure")));
        scene.drain();

        assertThat(scene.receiver().calls()).isEmpty();
        assertThat(scene.delivery(plain).cause()).contains("forbidden-address");
        assertThat(scene.notifications().deliveries().list(DeliveryFilter.all().cause("forbidden-address"), 10))
                .hasSize(2);
    }

    @Test
    void an_address_that_is_none_is_refused_at_once() {
        for (var url : List.of("ftp://x.y/z", "https:///path", "https://user:pw@x.y/", "https://x.y/#z", "x", "")) {
            assertThatThrownBy(() -> Endpoint.of("a", url)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThatCode(() -> Endpoint.of("a", "https://[2001:4860::1]:8443/x")).doesNotThrowAnyException();
        assertThatThrownBy(() -> Endpoint.of("a", "https://x.y").secret("whsec_c2hvcnQ="))
                .hasMessageContaining("24 to 64 bytes");
        assertThatThrownBy(() -> Endpoint.of("a", "https://x.y").types("a b"))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
