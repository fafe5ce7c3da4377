// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import io.howdah.queue.Messages;
import io.howdah.queue.QueueName;
import io.howdah.queue.QueueSettings;
import io.howdah.queue.Queues;
import io.howdah.queue.SendOptions;
import io.howdah.queue.Topics;
import java.time.Duration;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** An application that came from RabbitMQ and from events of Spring Modulith, as the guides show it. */
final class Moved {
    record Order(int number, String country) {}

    record OrderCompleted(int number) {}

    static final QueueName<Order> BILLING = QueueName.of("billing", Order.class);

    private Moved() {}

    /** Sets up what declarations of exchanges, queues and bindings did. */
    // snippet: amqp-topology
    @Component
    static class Topology implements ApplicationRunner {
        private final Queues queues;
        private final Topics topics;

        Topology(Queues queues, Topics topics) {
            this.queues = queues;
            this.topics = topics;
        }

        @Override
        public void run(ApplicationArguments arguments) {
            queues.configure("billing", QueueSettings.standard().maxDeliveries(5)); // then billing.dead
            topics.bind("order.*.placed", BILLING);
        }
    }
    // end

    /** Publishes and listens. */
    // snippet: amqp-after
    @Component
    static class Checkout {
        private final JdbcClient database;
        private final Topics topics;

        Checkout(JdbcClient database, Topics topics) {
            this.database = database;
            this.topics = topics;
        }

        @Transactional
        public void place(Order order) {
            database.sql("insert into placed values (?)").param(order.number()).update();
            topics.publish(
                    "order." + order.country() + ".placed", order, SendOptions.none()); // with the order, or not at all
        }

        @QueueListener(queue = "billing", concurrency = "10", firstPause = "100ms")
        void bill(Order order) {
            Mailer.send("bill of order " + order.number()); // returning acknowledges
        }
    }
    // end

    /** Brings over what still arrives in RabbitMQ. */
    @Component
    static class Bridge {
        private final Messages messages;

        Bridge(Messages messages) {
            this.messages = messages;
        }

        // snippet: amqp-bridge
        // @RabbitListener(queues = "billing", ackMode = "AUTO")
        void bridge(Order order, String messageId) { // @Header(AmqpHeaders.MESSAGE_ID), which the sender must set
            messages.send(BILLING, order, SendOptions.none().deduplicate(messageId, Duration.ofDays(1)));
        }
        // end
    }

    /** A module that tells others. */
    // snippet: modulith-after
    @Component
    static class OrderManagement {
        private final ApplicationEventPublisher events;

        OrderManagement(ApplicationEventPublisher events) {
            this.events = events;
        }

        @Transactional
        public void complete(int number) {
            events.publishEvent(new OrderCompleted(number));
        }
    }

    @Component
    static class Inventory {
        @DurableListener(name = "inventory.order-completed") // was: @ApplicationModuleListener
        @Transactional
        public void on(OrderCompleted completed) {
            Mailer.send("stock of order " + completed.number());
        }
    }
    // end
}
