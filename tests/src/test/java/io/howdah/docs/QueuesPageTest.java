// SPDX-License-Identifier: Apache-2.0
package io.howdah.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Howdah;
import io.howdah.queue.Messages;
import io.howdah.queue.QueueLimits;
import io.howdah.queue.QueueName;
import io.howdah.queue.QueueSettings;
import io.howdah.queue.Queues;
import io.howdah.queue.ReceiveOptions;
import io.howdah.queue.RedriveOptions;
import io.howdah.queue.SendOptions;
import io.howdah.queue.SubscribeOptions;
import io.howdah.queue.Topics;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** The code of the page on queues, run. */
@HowdahTest
class QueuesPageTest {
    record Order(int number, int customer) {}

    private static final QueueName<Order> BILLING = QueueName.of("billing", Order.class);
    private static final QueueName<Order> AUDIT = QueueName.of("audit", Order.class);

    private final List<String> logged = new ArrayList<>();
    private final List<Order> shipped = new ArrayList<>();

    @Test
    void messages_are_sent_once_and_shipped_once(Howdah howdah, TestDatabase database) throws Exception {
        database.execute("drop table if exists shipment; create table shipment (number int)");
        try (var connection = database.connect()) {
            send(howdah.messages(), connection, new Order(42, 7));
            send(howdah.messages(), connection, new Order(42, 7));
        }
        receive(howdah.messages(), database.dataSource());
        assertThat(database.query("select number from shipment")).containsExactly(List.of(42));

        subscribe(howdah.messages());
        howdah.messages().send(ORDERS, new Order(43, 7));
        howdah.drain();
        assertThat(shipped).containsExactly(new Order(43, 7));
    }

    @Test
    void queues_are_looked_after(Howdah howdah) throws Exception {
        howdah.messages().send(ORDERS, new Order(1, 1));
        howdah.messages()
                .deadLetter(
                        howdah.messages()
                                .receive(ORDERS, ReceiveOptions.upTo(1))
                                .getFirst()
                                .receipt(),
                        "a timeout");
        lookAfter(howdah.queues());
        assertThat(logged).containsExactly("0 waiting, 0 in flight");
        howdah.drain();
        assertThat(howdah.queues().peek("orders", 10)).hasSize(1);
    }

    @Test
    void topics_reach_several(Howdah howdah, TestDatabase database) throws Exception {
        try (var connection = database.connect()) {
            publish(howdah.topics(), connection, new Order(1, 1));
        }
        assertThat(logged).containsExactly("[audit, billing] would get it");
        assertThat(howdah.messages().receive(BILLING, ReceiveOptions.upTo(1))).hasSize(1);
    }

    private static void ship(Connection connection, Order order) throws SQLException {
        try (var insert = connection.prepareStatement("insert into shipment values (?)")) {
            insert.setInt(1, order.number());
            insert.execute();
        }
    }

    private void ship(Order order) {
        shipped.add(order);
    }

    private void log(String line) {
        logged.add(line);
    }

    // snippet: messages
    static final QueueName<Order> ORDERS = QueueName.of("orders", Order.class);

    void send(Messages messages, Connection connection, Order order) {
        messages.send(
                connection,
                ORDERS,
                order,
                SendOptions.none()
                        .group("customer-" + order.customer()) // one after the other, in order
                        .deduplicate("order-" + order.number(), Duration.ofHours(1))
                        .headers(Map.of("from", "shop")));
    }

    void receive(Messages messages, DataSource dataSource) throws Exception {
        var options = ReceiveOptions.upTo(10).waiting(Duration.ofSeconds(20)).visibility(Duration.ofMinutes(1));
        for (var message : messages.receive(ORDERS, options)) {
            try (var connection = dataSource.getConnection()) {
                connection.setAutoCommit(false);
                ship(connection, message.payload());
                messages.ack(connection, message.receipt()); // both commit together: exactly once
                connection.commit();
            }
        }
    }

    void subscribe(Messages messages) {
        messages.subscribe(
                ORDERS,
                delivery -> ship(delivery.payload()),
                SubscribeOptions.standard().concurrency(20));
    }
    // end

    // snippet: queues
    void lookAfter(Queues queues) {
        queues.configure(
                "orders",
                QueueSettings.standard()
                        .maxDeliveries(5)
                        .visibility(Duration.ofMinutes(2))
                        .history(Duration.ofDays(1)));
        queues.limit("orders", QueueLimits.none().concurrency(100).rate(50, Duration.ofSeconds(1)));
        queues.pause("orders");
        queues.resume("orders");
        queues.find("orders").ifPresent(info -> log(info.ready() + " waiting, " + info.inFlight() + " in flight"));
        queues.redrive(
                "orders.dead", RedriveOptions.all().reasonContaining("timeout").rate(10, Duration.ofSeconds(1)));
    }
    // end

    // snippet: topics
    void publish(Topics topics, Connection connection, Order order) {
        topics.bind("order.*.created", BILLING); // * is one word
        topics.bind("order.#", AUDIT); // # is any number of words, also none
        topics.publish(connection, "order.eu.created", order, SendOptions.none()); // to both, or to none
        log(topics.route("order.eu.created") + " would get it");
    }
    // end
}
