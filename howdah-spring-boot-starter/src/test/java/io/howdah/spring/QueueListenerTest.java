// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.queue.Delivery;
import io.howdah.queue.Message;
import io.howdah.queue.Messages;
import io.howdah.queue.QueueName;
import io.howdah.queue.QueueSettings;
import io.howdah.queue.Queues;
import io.howdah.queue.ReceiveOptions;
import io.howdah.queue.SendOptions;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.annotation.Transactional;

/** Messages that methods of beans handle. */
@HowdahTest
class QueueListenerTest {
    record Mail(String to) {}

    static final QueueName<Mail> PLAIN = QueueName.of("plain", Mail.class);
    static final QueueName<Mail> WHOLE = QueueName.of("whole", Mail.class);
    static final QueueName<Mail> CAREFUL = QueueName.of("careful", Mail.class);
    static final QueueName<Mail> FAILING = QueueName.of("failing", Mail.class);
    static final QueueName<Mail> NARROW = QueueName.of("narrow", Mail.class);

    private final ApplicationContextRunner application;

    QueueListenerTest(TestDatabase database) {
        this.application = Starter.on(database);
    }

    @Configuration(proxyBeanMethods = false)
    static class Listeners {
        final List<String> seen = new CopyOnWriteArrayList<>();

        @QueueListener(queue = "${prefix}lain")
        void plain(Mail mail) {
            seen.add(mail.to());
        }

        @QueueListener(queue = "whole")
        void whole(Message<Mail> message) {
            seen.add(message.payload().to() + " " + message.headers());
        }
    }

    @Test
    void a_method_takes_the_payload_or_the_whole_message() {
        application
                .withUserConfiguration(Listeners.class)
                .withPropertyValues("prefix=p")
                .run(context -> {
                    var messages = context.getBean(Messages.class);
                    var seen = context.getBean(Listeners.class).seen;

                    messages.send(PLAIN, new Mail("Ada"));
                    messages.send(WHOLE, new Mail("Grace"), SendOptions.none().headers(Map.of("lang", "en")));

                    Await.until("both were handled", () -> seen.size() == 2);
                    assertThat(seen).containsExactlyInAnyOrder("Ada", "Grace {lang=en}");
                    Await.until(
                            "both were acknowledged", () -> isEmpty(context.getBean(Queues.class), "plain", "whole"));
                });
    }

    private static boolean isEmpty(Queues queues, String... names) {
        return List.of(names).stream()
                .map(name -> queues.find(name).orElseThrow())
                .allMatch(queue -> queue.ready() + queue.inFlight() + queue.delayed() == 0);
    }

    static class Careful {
        private final AtomicInteger deliveries = new AtomicInteger();
        private final DataSource dataSource;

        Careful(DataSource dataSource) {
            this.dataSource = dataSource;
        }

        /** By a method: what is injected is a proxy, with no fields of its own. */
        public int deliveries() {
            return deliveries.get();
        }

        @Transactional
        @QueueListener(queue = "careful", firstPause = "10ms")
        public void take(Delivery<Mail> delivery) {
            delivery.ackIn(DataSourceUtils.getConnection(dataSource));
            if (deliveries.incrementAndGet() == 1) {
                throw new IllegalStateException("rolled back, and with it the acknowledgement");
            }
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class CarefulConfiguration {
        @Bean
        Careful careful(DataSource dataSource) {
            return new Careful(dataSource);
        }
    }

    @Test
    void an_acknowledgement_in_a_transaction_is_rolled_back_with_it() {
        application.withUserConfiguration(CarefulConfiguration.class).run(context -> {
            context.getBean(Messages.class).send(CAREFUL, new Mail("Ada"));

            Await.until(
                    "it was delivered twice",
                    () -> context.getBean(Careful.class).deliveries() == 2);
            Await.until("it is over", () -> isEmpty(context.getBean(Queues.class), "careful"));
        });
    }

    @Configuration(proxyBeanMethods = false)
    static class Failing {
        final List<Integer> deliveries = new CopyOnWriteArrayList<>();

        @QueueListener(queue = "failing", firstPause = "10ms", longestPause = "20ms")
        void fail(Message<Mail> message) {
            deliveries.add(message.delivery());
            throw new IllegalStateException("no such address");
        }
    }

    @Test
    void what_a_method_throws_on_is_delivered_again_until_it_is_a_dead_letter() {
        application.withUserConfiguration(Failing.class).run(context -> {
            context.getBean(Queues.class)
                    .configure("failing", QueueSettings.standard().maxDeliveries(3));
            var messages = context.getBean(Messages.class);

            messages.send(FAILING, new Mail("nobody"));

            var dead = Await.value(
                    "a dead letter",
                    () -> messages.receive(FAILING.deadLetters(), ReceiveOptions.upTo(1)).stream()
                            .findFirst());
            assertThat(dead.payload().to()).isEqualTo("nobody");
            assertThat(context.getBean(Failing.class).deliveries).containsExactly(1, 2, 3);
        });
    }

    @Configuration(proxyBeanMethods = false)
    static class Narrow {
        final AtomicInteger inside = new AtomicInteger();
        final AtomicInteger most = new AtomicInteger();
        final AtomicInteger done = new AtomicInteger();

        @QueueListener(queue = "narrow", concurrency = "${narrow:}")
        void take(Mail mail) throws InterruptedException {
            most.accumulateAndGet(inside.incrementAndGet(), Math::max);
            // Long enough for others to come in beside it, if they may.
            assertThat(new CountDownLatch(1).await(100, TimeUnit.MILLISECONDS)).isFalse();
            inside.decrementAndGet();
            done.incrementAndGet();
        }
    }

    @Test
    void as_many_at_a_time_as_the_annotation_or_else_the_property_says() {
        var narrow = application.withUserConfiguration(Narrow.class);
        for (var property : List.of("narrow=1", "howdah.concurrency.narrow=1")) {
            narrow.withPropertyValues(property).run(context -> {
                var listener = context.getBean(Narrow.class);
                for (int i = 0; i < 4; i++) {
                    context.getBean(Messages.class).send(NARROW, new Mail("Ada"));
                }

                Await.until("all were handled", () -> listener.done.get() == 4);
                assertThat(listener.most).hasValue(1);
            });
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class TwoParameters {
        @QueueListener(queue = "mail")
        void take(Mail mail, String more) {}
    }

    @Configuration(proxyBeanMethods = false)
    static class NoQueue {
        @QueueListener(queue = "no queue")
        void take(Mail mail) {}
    }

    @Configuration(proxyBeanMethods = false)
    static class Twice {
        @QueueListener(queue = "mail")
        void one(Mail mail) {}

        @QueueListener(queue = "mail")
        void two(Mail mail) {}
    }

    @Test
    void what_cannot_be_listened_with_is_named_at_the_start() {
        Map.of(
                        TwoParameters.class,
                                "take(Mail, String) of bean queueListenerTest.TwoParameters: it must take one",
                        NoQueue.class, "take(Mail) of bean queueListenerTest.NoQueue: the name of a queue",
                        Twice.class, "there is a handler for message in queue mail already")
                .forEach((configuration, message) ->
                        Starter.refuses(application, configuration, "@QueueListener on ", message));
    }
}
