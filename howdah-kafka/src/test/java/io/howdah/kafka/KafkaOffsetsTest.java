// SPDX-License-Identifier: Apache-2.0
package io.howdah.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Howdah;
import io.howdah.log.Decider;
import io.howdah.log.GroupOptions;
import io.howdah.log.NewEvent;
import io.howdah.log.Topic;
import io.howdah.test.HowdahTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** A group gives its place to a consumer of Kafka's own, and takes it back. */
@HowdahTest
class KafkaOffsetsTest {
    private static final Topic TOPIC = Topic.of("orders").partitions(2);
    private static final Decider ADA = new Decider("ada", "cut over");

    private final EmbeddedKafka kafka = EmbeddedKafka.running();

    @Test
    void a_consumer_of_kafka_goes_on_where_a_group_stopped_and_the_group_where_the_consumer_did(Howdah howdah) {
        var log = howdah.log();
        var to = kafka.topicFor(TOPIC);
        var seen = new CopyOnWriteArrayList<String>();
        log.handle(
                TOPIC,
                "totals",
                GroupOptions.standard().outside(),
                batch -> batch.events().forEach(event -> seen.add(event.partition() + "/" + event.offset())));
        var relay = KafkaRelay.open(log, TOPIC, to);
        append(howdah, 40);
        howdah.drain();
        var totals = log.group(TOPIC, "totals");
        totals.pause(ADA);
        append(howdah, 40);
        howdah.drain();

        var offsets = KafkaOffsets.of(to).inKafka(totals);
        var consumed = consume(to, offsets);
        assertThat(seen).doesNotContainAnyElementsOf(consumed);
        seen.addAll(consumed);
        append(howdah, 40);
        howdah.drain();
        consumedBy(to)
                .forEach((partition, offset) -> totals.seek(
                        partition, KafkaOffsets.of(to).inLog(partition, offset).orElseThrow(), ADA));
        totals.resume(ADA);
        howdah.drain();
        howdah.stop();
        relay.close();

        for (var partition : log.partitions(TOPIC)) {
            assertThat(seen.stream().filter(place -> place.startsWith(partition.partition() + "/")))
                    .containsExactlyElementsOf(LongStream.range(0, partition.next())
                            .mapToObj(offset -> partition.partition() + "/" + offset)
                            .toList());
        }
    }

    @Test
    void every_offset_is_found_also_before_and_after_what_is_there(Howdah howdah) {
        var one = Topic.of("one").partitions(1);
        var to = kafka.topicFor(one);
        assertThat(KafkaOffsets.of(to).inKafka(0, 7)).isZero();
        assertThat(KafkaOffsets.of(to).inLog(0, 0)).isEmpty();
        try (var relay = KafkaRelay.open(howdah.log(), one, to)) {
            for (int i = 0; i < 8; i++) {
                howdah.log().append(one, NewEvent.of("t", "x"));
                howdah.drain();
            }
            assertThat(relay.states()).hasSize(1);
        }

        var records = kafka.committed(to, 0);
        for (int i = 0; i < 8; i++) {
            var inKafka = KafkaOffsets.of(to).inKafka(0, i);
            assertThat(inKafka)
                    .isBetween(
                            i == 0 ? 0 : records.get(i - 1).offset() + 1,
                            records.get(i).offset());
            assertThat(KafkaOffsets.of(to).inLog(0, inKafka)).hasValue(i);
        }
        assertThat(KafkaOffsets.of(to).inKafka(0, 8))
                .isGreaterThan(records.getLast().offset());
        assertThat(KafkaOffsets.of(to).inLog(0, records.getLast().offset() + 1)).hasValue(8);
    }

    private static void append(Howdah howdah, int events) {
        IntStream.range(0, events)
                .forEach(i -> howdah.log().append(TOPIC, NewEvent.of("t", "x").key("k" + i)));
    }

    private static KafkaConsumer<byte[], byte[]> consumer(KafkaTopic to) {
        var settings = new HashMap<>(to.consumer(Duration.ofMillis(5)));
        settings.put("group.id", "totals");
        var consumer = new KafkaConsumer<byte[], byte[]>(settings);
        consumer.assign(List.of(new TopicPartition(to.name(), 0), new TopicPartition(to.name(), 1)));
        return consumer;
    }

    /** As somebody does who knows nothing of the log: from where the group of that name stands in Kafka, to the end. */
    private static List<String> consume(KafkaTopic to, Map<Integer, Long> offsets) {
        var places = new HashMap<TopicPartition, OffsetAndMetadata>();
        offsets.forEach((partition, offset) ->
                places.put(new TopicPartition(to.name(), partition), new OffsetAndMetadata(offset)));
        var consumed = new ArrayList<String>();
        try (var consumer = consumer(to)) {
            consumer.commitSync(places);
        }
        try (var consumer = consumer(to)) {
            var ends = consumer.endOffsets(places.keySet());
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(Duration.ofMillis(100))
                        .forEach(record -> consumed.add(record.partition() + "/" + RecordFormat.offsetOf(record)));
            }
            consumer.commitSync();
        }
        return consumed;
    }

    private static Map<Integer, Long> consumedBy(KafkaTopic to) {
        var offsets = new HashMap<Integer, Long>();
        try (var consumer = consumer(to)) {
            consumer.committed(consumer.assignment())
                    .forEach((place, offset) -> offsets.put(place.partition(), offset.offset()));
        }
        return offsets;
    }
}
