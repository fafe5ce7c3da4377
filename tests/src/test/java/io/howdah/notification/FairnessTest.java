// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Howdah;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One endpoint that is down, slow or now this and now that delays nobody else; nor does a database that goes away. */
@HowdahTest
class FairnessTest {
    private static final int HEALTHY = 4;
    private static final int EACH = 40;
    private static final String DELIVERED = "select count(*) from howdah.notification_route where state = 'delivered'";
    private static final DeliveryOptions OPTIONS =
            DeliveryOptions.defaults().allowNetwork("127.0.0.0/8").concurrency(20);

    private final Receiver receiver = Receiver.start();
    private final CountDownLatch over = new CountDownLatch(1);

    @AfterEach
    void close() {
        over.countDown();
        receiver.close();
    }

    @Test
    void others_are_not_delayed_by_an_endpoint_that_is_down_slow_or_flapping(Howdah howdah) {
        var notifications = howdah.notifications();
        var busy = new AtomicInteger();
        var most = new AtomicInteger();
        receiver.on("/slow", call -> {
            most.accumulateAndGet(busy.incrementAndGet(), Math::max);
            try {
                return Receiver.Answer.of(over.await(55, TimeUnit.SECONDS) ? 200 : 500);
            } finally {
                busy.decrementAndGet();
            }
        });
        receiver.on("/flapping", call -> Receiver.Answer.of(call.earlier() % 2 == 0 ? 500 : 200));
        putAll(notifications);
        for (var bad : new String[] {"slow", "flapping", "down"}) {
            sendAll(notifications, bad);
        }
        notifications.deliver(OPTIONS);
        howdah.start();
        Await.until("the slow one is busy", () -> busy.get() == 4);

        for (int healthy = 0; healthy < HEALTHY; healthy++) {
            sendAll(notifications, "healthy-" + healthy);
        }
        // The slow one does not give up before: it is still at its first, as is seen below.
        Await.within(Duration.ofSeconds(50))
                .until(
                        "all of the healthy ones have come",
                        () -> IntStream.range(0, HEALTHY)
                                .allMatch(i -> receiver.calls("/healthy-" + i).size() == EACH));

        assertThat(busy).as("the slow one is still at its first").hasValue(4);
        assertThat(most).as("no more at a time than it may have").hasValue(4);
        assertThat(receiver.calls("/slow")).hasSize(4);
        Await.until(
                "the one that is down was tried",
                () -> notifications.endpoints().find("down").orElseThrow().failures() >= 1);
        over.countDown();
        Await.within(Duration.ofSeconds(60))
                .until("the slow one has all", () -> receiver.calls("/slow").size() == EACH);
    }

    private void putAll(Notifications notifications) {
        put(notifications, "slow", receiver.url("/slow"));
        put(notifications, "flapping", receiver.url("/flapping"));
        put(notifications, "down", "http://127.0.0.1:1/");
        for (int i = 0; i < HEALTHY; i++) {
            put(notifications, "healthy-" + i, receiver.url("/healthy-" + i));
        }
    }

    private static void put(Notifications notifications, String name, String url) {
        notifications.endpoints().put(Endpoint.of(name, url).concurrency(4).timeout(Duration.ofSeconds(60)));
    }

    private static void sendAll(Notifications notifications, String endpoint) {
        for (int i = 0; i < EACH; i++) {
            notifications.notify(Intent.of("shop", endpoint + "/" + i, "a.b").to(Recipient.endpoint(endpoint)));
        }
    }

    @Test
    void what_was_delivered_while_the_database_was_away_is_written_down_when_it_is_back(TestDatabase database) {
        try (var proxy = database.proxy()) {
            var through = Howdah.builder(database.through(proxy)).build();
            var notifications = through.notifications();
            notifications.endpoints().put(Endpoint.of("billing", receiver.url("/hook")));
            receiver.on("/hook", call -> {
                if (call.earlier() == 0) {
                    proxy.refuse();
                    proxy.cut();
                }
                return Receiver.Answer.of(200);
            });
            notifications.notify(Intent.of("shop", "1", "a.b").to(Recipient.endpoint("billing")));
            notifications.deliver(OPTIONS);
            through.start();
            try {
                Await.until("it was called", () -> receiver.calls().size() == 1);
                Await.until("the database is away", () -> proxy.connections() == 0);
                proxy.accept();
                Await.within(Duration.ofSeconds(60))
                        .until("it is delivered", () -> database.one(DELIVERED, Long.class) == 1);
            } finally {
                through.close();
            }
            assertThat(receiver.calls().stream().map(Receiver.Call::id).distinct())
                    .hasSize(1);
        }
    }
}
