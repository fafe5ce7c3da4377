// SPDX-License-Identifier: Apache-2.0
package io.howdah;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.job.JobState;
import io.howdah.job.JobType;
import io.howdah.job.Retry;
import io.howdah.lock.LeaseOptions;
import io.howdah.lock.LockName;
import io.howdah.lock.LockTimeoutException;
import io.howdah.log.GroupOptions;
import io.howdah.log.LogEvent;
import io.howdah.log.NewEvent;
import io.howdah.log.Topic;
import io.howdah.notification.Channel;
import io.howdah.notification.ChannelAnswer;
import io.howdah.notification.DeliveryOptions;
import io.howdah.notification.Intent;
import io.howdah.notification.Outgoing;
import io.howdah.notification.Recipient;
import io.howdah.queue.QueueName;
import io.howdah.queue.ReceiveOptions;
import io.howdah.queue.SendOptions;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What a tracing library is told, and that nobody suffers from one that fails. */
@HowdahTest
class TracingTest {
    private static final JobType<Integer> JOB =
            JobType.of("charge", Integer.class).retry(Retry.never());
    private static final QueueName<String> QUEUE = QueueName.of("mail", String.class);
    private static final Topic TOPIC = Topic.of("orders").partitions(1);

    private final List<String> seen = new CopyOnWriteArrayList<>();

    /** Numbers its spans; whatever is started inside one carries its number. */
    private final class Numbering implements Tracing {
        private final AtomicInteger spans = new AtomicInteger();
        private final ThreadLocal<Integer> current = new ThreadLocal<>();

        @Override
        public Optional<String> current() {
            return Optional.ofNullable(current.get()).map(TracingTest::traceparent);
        }

        @Override
        public void within(Activity activity, Callable<?> work) throws Exception {
            var outer = current.get();
            var span = spans.incrementAndGet();
            current.set(span);
            try {
                seen.add(span + " " + activity.kind().word() + " " + activity.name() + " of "
                        + activity.carried().stream().map(TracingTest::number).toList());
                work.call();
            } finally {
                current.set(outer);
            }
        }
    }

    private static String traceparent(int span) {
        return "00-4bf92f3577b34da6a3ce929d0e0e4736-%016x-01".formatted(span);
    }

    private static int number(String traceparent) {
        return Integer.parseInt(traceparent.substring(36, 52), 16);
    }

    @Test
    void what_is_done_is_part_of_what_started_it(TestDatabase database) {
        var howdah = database.howdah(builder -> builder.tracing(new Numbering()));
        howdah.log().create(TOPIC);
        howdah.topics().bind("mail.#", QUEUE);
        howdah.jobs().handle(JOB, job -> howdah.messages().send(QUEUE, "charged"));
        howdah.messages()
                .subscribe(QUEUE, delivery -> howdah.log().append(TOPIC, NewEvent.of("sent", delivery.payload())));
        howdah.log().handle(TOPIC, "g", GroupOptions.standard(), batch -> seen.add("read"));

        howdah.jobs().enqueue(JOB, 1);
        howdah.drain();
        howdah.drain();

        assertThat(seen)
                .containsExactly(
                        "1 enqueue charge of []",
                        "2 job charge of [1]",
                        "3 send mail of []",
                        "4 message mail of [3]",
                        "5 append orders of []",
                        "6 events orders/g of [5]",
                        "read");
    }

    @Test
    void a_delivery_is_part_of_what_took_its_notification_in(TestDatabase database) throws Exception {
        var howdah = database.howdah(builder -> builder.tracing(new Numbering()));
        howdah.notifications().deliver(DeliveryOptions.defaults().channel(new Pigeon()));
        howdah.log().create(TOPIC);
        var intent = Intent.of("shop", "1", "order.shipped")
                .to(Recipient.of("pigeon", "ada"), Recipient.topic("orders"), Recipient.queue("mail"))
                .text("it is on its way");

        try (var connection = database.dataSource().getConnection()) {
            connection.setAutoCommit(false);
            howdah.notifications().notify(connection, intent);
            run(connection, "select howdah.enqueue('charge', '2')");
            connection.commit();
        }
        howdah.drain();

        assertThat(seen).containsExactly("1 notify order.shipped of []", "2 delivery pigeon of [1]");
        assertThat(howdah.log().read(TOPIC, 0, 0, 10))
                .singleElement()
                .satisfies(event -> assertThat(event.headers()).containsEntry("traceparent", traceparent(1)));
        assertThat(database.query("select trace, count(*) from howdah.work_body group by trace order by trace"))
                .as("the delivery and the message; what the transaction makes after them is no part of it")
                .containsExactly(List.of(traceparent(1), 2L), Arrays.asList(null, 1L));
    }

    @Test
    void what_is_made_by_sql_is_part_of_the_trace_that_its_transaction_says(Howdah howdah, TestDatabase database)
            throws Exception {
        howdah.log().create(TOPIC);
        try (var connection = database.dataSource().getConnection()) {
            connection.setAutoCommit(false);
            for (var trace : List.of(traceparent(5), "nonsense")) {
                run(connection, "set local howdah.traceparent = '" + trace + "'");
                run(connection, "select howdah.enqueue('charge', '1')");
                run(connection, "select howdah.send('mail', '\"hello\"')");
                run(connection, "select howdah.append('orders', 'placed', '1')");
            }
            connection.commit();
        }
        howdah.drain();

        assertThat(database.query("select trace, count(*) from howdah.work_body group by trace order by trace"))
                .containsExactly(List.of(traceparent(5), 2L), Arrays.asList(null, 2L));
        assertThat(howdah.log().read(TOPIC, 0, 0, 10))
                .extracting(event -> event.headers().get("traceparent"))
                .containsExactly(traceparent(5), null);
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** A channel that always gets there. */
    private static final class Pigeon implements Channel {
        @Override
        public String name() {
            return "pigeon";
        }

        @Override
        public ChannelAnswer deliver(Outgoing outgoing) {
            return ChannelAnswer.delivered();
        }
    }

    @Test
    void who_receives_by_hand_is_told_and_what_says_its_own_trace_keeps_it(TestDatabase database) throws Exception {
        var howdah = database.howdah(builder -> builder.tracing(new Numbering()));
        howdah.topics().bind("mail.#", QUEUE);
        howdah.topics().publish("mail.eu", "hello", SendOptions.none());

        var options = ReceiveOptions.upTo(1);
        assertThat(howdah.messages().receive(QUEUE, options))
                .singleElement()
                .satisfies(message -> assertThat(message.trace()).contains(traceparent(1)));

        howdah.log().append(TOPIC, NewEvent.of("a", 1).header("traceparent", traceparent(77)));
        howdah.drain();
        assertThat(howdah.log().read(TOPIC, 0, 0, 10))
                .extracting(LogEvent::headers)
                .allSatisfy(headers -> assertThat(headers).containsEntry("traceparent", traceparent(77)));
    }

    @Test
    void waiting_for_a_lock_is_traced_whether_it_is_had_or_not(TestDatabase database) throws Exception {
        var howdah = database.howdah(builder -> builder.tracing(new Numbering()));
        howdah.start();
        var name = LockName.of("billing", "invoices");

        try (var held = howdah.locks().acquire(name, Duration.ofSeconds(5))) {
            assertThatThrownBy(() -> howdah.locks().acquire(name, Duration.ofMillis(10)))
                    .isInstanceOf(LockTimeoutException.class);
            assertThat(held.isHeld()).isTrue();
        }
        howdah.locks()
                .lease(name, LeaseOptions.standard(), Duration.ofSeconds(5))
                .close();

        assertThat(seen).containsExactly("1 lock billing of []", "2 lock billing of []", "3 lock billing of []");
    }

    @Test
    void a_tracing_library_that_fails_or_calls_nothing_keeps_nobody_from_working(TestDatabase database) {
        var broken = new Tracing() {
            @Override
            public Optional<String> current() {
                throw new IllegalStateException("no context");
            }

            @Override
            public void within(Activity activity, Callable<?> work) throws Exception {
                if (activity.kind() == Kind.JOB) {
                    work.call();
                    throw new IllegalStateException("the span cannot be ended");
                }
            }
        };
        var howdah = database.howdah(builder -> builder.tracing(broken));
        howdah.jobs().handle(JOB, job -> {
            seen.add("handled " + job.payload());
            if (job.payload() == 2) {
                throw new IllegalArgumentException("by the handler");
            }
        });
        var good = howdah.jobs().enqueue(JOB, 1);
        var bad = howdah.jobs().enqueue(JOB, 2);

        howdah.drain();

        assertThat(seen).containsExactlyInAnyOrder("handled 1", "handled 2");
        assertThat(howdah.jobs().find(good).orElseThrow().state()).isEqualTo(JobState.DONE);
        assertThat(howdah.jobs().find(bad).orElseThrow()).satisfies(info -> {
            assertThat(info.state()).isEqualTo(JobState.DEAD);
            assertThat(info.lastError())
                    .hasValueSatisfying(error -> assertThat(error).contains("by the handler"));
        });
    }
}
