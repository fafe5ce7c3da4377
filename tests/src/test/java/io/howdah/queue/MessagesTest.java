// SPDX-License-Identifier: Apache-2.0
package io.howdah.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.Howdah;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestClock;
import io.howdah.test.TestDatabase;
import io.howdah.test.Together;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@HowdahTest
class MessagesTest {
    record Order(int number) {}

    private static final QueueName<Order> ORDERS = QueueName.of("orders", Order.class);
    private static final Duration A_MINUTE = Duration.ofMinutes(1);

    private Howdah howdah;
    private Messages messages;
    private TestDatabase database;

    @BeforeEach
    void messages(Howdah howdah, TestDatabase database) {
        this.howdah = howdah;
        this.messages = howdah.messages();
        this.database = database;
    }

    private List<Message<Order>> receive() throws InterruptedException {
        return messages.receive(ORDERS, ReceiveOptions.upTo(100).visibility(A_MINUTE));
    }

    private Message<Order> receiveOne() throws InterruptedException {
        var received = receive();
        assertThat(received).hasSize(1);
        return received.getFirst();
    }

    private List<Integer> numbers(List<Message<Order>> received) {
        return received.stream().map(message -> message.payload().number()).toList();
    }

    private void pass(TestClock clock, Duration time) {
        clock.advance(time);
        howdah.drain();
    }

    @Test
    void what_was_sent_is_received_with_everything_that_was_said_of_it() throws Exception {
        var id = messages.send(
                ORDERS,
                new Order(7),
                SendOptions.none()
                        .priority(2)
                        .headers(Map.of("from", "shop \"7\"\n"))
                        .group("customer-1")
                        .correlation("order-7"));

        assertThat(receiveOne()).satisfies(message -> {
            assertThat(message.id()).isEqualTo(id);
            assertThat(message.payload()).isEqualTo(new Order(7));
            assertThat(message.delivery()).isEqualTo(1);
            assertThat(message.priority()).isEqualTo(2);
            assertThat(message.headers()).isEqualTo(Map.of("from", "shop \"7\"\n"));
            assertThat(message.group()).contains("customer-1");
            assertThat(message.correlation()).contains("order-7");
            assertThat(message.sentAt())
                    .isBetween(
                            database.clock().now().minusSeconds(60),
                            database.clock().now());
        });
    }

    @Test
    void a_message_is_there_if_and_when_the_transaction_commits() throws Exception {
        messages.send(ORDERS, new Order(0));
        messages.ackAll(List.of(receiveOne().receipt()));
        try (var connection = database.connect()) {
            connection.setAutoCommit(false);
            messages.send(connection, ORDERS, new Order(1));
            assertThat(receive()).isEmpty();
            connection.rollback();
            messages.send(connection, ORDERS, new Order(2));
            messages.sendAll(connection, ORDERS, List.of(new Order(3), new Order(4)), SendOptions.none());
            connection.commit();
        }

        assertThat(numbers(receive())).containsExactly(2, 3, 4);
    }

    @Test
    void nobody_else_receives_it_until_its_time_is_over_and_then_the_first_receipt_is_worth_nothing(TestClock clock)
            throws Exception {
        messages.send(ORDERS, new Order(1));
        var first = receiveOne();
        howdah.drain();
        assertThat(receive()).isEmpty();

        pass(clock, A_MINUTE);
        var second = receiveOne();

        assertThat(second.id()).isEqualTo(first.id());
        assertThat(second.delivery()).isEqualTo(2);
        assertThatThrownBy(() -> messages.ack(first.receipt()))
                .isInstanceOf(ReceiptExpiredException.class)
                .hasMessageContaining(first.receipt().text())
                .extracting("code")
                .isEqualTo("receipt-expired");
        assertThatThrownBy(() -> messages.nack(first.receipt(), Duration.ZERO))
                .isInstanceOf(ReceiptExpiredException.class);
        assertThatThrownBy(() -> messages.extend(first.receipt(), A_MINUTE))
                .isInstanceOf(ReceiptExpiredException.class);
        messages.ack(second.receipt());
        pass(clock, Duration.ofHours(1));
        assertThat(receive()).isEmpty();
        assertThat(database.query("select attempt, state from howdah.work_outcome order by attempt"))
                .containsExactly(List.of(1, "lost"), List.of(2, "done"));
    }

    @Test
    void an_acknowledgement_that_is_repeated_does_no_harm_and_one_after_a_nack_is_refused() throws Exception {
        messages.sendAll(ORDERS, List.of(new Order(1), new Order(2)), SendOptions.none());
        var received = receive();
        var acked = received.get(0).receipt();
        var nacked = received.get(1).receipt();

        messages.ack(acked);
        messages.ack(acked);
        messages.nack(nacked, Duration.ofHours(1));

        assertThat(messages.ackAll(List.of(acked, nacked))).containsExactly(nacked);
    }

    @Test
    void who_extends_in_time_keeps_it(TestClock clock) throws Exception {
        messages.send(ORDERS, new Order(1));
        var held = receiveOne();

        clock.advance(Duration.ofSeconds(50));
        messages.extend(held.receipt(), A_MINUTE);
        pass(clock, Duration.ofSeconds(50));

        assertThat(receive()).isEmpty();
        messages.ack(held.receipt());
    }

    @Test
    void what_is_given_back_comes_again_at_once_or_after_the_delay(TestClock clock) throws Exception {
        messages.send(ORDERS, new Order(1));

        messages.nack(receiveOne().receipt(), Duration.ZERO);
        var again = receiveOne();
        assertThat(again.delivery()).isEqualTo(2);
        messages.nack(again.receipt(), A_MINUTE);
        howdah.drain();
        assertThat(receive()).isEmpty();
        pass(clock, A_MINUTE);

        assertThat(receiveOne().delivery()).isEqualTo(3);
    }

    @Test
    void an_acknowledgement_in_your_transaction_commits_with_it() throws Exception {
        messages.send(ORDERS, new Order(1));
        var receipt = receiveOne().receipt();
        try (var connection = database.connect()) {
            connection.setAutoCommit(false);
            messages.ack(connection, receipt);
            connection.rollback();
            messages.ack(connection, receipt);
            connection.commit();
            assertThatThrownBy(() -> messages.ack(connection, receipt)).isInstanceOf(ReceiptExpiredException.class);
        }

        assertThat(database.query("select state from howdah.work_outcome")).containsExactly(List.of("done"));
    }

    @Test
    void many_threads_send_many_for_the_first_time_without_waiting_for_each_others_connections() {
        var senders = new ArrayList<Callable<List<MessageId>>>();
        for (int i = 0; i < 30; i++) {
            senders.add(() -> messages.sendAll(
                    ORDERS,
                    List.of(new Order(1), new Order(2)),
                    SendOptions.none().group("g")));
        }

        assertThat(Together.run(senders)).hasSize(30);
    }

    @Test
    void urgent_ones_come_first_and_delayed_ones_in_their_time(TestClock clock) throws Exception {
        messages.send(ORDERS, new Order(9), SendOptions.none().priority(9));
        messages.send(ORDERS, new Order(0), SendOptions.none().priority(0));
        messages.send(ORDERS, new Order(5));
        messages.send(ORDERS, new Order(3), SendOptions.none().delay(A_MINUTE));

        assertThat(numbers(receive())).containsExactly(0, 5, 9);
        pass(clock, Duration.ofSeconds(61));
        assertThat(numbers(receive())).contains(3);
    }

    @Test
    void one_sent_twice_within_the_window_is_there_once(TestClock clock) throws Exception {
        var once = SendOptions.none().deduplicate("order-1", Duration.ofMinutes(5));
        var first = messages.send(ORDERS, new Order(1), once);

        assertThat(messages.send(ORDERS, new Order(2), once)).isEqualTo(first);
        messages.ack(receiveOne().receipt());
        assertThat(messages.send(ORDERS, new Order(3), once)).isEqualTo(first);
        assertThat(receive()).isEmpty();
        clock.advance(Duration.ofMinutes(5));
        messages.send(ORDERS, new Order(4), once);

        assertThat(numbers(receive())).containsExactly(4);
    }

    @Test
    void a_group_is_received_one_at_a_time_and_in_order_beside_others(TestClock clock) throws Exception {
        for (int i = 1; i <= 3; i++) {
            messages.send(ORDERS, new Order(10 + i), SendOptions.none().group("one"));
            messages.send(ORDERS, new Order(20 + i), SendOptions.none().group("two"));
        }

        var heads = receive();
        assertThat(numbers(heads)).containsExactlyInAnyOrder(11, 21);
        assertThat(receive()).isEmpty();
        messages.nack(heads.get(0).receipt(), Duration.ZERO);
        assertThat(numbers(receive()))
                .as("what failed goes before what is behind it")
                .containsExactly(11);
        messages.ack(heads.get(1).receipt());
        assertThat(numbers(receive())).containsExactly(22);
        pass(clock, A_MINUTE);
        var late = receive();
        assertThat(numbers(late)).as("not acknowledged in time").containsExactlyInAnyOrder(11, 22);
        late.forEach(message -> messages.ack(message.receipt()));
        assertThat(numbers(receive())).containsExactlyInAnyOrder(12, 23);
    }

    @Test
    void what_cannot_be_right_is_refused() throws Exception {
        assertThatThrownBy(() -> messages.receive(ORDERS, ReceiveOptions.upTo(1)))
                .isInstanceOf(UnknownQueueException.class)
                .hasMessageContaining("orders")
                .extracting("code")
                .isEqualTo("queue-unknown");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Receipt("nonsense"))
                .withMessageContaining("nonsense");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ReceiveOptions.upTo(0))
                .withMessageContaining("0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ReceiveOptions.upTo(1).visibility(Duration.ofMillis(999)))
                .withMessageContaining("PT0.999S");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ReceiveOptions.upTo(1).visibility(Duration.ofHours(13)))
                .withMessageContaining("PT13H");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ReceiveOptions.upTo(1).waiting(Duration.ofHours(2)))
                .withMessageContaining("PT2H");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> QueueName.of("x".repeat(96), Order.class))
                .withMessageContaining("95");
        var bytes = QueueName.of("bytes", byte[].class);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> messages.send(bytes, new byte[(1 << 20) + 1]))
                .withMessageContaining("1 MiB");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> messages.send(
                        ORDERS, new Order(1), SendOptions.none().headers(Map.of("big", "x".repeat(17_000)))))
                .withMessageContaining("16 KB");
        messages.send(ORDERS, new Order(1));
        var receipt = receiveOne().receipt();
        assertThatIllegalArgumentException().isThrownBy(() -> messages.extend(receipt, Duration.ZERO));
        assertThatIllegalArgumentException().isThrownBy(() -> messages.nack(receipt, Duration.ofSeconds(-1)));
    }
}
