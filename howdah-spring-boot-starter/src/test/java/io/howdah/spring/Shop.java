// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import io.howdah.limit.RateLimit;
import io.howdah.log.Topic;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** What docs/spring.md shows of annotations. */
@Component
class Shop {
    record Mail(String text) {}

    record OrderPlaced(int number, long total) {}

    record OrderShipped(int number) {}

    record Order(int number) {}

    static final Topic ORDERS = Topic.of("orders");

    private final JdbcClient database;
    private final ApplicationEventPublisher events;

    Shop(JdbcClient database, ApplicationEventPublisher events) {
        this.database = database;
        this.events = events;
    }

    // snippet: spring-queue
    @QueueListener(queue = "mail", concurrency = "10")
    void send(Mail mail) {
        Mailer.send(mail.text());
    }
    // end

    // snippet: spring-schedule
    @HowdahSchedule(name = "nightly-report", cron = "0 3 * * *", zone = "Europe/Vienna")
    void report(Instant tick) {
        Mailer.send("report of " + tick);
    }
    // end

    // snippet: spring-log
    @LogListener(topic = "orders", group = "revenue", batch = 500)
    void add(List<OrderPlaced> placed) {
        for (var order : placed) {
            database.sql("update revenue set total = total + ?")
                    .param(order.total())
                    .update();
        }
    }
    // end

    // snippet: spring-locked
    @Transactional
    @Locked(name = "invoice:{order.number}", waitFor = "10s")
    public void invoice(Order order) {
        Mailer.send("invoice of order " + order.number());
    }
    // end

    // snippet: spring-limited-method
    @RateLimited(limit = "exports", key = "{customer}")
    public void export(String customer) {
        Mailer.send("export for " + customer);
    }
    // end

    // snippet: spring-durable
    @Transactional
    public void place(int number) {
        events.publishEvent(new OrderShipped(number)); // a job for each listener, in this transaction
    }

    @DurableListener(name = "tell-customer")
    void tell(OrderShipped shipped) {
        Mailer.send("order " + shipped.number() + " is on its way");
    }
    // end

    // snippet: spring-leader
    @EventListener
    void lead(LeaderElected elected) {
        Mailer.send("leading " + elected.name());
    }

    @EventListener
    void rest(LeaderDeposed deposed) {
        Mailer.send("not leading any more: " + deposed.why());
    }
    // end

    /** The limits of the shop. */
    @Configuration(proxyBeanMethods = false)
    static class Limits {
        // snippet: spring-limited
        @Bean
        RateLimit exports() {
            return RateLimit.named("exports").allow(10, Duration.ofHours(1));
        }
        // end
    }
}
