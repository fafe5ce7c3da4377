// SPDX-License-Identifier: Apache-2.0
package io.howdah.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds and reads records that a relay wrote to a partition of Kafka, as far as they are committed. Their offsets of
 * the log only grow along Kafka's, which have holes where transactions ended. Used by one thread at a time.
 */
final class RecordCursor implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(RecordCursor.class);
    private static final Duration PROBE = Duration.ofMillis(100);
    private static final Duration READING_WAIT = Duration.ofMillis(100);
    private static final Duration SEARCHING_WAIT = Duration.ofMillis(2);
    private static final int FIRST_LOOK_BACK = 64;
    private static final int LOOK_BACK_GROWTH = 8;

    private final KafkaTopic topic;
    private final TopicPartition place;
    private final Consumer<byte[], byte[]> consumer;

    private RecordCursor(KafkaTopic topic, TopicPartition place, Consumer<byte[], byte[]> consumer) {
        this.topic = topic;
        this.place = place;
        this.consumer = consumer;
    }

    /** To read what comes, one after the other. */
    static RecordCursor reading(KafkaTopic topic, int partition) {
        return open(topic, partition, READING_WAIT);
    }

    /** To look here and there. After each seek a consumer first waits for what it asked the broker before. */
    static RecordCursor searching(KafkaTopic topic, int partition) {
        return open(topic, partition, SEARCHING_WAIT);
    }

    private static RecordCursor open(KafkaTopic topic, int partition, Duration wait) {
        var place = new TopicPartition(topic.name(), partition);
        var consumer = new KafkaConsumer<byte[], byte[]>(topic.consumer(wait));
        consumer.assign(List.of(place));
        return new RecordCursor(topic, place, consumer);
    }

    /** The newest record of a relay. Behind it may lie the ends of transactions, and what was never committed. */
    Optional<ConsumerRecord<byte[], byte[]>> last() {
        long begin = begin();
        long end = end();
        long back = FIRST_LOOK_BACK;
        while (end > begin) {
            long from = Math.max(begin, end - back);
            var found = lastWithin(from, end);
            if (found.isPresent() || from == begin) {
                return found;
            }
            back *= LOOK_BACK_GROWTH;
        }
        return Optional.empty();
    }

    private Optional<ConsumerRecord<byte[], byte[]>> lastWithin(long from, long until) {
        Optional<ConsumerRecord<byte[], byte[]>> last = Optional.empty();
        var reading = new Progress(from);
        while (reading.isBefore(until)) {
            var records = poll(PROBE);
            if (!records.isEmpty()) {
                last = Optional.of(records.getLast());
            }
        }
        return last;
    }

    /** Kafka's offset from which on everything from an offset of the log on is read. */
    long find(long offset) {
        long low = begin();
        long high = end();
        while (low < high) {
            long middle = low + (high - low) / 2;
            var next = next(middle, high);
            if (next.isEmpty() || RecordFormat.offsetOf(next.get()) >= offset) {
                high = middle;
            } else {
                low = next.get().offset() + 1;
            }
        }
        return low;
    }

    /** The first record of a relay from one of Kafka's offsets on, and before another. */
    Optional<ConsumerRecord<byte[], byte[]>> next(long from, long until) {
        var reading = new Progress(from);
        while (reading.isBefore(until)) {
            var records = poll(PROBE);
            if (!records.isEmpty()) {
                return Optional.of(records.getFirst()).filter(record -> record.offset() < until);
            }
        }
        return Optional.empty();
    }

    void seek(long offset) {
        consumer.seek(place, offset);
    }

    /** What comes next, if anything does in time. Records that no relay wrote are passed over. */
    List<ConsumerRecord<byte[], byte[]>> poll(Duration patience) {
        var ours = new ArrayList<ConsumerRecord<byte[], byte[]>>();
        for (var record : consumer.poll(patience).records(place)) {
            if (RecordFormat.isOurs(record)) {
                ours.add(record);
            } else {
                log.warn("Record {} of {} was written by no relay and is passed over", record.offset(), place);
            }
        }
        return ours;
    }

    long begin() {
        return consumer.beginningOffsets(List.of(place), topic.patience()).getOrDefault(place, 0L);
    }

    /** Up to which everything is committed or given up. */
    long end() {
        return consumer.endOffsets(List.of(place), topic.patience()).getOrDefault(place, 0L);
    }

    long position() {
        return consumer.position(place, topic.patience());
    }

    /** How far a search has come, which must be further within the patience that there is. */
    private final class Progress {
        private long position;
        private long since = System.nanoTime();

        Progress(long from) {
            position = from;
            seek(from);
        }

        boolean isBefore(long until) {
            long now = position();
            if (now != position) {
                position = now;
                since = System.nanoTime();
            } else if (System.nanoTime() - since > topic.patience().toNanos()) {
                throw new TimeoutException(place + " could not be read on from " + now + " in " + topic.patience());
            }
            return now < until;
        }
    }

    @Override
    public void close() {
        consumer.close(CloseOptions.timeout(Duration.ofSeconds(1)));
    }
}
