// SPDX-License-Identifier: Apache-2.0
package io.howdah.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.howdah.Howdah;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestClock;
import io.howdah.test.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@HowdahTest
class SubscribeTest {
    private static final QueueName<Integer> ORDERS = QueueName.of("orders", Integer.class);

    private final List<Integer> seen = new ArrayList<>();
    private Howdah howdah;
    private Messages messages;

    @BeforeEach
    void messages(Howdah howdah) {
        this.howdah = howdah;
        this.messages = howdah.messages();
    }

    @Test
    void returning_acknowledges() {
        messages.subscribe(ORDERS, delivery -> seen.add(delivery.payload()));
        messages.sendAll(ORDERS, List.of(1, 2), SendOptions.none());

        howdah.drain();
        howdah.drain();

        assertThat(seen).containsExactly(1, 2);
    }

    @Test
    void throwing_gives_it_back_and_the_last_time_makes_it_a_dead_letter(TestClock clock) throws Exception {
        howdah.queues().configure("orders", QueueSettings.standard().maxDeliveries(3));
        messages.subscribe(
                ORDERS,
                delivery -> {
                    seen.add(delivery.message().delivery());
                    assertThat(delivery.isLast()).isEqualTo(delivery.message().delivery() == 3);
                    throw new IllegalStateException("out of order");
                },
                SubscribeOptions.standard().backoff(Duration.ofSeconds(10), Duration.ofMinutes(1)));
        messages.send(ORDERS, 1);

        howdah.drain();
        assertThat(seen).containsExactly(1);
        for (int i = 0; i < 3; i++) {
            clock.advance(Duration.ofMinutes(1));
            howdah.drain();
        }

        assertThat(seen).containsExactly(1, 2, 3);
        assertThat(messages.receive(ORDERS.deadLetters(), ReceiveOptions.upTo(10)))
                .singleElement()
                .satisfies(letter ->
                        assertThat(letter.headers().get("dead-letter-reason")).contains("out of order"));
    }

    @Test
    void a_handler_can_give_back_and_give_up_without_throwing(TestClock clock) throws Exception {
        messages.subscribe(ORDERS, delivery -> {
            seen.add(delivery.payload());
            if (delivery.payload() == 1) {
                delivery.nack(Duration.ofMinutes(1));
            } else {
                delivery.deadLetter("not for us");
            }
        });
        messages.sendAll(ORDERS, List.of(1, 2), SendOptions.none());

        howdah.drain();
        assertThat(seen).containsExactly(1, 2);
        clock.advance(Duration.ofMinutes(2));
        howdah.drain();

        assertThat(seen).containsExactly(1, 2, 1);
        assertThat(messages.receive(ORDERS.deadLetters(), ReceiveOptions.upTo(10)))
                .extracting(Message::payload)
                .containsExactly(2);
    }

    @Test
    void poison_is_a_dead_letter_at_once_and_stops_nobody() throws Exception {
        messages.subscribe(ORDERS, delivery -> seen.add(delivery.payload()));
        messages.send(QueueName.of("orders", byte[].class), "poison".getBytes(StandardCharsets.UTF_8));
        messages.send(ORDERS, 2);

        howdah.drain();

        assertThat(seen).containsExactly(2);
        assertThat(howdah.queues().peek("orders.dead", 10)).hasSize(1);
    }

    @Test
    void acknowledged_in_its_own_transaction_it_has_its_effect_once(TestDatabase database) {
        database.execute("drop table if exists effect; create table effect (number int)");
        var tries = new AtomicInteger();
        messages.subscribe(
                ORDERS,
                delivery -> {
                    try (var connection = database.connect()) {
                        connection.setAutoCommit(false);
                        write(connection, delivery.payload());
                        delivery.ackIn(connection);
                        if (tries.incrementAndGet() == 1) {
                            throw new SQLException("after all not");
                        }
                        connection.commit();
                    }
                },
                SubscribeOptions.standard().backoff(Duration.ZERO, Duration.ZERO));
        messages.send(ORDERS, 7);

        howdah.drain();

        assertThat(tries).hasValue(2);
        assertThat(database.query("select number from effect")).containsExactly(List.of(7));
    }

    private static void write(java.sql.Connection connection, int number) throws SQLException {
        try (var insert = connection.prepareStatement("insert into effect values (?)")) {
            insert.setInt(1, number);
            insert.execute();
        }
    }

    @Test
    void no_more_are_handled_or_held_than_was_asked_for(TestDatabase database) throws Exception {
        var go = new CountDownLatch(1);
        var busy = ConcurrentHashMap.<Integer>newKeySet();
        messages.subscribe(
                ORDERS,
                delivery -> {
                    busy.add(delivery.payload());
                    go.await();
                },
                SubscribeOptions.standard().concurrency(3).prefetch(2));
        messages.sendAll(ORDERS, IntStream.range(0, 50).boxed().toList(), SendOptions.none());

        howdah.start();
        Await.until("three are busy", () -> busy.size() == 3);
        Await.until("claims have settled", () -> held(database) >= 3);
        assertThat(held(database)).isLessThanOrEqualTo(5);
        go.countDown();
        Await.until("all have been handled", () -> busy.size() == 50 && held(database) == 0);
    }

    private static long held(TestDatabase database) {
        return database.one("select count(*) from howdah.work_lease", Long.class);
    }

    @Test
    void what_cannot_be_right_is_refused() {
        messages.subscribe(ORDERS, delivery -> {});
        assertThatIllegalStateException()
                .isThrownBy(() -> messages.subscribe(ORDERS, delivery -> {}))
                .withMessageContaining("orders");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SubscribeOptions.standard().backoff(Duration.ofSeconds(2), Duration.ofSeconds(1)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> messages.subscribe(
                        QueueName.of("q", Integer.class),
                        delivery -> {},
                        SubscribeOptions.standard().concurrency(0)))
                .withMessageContaining("0");
    }
}
