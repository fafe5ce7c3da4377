// SPDX-License-Identifier: Apache-2.0
package io.howdah.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Howdah;
import io.howdah.job.JobType;
import io.howdah.job.Retry;
import io.howdah.job.schedule.Cron;
import io.howdah.job.schedule.Misfire;
import io.howdah.job.schedule.Overlap;
import io.howdah.job.schedule.ScheduleOptions;
import io.howdah.log.EventLog;
import io.howdah.log.GroupOptions;
import io.howdah.log.NewEvent;
import io.howdah.log.Topic;
import io.howdah.queue.Messages;
import io.howdah.queue.QueueName;
import io.howdah.queue.SendOptions;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestClock;
import io.howdah.test.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The code of the guides for those who come from elsewhere, run. */
@HowdahTest
class MigrationGuidesTest {
    private static final ZoneId VIENNA = ZoneId.of("Europe/Vienna");

    record Report(String region) {}

    record Order(int number) {}

    record Payment(String customer, int euros) {}

    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    record Taken(String topic, int partition, long offset, String key, byte[] value) {}

    private final List<String> did = new CopyOnWriteArrayList<>();

    @Test
    void a_trigger_of_quartz_is_a_schedule(Howdah howdah, TestClock clock) {
        clock.set(Instant.parse("2026-11-16T12:00:00Z"));
        configure(howdah);

        clock.advance(Duration.ofDays(1));
        howdah.drain();

        assertThat(did).containsExactly("eu at 2026-11-17T02:00:00Z");
        assertThat(times()).hasSize(10).isSorted();
    }

    @Test
    void a_list_of_redis_is_a_queue(Howdah howdah, TestDatabase database) throws Exception {
        work(howdah.messages());
        try (var connection = database.connect()) {
            connection.setAutoCommit(false);
            place(howdah.messages(), connection, new Order(1));
        }
        Iterator<Order> list = List.of(new Order(2), new Order(2), new Order(3)).iterator();
        bridge(() -> list.hasNext() ? Optional.of(list.next()) : Optional.empty(), howdah.messages());

        howdah.drain();

        assertThat(did).containsExactlyInAnyOrder("insert 1", "ship 1", "ship 2", "ship 3");
    }

    @Test
    void a_consumer_of_kafka_is_a_group(Howdah howdah, TestDatabase database) throws Exception {
        read(howdah.log());
        try (var connection = database.connect()) {
            connection.setAutoCommit(false);
            pay(howdah.log(), connection, new Payment("ada", 10));
            var value = "{\"customer\": \"bob\", \"euros\": 20}".getBytes(StandardCharsets.UTF_8);
            for (int time = 0; time < 2; time++) {
                take(howdah.log(), connection, new Taken("payments", 3, 17, "bob", value));
            }
        }

        howdah.drain();

        assertThat(did).containsExactlyInAnyOrder("ada 10", "bob 20");
    }

    // snippet: quartz-after
    static final JobType<Report> REPORT =
            JobType.of("report", Report.class).retry(Retry.standard().attempts(3));

    void configure(Howdah howdah) {
        howdah.jobs()
                .handle(
                        REPORT,
                        job -> write(job.payload().region(), job.scheduledFor().orElseThrow()));
        howdah.schedules()
                .declare(
                        "nightly-report",
                        Cron.of("0 0 3 * * ?", VIENNA),
                        REPORT,
                        new Report("eu"),
                        ScheduleOptions.none().misfire(Misfire.coalesce()).overlap(Overlap.SKIP));
    }
    // end

    private static List<Instant> times() {
        // snippet: quartz-ticks
        List<Instant> times =
                Cron.of("0 0 3 * * ?", VIENNA).next(Instant.now(), 10); // CronExpression.getNextValidTimeAfter
        // end
        return times;
    }

    private void write(String region, Instant tick) {
        did.add(region + " at " + tick);
    }

    // snippet: redis-after
    static final QueueName<Order> ORDERS = QueueName.of("orders", Order.class);

    void place(Messages messages, Connection connection, Order order) throws SQLException {
        insert(connection, order);
        messages.send(connection, ORDERS, order); // with the order, or not at all
        connection.commit();
    }

    void work(Messages messages) {
        messages.subscribe(
                ORDERS, delivery -> ship(delivery.payload())); // returning acknowledges, throwing gives it back
    }
    // end

    // snippet: redis-bridge
    void bridge(Supplier<Optional<Order>> next, Messages messages) { // next: BLMOVE to a list of the bridge's own
        for (var order = next.get(); order.isPresent(); order = next.get()) {
            messages.send(
                    ORDERS,
                    order.get(),
                    SendOptions.none()
                            .deduplicate(
                                    "order-" + order.get().number(), Duration.ofDays(1))); // moved twice, sent once
        }
    }
    // end

    private void insert(Connection connection, Order order) throws SQLException {
        connection.createStatement().close();
        did.add("insert " + order.number());
    }

    private void ship(Order order) {
        did.add("ship " + order.number());
    }

    // snippet: kafka-after
    static final Topic PAYMENTS = Topic.of("payments").partitions(12).keep(Duration.ofDays(30));

    void pay(EventLog log, Connection connection, Payment payment) throws SQLException {
        log.append(connection, PAYMENTS, NewEvent.of("paid", payment).key(payment.customer()));
        connection.commit();
    }

    void read(EventLog log) {
        log.handle(PAYMENTS, "totals", GroupOptions.standard(), batch -> {
            for (var event : batch.events().toList()) {
                add(batch.connection(), event.payload(Payment.class)); // commits with the group's place: exactly once
            }
        });
    }
    // end

    // snippet: kafka-bridge
    void take(EventLog log, Connection connection, Taken taken) throws SQLException {
        var id = taken.topic() + "/" + taken.partition() + "/" + taken.offset();
        log.appendOnce(
                connection,
                PAYMENTS,
                NewEvent.of("paid", taken.value()).key(taken.key()).id(id));
        connection
                .commit(); // and then commitSync: if the process dies in between, it is taken again, and appended once
    }
    // end

    private void add(Connection connection, Payment payment) throws SQLException {
        assertThat(connection.isClosed()).isFalse();
        did.add(payment.customer() + " " + payment.euros());
    }
}
