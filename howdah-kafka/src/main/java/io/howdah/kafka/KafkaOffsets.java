// SPDX-License-Identifier: Apache-2.0
package io.howdah.kafka;

import io.howdah.log.LogGroup;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.apache.kafka.common.KafkaException;

/**
 * Offsets of the log as Kafka's, and back, by what the records say of themselves: for consumers that are not groups of
 * the log. Immutable.
 */
public final class KafkaOffsets {
    private final KafkaTopic topic;

    private KafkaOffsets(KafkaTopic topic) {
        this.topic = topic;
    }

    public static KafkaOffsets of(KafkaTopic topic) {
        return new KafkaOffsets(topic);
    }

    /**
     * Kafka's offset from which on a consumer reads everything from an offset of the log on, and nothing before.
     *
     * @throws KafkaTopicException if Kafka is away
     */
    public long inKafka(int partition, long offset) {
        try (var cursor = RecordCursor.searching(topic, partition)) {
            return cursor.find(offset);
        } catch (KafkaException failure) {
            throw KafkaTopicException.of(topic, failure);
        }
    }

    /** For each partition, from where on a consumer reads what a group has not handled. Pause the group first. */
    public Map<Integer, Long> inKafka(LogGroup group) {
        var offsets = new TreeMap<Integer, Long>();
        group.lag().forEach(lag -> offsets.put(lag.partition(), inKafka(lag.partition(), lag.next())));
        return offsets;
    }

    /**
     * The offset of the log with which a group goes on that takes over from a consumer which stands at one of Kafka's
     * offsets; empty if no relay has written anything.
     *
     * @throws KafkaTopicException if Kafka is away
     */
    public OptionalLong inLog(int partition, long kafkaOffset) {
        try (var cursor = RecordCursor.searching(topic, partition)) {
            return cursor.next(kafkaOffset, cursor.end())
                    .map(RecordFormat::offsetOf)
                    .or(() -> cursor.last().map(record -> RecordFormat.offsetOf(record) + 1))
                    .map(OptionalLong::of)
                    .orElseGet(OptionalLong::empty);
        } catch (KafkaException failure) {
            throw KafkaTopicException.of(topic, failure);
        }
    }
}
