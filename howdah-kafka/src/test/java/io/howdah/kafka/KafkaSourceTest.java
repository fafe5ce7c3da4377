// SPDX-License-Identifier: Apache-2.0
package io.howdah.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Howdah;
import io.howdah.log.Decider;
import io.howdah.log.EventBatch;
import io.howdah.log.EventLog;
import io.howdah.log.GroupOptions;
import io.howdah.log.LogEvent;
import io.howdah.log.LogGroup;
import io.howdah.log.NewEvent;
import io.howdah.log.Topic;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Groups that read from Kafka what a relay wrote there, with their places in the database. */
@HowdahTest
class KafkaSourceTest {
    private static final Topic TOPIC = Topic.of("orders").partitions(3);
    private static final Topic ONE = Topic.of("one").partitions(1);
    private static final Decider ADA = new Decider("ada", "fixed it");

    private final EmbeddedKafka kafka = EmbeddedKafka.running();
    private final List<LogEvent> seen = new CopyOnWriteArrayList<>();
    private final List<List<Long>> units = new CopyOnWriteArrayList<>();
    private final Set<String> bad = ConcurrentHashMap.newKeySet();
    private TestDatabase database;
    private Howdah howdah;
    private EventLog log;

    @BeforeEach
    void log(TestDatabase database, Howdah howdah) {
        this.database = database;
        this.howdah = howdah;
        log = howdah.log();
        database.execute("drop table if exists effect; create table effect (partition int, off bigint)");
    }

    @AfterEach
    void heal() {
        kafka.proxy().accept();
    }

    private void append(Topic topic, int from, int until) {
        for (int i = from; i < until; i++) {
            log.append(topic, NewEvent.of("t" + i, ("" + i).getBytes(UTF_8)).key("k" + i % 5));
        }
    }

    private void handle(EventBatch batch) throws SQLException {
        try (var insert = batch.connection().prepareStatement("insert into effect values (?, ?)")) {
            for (var unit : batch.units()) {
                for (var event : unit) {
                    insert.setInt(1, event.partition());
                    insert.setLong(2, event.offset());
                    insert.execute();
                }
            }
        }
        if (batch.events().anyMatch(event -> bad.contains(event.type()))) {
            throw new IllegalStateException("bad");
        }
        batch.units()
                .forEach(unit -> units.add(unit.stream().map(LogEvent::offset).toList()));
        batch.events().forEach(seen::add);
    }

    private GroupOptions from(KafkaTopic topic) {
        return GroupOptions.standard()
                .attempts(2)
                .pauses(Duration.ZERO, Duration.ZERO)
                .from(KafkaSource.of(topic));
    }

    private LogGroup group() {
        return log.group(ONE, "g");
    }

    private void relay(Topic topic, KafkaTopic to) {
        try (var other = database.howdah();
                var relay = KafkaRelay.open(other.log(), topic, to)) {
            other.drain();
            assertThat(relay.states())
                    .allSatisfy(state -> assertThat(state.failure()).isEmpty());
        }
    }

    /** How many events had their effect, if each had one. */
    private long effects() {
        var rows = database.query("select count(*), count(distinct (partition, off)) from effect")
                .getFirst();
        assertThat(rows.getFirst()).as("no effect twice").isEqualTo(rows.getLast());
        return (long) rows.getFirst();
    }

    @Test
    void a_group_reads_from_kafka_what_was_appended_with_all_that_it_says() {
        var to = kafka.topicFor(ONE);
        log.append(
                ONE,
                NewEvent.of("rich", Map.of("a", 1))
                        .id("e-1")
                        .key("schlüssel")
                        .source("/shop")
                        .subject("7")
                        .schema("/schema")
                        .correlation("c")
                        .header("Trace-Id", "x"));
        log.append(ONE, NewEvent.of("poor", new byte[] {0, -1}));
        relay(ONE, to);
        log.handle(ONE, "g", from(to), this::handle);
        howdah.drain();

        var expected = log.read(ONE, 0, 0, 10);
        assertThat(seen).hasSize(2);
        for (int i = 0; i < 2; i++) {
            assertThat(seen.get(i).place()).isEqualTo(expected.get(i).place());
            assertThat(seen.get(i).attributes()).isEqualTo(expected.get(i).attributes());
            assertThat(seen.get(i).payload().bytes())
                    .isEqualTo(expected.get(i).payload().bytes());
            assertThat(seen.get(i).payload().contentType())
                    .isEqualTo(expected.get(i).payload().contentType());
        }
        assertThat(seen.getFirst().payload(Map.class).get("a")).isEqualTo(1);
    }

    @Test
    void a_group_goes_over_to_kafka_and_back_and_misses_and_repeats_nothing() {
        var to = kafka.topicFor(TOPIC);
        append(TOPIC, 0, 100);
        log.handle(TOPIC, "g", GroupOptions.standard(), this::handle);
        howdah.drain();
        howdah.close();
        append(TOPIC, 100, 250);
        relay(TOPIC, to);

        var second = database.howdah();
        second.log().handle(TOPIC, "g", from(to).batch(7), this::handle);
        second.drain();
        second.close();
        assertThat(effects()).isEqualTo(250);

        append(TOPIC, 250, 300);
        var third = database.howdah();
        third.log().handle(TOPIC, "g", GroupOptions.standard(), this::handle);
        third.drain();
        assertThat(effects()).isEqualTo(300);
        for (var partition : log.partitions(TOPIC)) {
            assertThat(seen.stream().filter(event -> event.partition() == partition.partition()))
                    .extracting(LogEvent::offset)
                    .containsExactlyElementsOf(
                            LongStream.range(0, partition.next()).boxed().toList());
        }
    }

    @Test
    void units_arrive_whole_whatever_the_batch() {
        var to = kafka.topicFor(ONE);
        for (int size : new int[] {1, 3, 700, 2, 1}) {
            log.appendAll(
                    ONE,
                    IntStream.range(0, size)
                            .mapToObj(i -> NewEvent.of("t", "x").key("k" + i))
                            .toList());
        }
        relay(ONE, to);
        log.handle(ONE, "g", from(to).batch(2), this::handle);
        howdah.drain();

        assertThat(units.stream().map(List::size)).containsExactly(1, 3, 700, 2, 1);
        assertThat(effects()).isEqualTo(707);
    }

    @Test
    void a_unit_of_very_many_events_is_read_piece_by_piece() throws SQLException {
        var to = kafka.topicFor(ONE);
        try (var connection = database.connect()) {
            connection.setAutoCommit(false);
            for (int part = 0; part < 3; part++) {
                log.appendAll(
                        connection,
                        ONE,
                        IntStream.range(0, 5_000)
                                .mapToObj(i -> NewEvent.of("t", new byte[1]).key("k"))
                                .toList());
            }
            connection.commit();
        }
        append(ONE, 0, 3);
        relay(ONE, to);
        log.handle(ONE, "g", from(to).outside(), batch -> {
            batch.units()
                    .forEach(unit ->
                            units.add(unit.stream().map(LogEvent::offset).toList()));
        });
        howdah.drain();

        assertThat(units.getFirst())
                .isEqualTo(LongStream.range(0, 15_000).boxed().toList());
        assertThat(units.stream().map(List::size)).containsExactly(15_000, 1, 1, 1);
    }

    @Test
    void what_cannot_be_handled_is_parked_and_retried_from_kafka() {
        var to = kafka.topicFor(ONE);
        append(ONE, 0, 12);
        relay(ONE, to);
        bad.add("t3");
        log.handle(ONE, "g", from(to), this::handle);
        howdah.drain();

        assertThat(seen).extracting(LogEvent::type).doesNotContain("t3", "t8").hasSize(10);
        assertThat(group().parked(10)).hasSize(2);
        bad.clear();
        group().retry(0, 3, ADA);
        howdah.drain();
        assertThat(seen).extracting(LogEvent::type).endsWith("t3", "t8").hasSize(12);
        assertThat(effects()).isEqualTo(12);
    }

    @Test
    void a_group_that_is_put_back_reads_again() {
        var to = kafka.topicFor(ONE);
        append(ONE, 0, 200);
        relay(ONE, to);
        log.handle(
                ONE, "g", from(to).outside().batch(10), batch -> batch.events().forEach(seen::add));
        howdah.drain();
        group().seek(0, 150, ADA);
        howdah.drain();
        group().seek(0, 20, ADA);
        howdah.drain();

        assertThat(seen)
                .extracting(LogEvent::offset)
                .containsExactlyElementsOf(LongStream.concat(
                                LongStream.range(0, 200),
                                LongStream.concat(LongStream.range(150, 200), LongStream.range(20, 200)))
                        .boxed()
                        .toList());
    }

    @Test
    void what_kafka_does_not_keep_any_more_stops_the_group_by_name() throws Exception {
        var to = kafka.topicFor(ONE);
        append(ONE, 0, 20);
        relay(ONE, to);
        var place = new TopicPartition(to.name(), 0);
        try (var admin = kafka.admin()) {
            admin.deleteRecords(Map.of(place, RecordsToDelete.beforeOffset(5)))
                    .all()
                    .get();
        }
        log.handle(ONE, "g", from(to), this::handle);
        howdah.drain();

        assertThat(seen).isEmpty();
        assertThat(group().lag().getFirst().stopped().orElseThrow())
                .contains("has offsets 5 to 20")
                .contains("not 0");
        group().seek(0, 5, ADA);
        howdah.drain();
        assertThat(seen).extracting(LogEvent::offset).hasSize(15).startsWith(5L);
    }

    @Test
    void the_relay_and_its_readers_run_side_by_side_while_the_broker_comes_and_goes() {
        var to = kafka.topicFor(TOPIC);
        try (var relay = KafkaRelay.open(log, TOPIC, kafka.proxied(to))) {
            log.handle(TOPIC, "g", from(kafka.proxied(to)), this::handle);
            howdah.start();
            append(TOPIC, 0, 50);
            Await.until("the first have had their effect", () -> effects() == 50);
            kafka.proxy().refuse();
            kafka.proxy().cut();
            append(TOPIC, 50, 100);
            Await.until(
                    "it is seen that Kafka is away",
                    () -> relay.states().stream()
                            .anyMatch(state -> state.failure().isPresent()));
            kafka.proxy().accept();
            Await.until("all have had their effect", () -> effects() == 100);
            howdah.stop();
        }
    }
}
