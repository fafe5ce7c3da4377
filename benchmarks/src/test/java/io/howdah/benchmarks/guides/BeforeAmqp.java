// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.guides;

import org.springframework.amqp.core.AmqpTemplate;
import org.springframework.amqp.core.Binding;
import org.springframework.amqp.core.BindingBuilder;
import org.springframework.amqp.core.Queue;
import org.springframework.amqp.core.TopicExchange;
import org.springframework.amqp.rabbit.annotation.RabbitListener;
import org.springframework.context.annotation.Bean;
import org.springframework.transaction.annotation.Transactional;

/** Of the guide from Spring AMQP. */
class BeforeAmqp {
    private final Orders orders;
    private final AmqpTemplate rabbit;

    record Order(int number, String country) {}

    interface Orders {
        void save(Order order);

        void bill(Order order);
    }

    BeforeAmqp(Orders orders, AmqpTemplate rabbit) {
        this.orders = orders;
        this.rabbit = rabbit;
    }

    // snippet: amqp-before
    @Transactional
    public void place(Order order) {
        orders.save(order);
        rabbit.convertAndSend("orders", "order." + order.country() + ".placed", order); // beside the transaction
    }

    @RabbitListener(queues = "billing", concurrency = "10")
    void bill(Order order) {
        orders.bill(order); // throwing: redelivered at once, for ever, unless a DLX and a retry are set up
    }

    @Bean
    TopicExchange exchange() {
        return new TopicExchange("orders");
    }

    @Bean
    Queue billing() {
        return new Queue("billing");
    }

    @Bean
    Binding binding(Queue billing, TopicExchange exchange) {
        return BindingBuilder.bind(billing).to(exchange).with("order.*.placed");
    }
    // end
}
