// SPDX-License-Identifier: Apache-2.0
package io.howdah.examples;

import io.howdah.Howdah;
import io.howdah.queue.QueueName;
import io.howdah.queue.ReceiveOptions;
import io.howdah.queue.SendOptions;
import java.time.Duration;

/** Messages of one customer come in order; what is received and what follows from it commit together. */
final class MessageExample {
    record Order(int number, String customer) {}

    private static final QueueName<Order> ORDERS = QueueName.of("example.orders", Order.class);

    private MessageExample() {}

    public static void main(String... arguments) throws Exception {
        var dataSource = Database.of(arguments);
        try (var howdah = Howdah.open(dataSource)) {
            howdah.migrate();
            var messages = howdah.messages();
            for (int number = 1; number <= 3; number++) {
                messages.send(
                        ORDERS, new Order(number, "ada"), SendOptions.none().group("ada"));
            }

            var one = ReceiveOptions.upTo(10).waiting(Duration.ofSeconds(5)).visibility(Duration.ofMinutes(1));
            for (int received = 0; received < 3; ) {
                for (var message : messages.receive(ORDERS, one)) {
                    try (var connection = dataSource.getConnection()) {
                        connection.setAutoCommit(false);
                        System.out.println("order " + message.payload().number());
                        // ... ship it on this connection ...
                        messages.ack(connection, message.receipt()); // refused if somebody else has it by now
                        connection.commit();
                    }
                    received++;
                }
            }
            System.out.println(howdah.queues().find(ORDERS.name()).orElseThrow().ready() + " are left");
        }
    }
}
