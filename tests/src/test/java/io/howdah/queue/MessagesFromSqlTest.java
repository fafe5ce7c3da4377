// SPDX-License-Identifier: Apache-2.0
package io.howdah.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.Howdah;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestClock;
import io.howdah.test.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Any language can send, receive and acknowledge by SQL. */
@HowdahTest
class MessagesFromSqlTest {
    record Order(int number) {}

    private static final QueueName<Order> ORDERS = QueueName.of("orders", Order.class);

    private Howdah howdah;
    private Messages messages;
    private TestDatabase database;

    @BeforeEach
    void messages(Howdah howdah, TestDatabase database) {
        this.howdah = howdah;
        this.messages = howdah.messages();
        this.database = database;
    }

    private MessageId send(String arguments) {
        return new MessageId(database.one("select howdah.send('orders', " + arguments + ")", Long.class));
    }

    private String receive() {
        return database.one("select receipt from howdah.receive('orders')", String.class);
    }

    @Test
    void sent_by_sql_and_received_by_java_it_is_the_same(TestClock clock) throws Exception {
        var id = send("'{\"number\": 7}', priority => 1, headers => '{\"k\": \"v\", \"n\": 5}', group_id => 'g',"
                + " correlation => 'c', dedup_id => 'd', delay => interval '1 minute'");
        assertThat(send("'{\"number\": 8}', dedup_id => 'd'")).isEqualTo(id);
        clock.advance(Duration.ofMinutes(1));
        howdah.drain();

        assertThat(messages.receive(ORDERS, ReceiveOptions.upTo(10)))
                .singleElement()
                .satisfies(message -> {
                    assertThat(message.id()).isEqualTo(id);
                    assertThat(message.payload()).isEqualTo(new Order(7));
                    assertThat(message.priority()).isEqualTo(1);
                    assertThat(message.headers()).isEqualTo(Map.of("k", "v", "n", "5"));
                    assertThat(message.group()).contains("g");
                    assertThat(message.correlation()).contains("c");
                    messages.ack(message.receipt());
                });
    }

    @Test
    void sent_by_java_and_received_by_sql_it_is_the_same() {
        messages.send(
                ORDERS,
                new Order(7),
                SendOptions.none().headers(Map.of("k", "v")).group("g"));

        var rows =
                database.query("select receipt, delivery, payload ->> 'number', content_type, headers ->> 'k', group_id"
                        + " from howdah.receive('orders', 10, interval '1 minute')");

        assertThat(rows).hasSize(1);
        assertThat(rows.getFirst().subList(1, 6)).containsExactly(1, "7", "application/json", "v", "g");
        messages.ack(new Receipt((String) rows.getFirst().getFirst()));
        assertThat(database.query("select state from howdah.work_outcome")).containsExactly(List.of("done"));
    }

    @Test
    void a_receipt_ends_it_in_your_transaction_and_raises_when_it_has_expired(TestClock clock) throws Exception {
        send("'{\"number\": 1}'");
        var first = receive();
        database.query("select howdah.extend(?, interval '5 minutes')", first);
        clock.advance(Duration.ofMinutes(6));
        howdah.drain();
        var second = receive();
        try (var connection = database.connect();
                var ack = connection.prepareStatement("select howdah.ack(?)")) {
            connection.setAutoCommit(false);
            ack.setString(1, second);
            ack.execute();
            connection.rollback();
        }

        assertThatThrownBy(() -> database.query("select howdah.ack(?)", first)).hasMessageContaining("expired");
        assertThatThrownBy(() -> database.query("select howdah.nack(?)", first)).hasMessageContaining("expired");
        assertThatThrownBy(() -> database.query("select howdah.extend(?, interval '1 minute')", first))
                .hasMessageContaining("expired");
        assertThat(database.query("select howdah.ack(array[?, ?])", first, second))
                .containsExactly(List.of(first));
        database.query("select howdah.ack(?)", second);
    }

    @Test
    void given_back_it_comes_again_and_at_last_is_a_dead_letter() {
        howdah.queues().configure("orders", QueueSettings.standard().maxDeliveries(2));
        send("'{\"number\": 1}'");
        database.query("select howdah.nack(?)", receive());
        database.query("select howdah.nack(?, reason => 'not today')", receive());

        assertThat(database.query("select payload ->> 'number', headers ->> 'dead-letter-reason'"
                        + " from howdah.receive('orders.dead', 10)"))
                .containsExactly(List.of("1", "not today"));
    }

    @Test
    void groups_are_in_order_by_sql_too() {
        send("'{\"number\": 1}', group_id => 'g'");
        send("'{\"number\": 2}', group_id => 'g'");

        var receipt = receive();
        assertThat(database.query("select receipt from howdah.receive('orders', 10)"))
                .isEmpty();
        database.query("select howdah.ack(?)", receipt);
        assertThat(database.query("select payload ->> 'number' from howdah.receive('orders', 10)"))
                .containsExactly(List.of("2"));
    }

    @Test
    void bytes_of_any_kind_are_sent_and_what_is_no_json_comes_as_bytes() throws Exception {
        database.query("select howdah.send_bytes('orders', ?, 'text/plain')", "hello".getBytes(StandardCharsets.UTF_8));
        database.query("select howdah.send_bytes('orders', ?, 'application/json')", new byte[] {'{'});

        assertThat(database.query("select payload is null, content_type from howdah.receive('orders', 10)"))
                .containsExactly(List.of(true, "text/plain"), List.of(true, "application/json"));
    }

    @Test
    void a_topic_reaches_its_queues_from_sql() {
        howdah.topics().bind("order.*", ORDERS);
        howdah.topics().bind("#", QueueName.of("audit", Order.class));

        assertThat(database.query("select queue from howdah.publish('order.created', '{\"number\": 7}')"))
                .containsExactly(List.of("audit"), List.of("orders"));
        assertThat(database.query("select payload ->> 'number', headers ->> 'topic' from howdah.receive('orders')"))
                .containsExactly(List.of("7", "order.created"));
    }

    @Test
    void what_cannot_be_right_is_refused() {
        send("'{}'");
        assertThatThrownBy(() -> database.query("select howdah.receive('nowhere')"))
                .hasMessageContaining("nowhere");
        assertThatThrownBy(() -> database.query("select howdah.receive('orders', 0)"))
                .hasMessageContaining("not 0");
        assertThatThrownBy(() -> database.query("select howdah.receive('orders', 1, interval '0.5 s')"))
                .hasMessageContaining("1 s to 12 h");
        assertThatThrownBy(() -> database.query("select howdah.ack('nonsense')"))
                .hasMessageContaining("nonsense");
        assertThatThrownBy(() -> send("'{}', delay => interval '-1 s'")).hasMessageContaining("ten years");
        assertThatThrownBy(() -> send("'{}', priority => 10")).hasMessageContaining("bounds");
        assertThatThrownBy(() -> send("to_jsonb(repeat('x', 1100000))")).hasMessageContaining("1 MiB");
        assertThatThrownBy(() -> send("'{}', headers => jsonb_build_object('x', repeat('x', 17000))"))
                .hasMessageContaining("16 KB");
        assertThatThrownBy(() -> database.query("select howdah.publish('a..b', '{}')"))
                .hasMessageContaining("a..b");
        assertThatThrownBy(() -> database.query("select howdah.topic_bind('a.**', 'orders')"))
                .hasMessageContaining("a.**");
    }
}
