// SPDX-License-Identifier: Apache-2.0
package io.howdah.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.Howdah;
import io.howdah.log.Decider;
import io.howdah.log.EventLog;
import io.howdah.log.LogGroup;
import io.howdah.log.NewEvent;
import io.howdah.log.RetryLaterException;
import io.howdah.log.Topic;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Topics that are relayed to a real broker. */
@HowdahTest
class KafkaRelayTest {
    private static final Topic TOPIC = Topic.of("orders").partitions(3);
    private static final Topic ONE = Topic.of("one").partitions(1);
    private static final Decider ADA = new Decider("ada", "looked at it");

    private final EmbeddedKafka kafka = EmbeddedKafka.running();
    private TestDatabase database;
    private Howdah howdah;
    private EventLog log;

    @BeforeEach
    void log(TestDatabase database, Howdah howdah) {
        this.database = database;
        this.howdah = howdah;
        log = howdah.log();
    }

    @AfterEach
    void heal() {
        kafka.proxy().accept();
    }

    private void append(Topic topic, int from, int until) {
        for (int i = from; i < until; i++) {
            log.append(topic, NewEvent.of("t", ("" + i).getBytes(UTF_8)).key("k" + i % 7));
        }
    }

    private LogGroup group(Topic topic, KafkaTopic to) {
        return log.group(topic, KafkaRelay.groupOf(to));
    }

    private String stopped(Topic topic, KafkaTopic to) {
        return group(topic, to).lag().getFirst().stopped().orElseThrow();
    }

    private static List<Long> upTo(long end) {
        return LongStream.range(0, end).boxed().toList();
    }

    private static Map<String, String> headers(ConsumerRecord<byte[], byte[]> record) {
        var headers = new TreeMap<String, String>();
        record.headers().forEach(header -> headers.put(header.key(), new String(header.value(), UTF_8)));
        return headers;
    }

    @Test
    void every_event_is_in_its_partition_in_order_and_once() {
        append(TOPIC, 0, 300);
        var to = kafka.topicFor(TOPIC);
        try (var relay = KafkaRelay.open(log, TOPIC, to)) {
            howdah.drain();
            append(TOPIC, 300, 400);
            howdah.drain();

            for (var partition : log.partitions(TOPIC)) {
                assertThat(kafka.offsets(to, partition.partition())).isEqualTo(upTo(partition.next()));
                assertThat(kafka.committed(to, partition.partition()))
                        .allSatisfy(record -> assertThat(TOPIC.partitionOf(new String(record.key(), UTF_8)))
                                .isEqualTo(partition.partition()));
            }
            assertThat(relay.states()).hasSize(3).allSatisfy(state -> {
                assertThat(state.failure()).isEmpty();
                assertThat(state.sent())
                        .hasValue(log.partitions(TOPIC).get(state.partition()).next() - 1);
            });
        }
    }

    private static NewEvent withEverything() {
        return NewEvent.of("order-placed", "{}".getBytes(UTF_8))
                .id("e-1")
                .key("order-7")
                .source("/shop")
                .subject("7")
                .schema("/schemas/order")
                .correlation("c-1")
                .header("Trace-Id", "abc");
    }

    @Test
    void a_record_is_a_cloudevent_and_says_where_it_was_in_the_log() {
        log.append(ONE, NewEvent.of("before", "x"));
        log.appendAll(ONE, List.of(withEverything(), NewEvent.of("order-paid", "x")));
        var to = kafka.topicFor(ONE);
        try (var relay = KafkaRelay.open(log, ONE, to)) {
            howdah.drain();
            assertThat(relay.states()).hasSize(1);
        }

        var records = kafka.committed(to, 0);
        var event = log.read(ONE, 0, 1, 1).getFirst();
        assertThat(new String(records.get(1).value(), UTF_8)).isEqualTo("{}");
        assertThat(headers(records.get(1)))
                .containsEntry("ce_specversion", "1.0")
                .containsEntry("ce_id", "e-1")
                .containsEntry("ce_source", "/shop")
                .containsEntry("ce_type", "order-placed")
                .containsEntry("ce_subject", "7")
                .containsEntry("ce_dataschema", "/schemas/order")
                .containsEntry("ce_partitionkey", "order-7")
                .containsEntry("ce_time", event.appendedAt().toString())
                .containsEntry("ce_correlationid", "c-1")
                .containsEntry("content-type", "application/octet-stream")
                .containsEntry("howdah_header_Trace-Id", "abc")
                .containsEntry("howdah_topic", "one")
                .containsEntry("howdah_offset", "1")
                .containsEntry("howdah_unit", "1")
                .containsEntry("howdah_unit_index", "0")
                .containsEntry("howdah_unit_size", "2")
                .containsEntry("howdah_epoch", Long.toString(log.epoch()));
        assertThat(headers(records.get(2)))
                .containsEntry("ce_source", "howdah:one")
                .containsEntry("content-type", "application/json")
                .containsEntry("howdah_unit_index", "1");
        assertThat(records.get(2).key()).isNull();
    }

    @Test
    void a_seek_back_sends_nothing_twice() {
        var to = kafka.topicFor(ONE);
        append(ONE, 0, 50);
        try (var relay = KafkaRelay.open(log, ONE, to)) {
            howdah.drain();
            group(ONE, to).seek(0, 10, ADA);
            append(ONE, 50, 60);
            howdah.drain();

            assertThat(kafka.offsets(to, 0)).isEqualTo(upTo(60));
            assertThat(group(ONE, to).lag().getFirst().events()).isZero();
            assertThat(relay.states().getFirst().sent()).hasValue(59);
        }
    }

    @Test
    void a_topic_that_is_missing_or_has_other_partitions_is_named_at_once() {
        var missing = KafkaTopic.of(kafka.servers(), "missing");
        assertThatThrownBy(() -> KafkaRelay.open(log, TOPIC, missing))
                .isInstanceOfSatisfying(
                        KafkaTopicException.class,
                        failure -> assertThat(failure.code()).isEqualTo("kafka-topic-missing"))
                .hasMessageContaining("3 partitions");

        var other = kafka.topic(2);
        assertThatThrownBy(() -> KafkaRelay.open(log, TOPIC, other))
                .isInstanceOfSatisfying(
                        KafkaTopicException.class,
                        failure -> assertThat(failure.code()).isEqualTo("kafka-topic-differs"))
                .hasMessageContaining("2 partitions");
    }

    @Test
    void a_topic_that_holds_another_topic_is_left_alone() {
        var to = kafka.topicFor(ONE);
        append(ONE, 0, 3);
        var other = Topic.of("other").partitions(1);
        append(other, 0, 3);
        try (var relay = KafkaRelay.open(log, ONE, to);
                var second = KafkaRelay.open(log, other, to)) {
            howdah.drain();

            var failed = relay.states().getFirst().failure().isPresent() ? relay : second;
            assertThat(failed.states().getFirst().failure().orElseThrow().code())
                    .isEqualTo("kafka-topic-foreign");
            assertThat(kafka.offsets(to, 0)).isEqualTo(upTo(3));
        }
    }

    @Test
    void what_is_too_large_for_the_broker_stops_its_partition_until_somebody_decides() throws Exception {
        var to = kafka.topicFor(ONE);
        limit(to, 100_000);
        append(ONE, 0, 3);
        log.append(ONE, NewEvent.of("large", new byte[200_000]));
        append(ONE, 3, 6);
        try (var relay = KafkaRelay.open(log, ONE, to)) {
            howdah.drain();

            assertThat(kafka.offsets(to, 0)).isEqualTo(upTo(3));
            assertThat(stopped(ONE, to)).contains("at offset 3").contains("max.message.bytes");
            assertThat(relay.states().getFirst().failure().orElseThrow().code()).isEqualTo("kafka-record-too-large");

            limit(to, 1_000_000);
            group(ONE, to).restart(0, ADA);
            howdah.drain();
            assertThat(kafka.offsets(to, 0)).isEqualTo(upTo(7));
        }
    }

    @Test
    void what_is_too_large_can_be_left_out() throws Exception {
        var to = kafka.topicFor(ONE);
        limit(to, 100_000);
        log.append(ONE, NewEvent.of("small", "x"));
        log.append(ONE, NewEvent.of("large", new byte[200_000]));
        append(ONE, 0, 2);
        try (var relay = KafkaRelay.open(log, ONE, to)) {
            howdah.drain();
            group(ONE, to).seek(0, 2, ADA);
            howdah.drain();

            assertThat(kafka.offsets(to, 0)).containsExactly(0L, 2L, 3L);
            assertThat(relay.states().getFirst().failure()).isEmpty();
        }
    }

    private void limit(KafkaTopic topic, int bytes) throws ExecutionException, InterruptedException {
        var change = new AlterConfigOp(
                new ConfigEntry("max.message.bytes", Integer.toString(bytes)), AlterConfigOp.OpType.SET);
        try (var admin = kafka.admin()) {
            admin.incrementalAlterConfigs(
                            Map.of(new ConfigResource(ConfigResource.Type.TOPIC, topic.name()), List.of(change)))
                    .all()
                    .get();
        }
    }

    @Test
    void a_gap_that_nobody_decided_stops_the_partition() {
        var to = kafka.topicFor(ONE);
        append(ONE, 0, 5);
        try (var relay = KafkaRelay.open(log, ONE, to)) {
            howdah.drain();
            append(ONE, 5, 10);
            // As if Kafka had lost what it had acknowledged.
            sequenced(ONE, 10);
            database.execute(
                    "insert into howdah.log_position select group_id, part_id, gen + 1, 8 from howdah.log_lease;"
                            + " update howdah.log_lease set gen = gen + 1, owner = null");
            howdah.drain();

            assertThat(stopped(ONE, to)).contains("ends with offset 4").contains("stands at 8");
            assertThat(relay.states().getFirst().failure().orElseThrow().code()).isEqualTo("kafka-gap");
            group(ONE, to).seek(0, 5, ADA);
            howdah.drain();
            assertThat(kafka.offsets(to, 0)).isEqualTo(upTo(10));
        }
    }

    @Test
    void a_topic_that_was_made_anew_is_noticed() throws Exception {
        var to = kafka.topicFor(ONE);
        append(ONE, 0, 5);
        try (var relay = KafkaRelay.open(log, ONE, to)) {
            howdah.drain();
            kafka.recreate(to, 1);
            append(ONE, 5, 10);
            database.execute("update howdah.log_lease set gen = gen + 1, owner = null");
            howdah.drain();

            assertThat(stopped(ONE, to)).contains("is empty").contains("stands at 5");
            group(ONE, to).seek(0, 0, ADA);
            howdah.drain();
            assertThat(kafka.offsets(to, 0)).isEqualTo(upTo(10));
            assertThat(relay.states().getFirst().failure()).isEmpty();
        }
    }

    /** Has events numbered, and the relay not see them. */
    private void sequenced(Topic topic, long next) {
        Await.until("all is numbered", () -> {
            database.query("select * from howdah.log_sequence(1000, false)");
            return log.partitions(topic).getFirst().next() == next;
        });
    }

    @Test
    void a_broker_that_is_away_is_waited_for_and_nothing_is_lost() {
        var to = kafka.topicFor(ONE);
        append(ONE, 0, 10);
        try (var relay = KafkaRelay.open(log, ONE, kafka.proxied(to))) {
            howdah.start();
            Await.until("the first are there", () -> kafka.offsets(to, 0).size() == 10);
            kafka.proxy().refuse();
            kafka.proxy().cut();
            append(ONE, 10, 30);
            Await.until(
                    "it is seen that Kafka is away",
                    () -> relay.states().getFirst().failure().isPresent());
            assertThat(relay.states().getFirst().failure().orElseThrow().code()).isEqualTo("kafka-unavailable");
            assertThat(group(ONE, to).lag().getFirst().stopped()).isEmpty();
            kafka.proxy().accept();

            Await.until("all are there", () -> kafka.offsets(to, 0).size() >= 30);
            assertThat(kafka.offsets(to, 0)).isEqualTo(upTo(30));
            Await.until("all is well", () -> relay.states().getFirst().failure().isEmpty());
            howdah.stop();
        }
    }

    @Test
    void a_relay_begins_although_kafka_is_away() {
        var to = kafka.topicFor(ONE);
        append(ONE, 0, 5);
        kafka.proxy().refuse();
        try (var relay = KafkaRelay.open(log, ONE, kafka.proxied(to))) {
            assertThatThrownBy(howdah::drain)
                    .satisfies(failure ->
                            assertThat(causes(failure)).hasAtLeastOneElementOfType(RetryLaterException.class));
            kafka.proxy().accept();
            howdah.drain();

            assertThat(kafka.offsets(to, 0)).isEqualTo(upTo(5));
            assertThat(relay.states().getFirst().failure()).isEmpty();
        }
    }

    private static List<Throwable> causes(Throwable failure) {
        return Stream.iterate(failure, cause -> cause != null, Throwable::getCause)
                .toList();
    }

    @Test
    void a_unit_of_many_events_is_one_transaction() {
        var to = kafka.topicFor(ONE);
        log.appendAll(
                ONE,
                IntStream.range(0, 5_000).mapToObj(i -> NewEvent.of("t", "x")).toList());
        try (var relay = KafkaRelay.open(log, ONE, to)) {
            howdah.drain();
            assertThat(relay.states()).hasSize(1);
        }

        var records = kafka.committed(to, 0);
        assertThat(records).hasSize(5_000);
        // Kafka's offsets have a hole for the end of each transaction.
        assertThat(records.getLast().offset()).isEqualTo(4_999);
        assertThat(headers(records.getLast())).containsEntry("howdah_unit_size", "5000");
    }
}
