// SPDX-License-Identifier: Apache-2.0
package io.howdah.kafka;

import io.howdah.kafka.KafkaRelay.Step;
import io.howdah.log.EventBatch;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes one partition. Whoever begins fences off, by the producer's transactional id, everybody who wrote before; only
 * then reads the last record that is there; and sends what comes after it. So nothing is sent twice, even by two
 * processes that both believe the partition theirs. After any doubt it begins again, and so it does when the log has
 * begun a new epoch: what was sent may be forgotten there, and its offset another event's. Thread-safe.
 */
final class RelayLane {
    private static final Logger log = LoggerFactory.getLogger(RelayLane.class);
    private static final long NOTHING = -1;

    private final KafkaRelay.Subject subject;
    private final int partition;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable Producer<byte[], byte[]> producer;
    private long generation = NOTHING;
    private long sent = NOTHING;
    private long epoch;
    private volatile RelayState state;

    RelayLane(KafkaRelay.Subject subject, int partition) {
        this.subject = subject;
        this.partition = partition;
        this.state = new RelayState(partition, 0, OptionalLong.empty(), Optional.empty());
    }

    RelayState state() {
        return state;
    }

    void send(EventBatch batch) {
        lock.lock();
        try {
            var open = producer;
            if (open == null
                    || generation != batch.generation()
                    || epoch != subject.log().epoch()) {
                open = takeOver(batch);
            }
            relay(open, batch);
            note(batch, Optional.empty());
        } catch (KafkaException | KafkaTopicException failure) {
            abandon();
            var known = KafkaTopicException.of(subject.to(), failure);
            note(batch, Optional.of(known));
            throw known.isPassing() ? known.later() : known;
        } finally {
            lock.unlock();
        }
    }

    private Producer<byte[], byte[]> takeOver(EventBatch batch) {
        abandon();
        try (var admin = Admin.create(subject.to().admin())) {
            TopicCheck.requireSame(admin, subject.to(), subject.topic());
            var open = new KafkaProducer<byte[], byte[]>(subject.to().producer(partition));
            producer = open;
            open.initTransactions();
            // From here on nobody who wrote before can: what is there now is all there will be but ours.
            TopicCheck.requireNothingPending(admin, subject.to(), partition);
            epoch = subject.log().epoch();
            sent = lastSent(batch.units().getFirst().first());
            generation = batch.generation();
            subject.watcher().accept(Step.TAKEN_OVER);
            return open;
        }
    }

    /** After which offset of the log to go on, where the group wants to go on from a given one. */
    private long lastSent(long next) {
        try (var cursor = RecordCursor.searching(subject.to(), partition)) {
            var found = cursor.last();
            if (found.isEmpty()) {
                requireNothingMissing(cursor, next);
                return NOTHING;
            }
            var record = found.get();
            var topic = RecordFormat.topicOf(record);
            if (!topic.equals(subject.topic().name())) {
                throw KafkaTopicException.foreign(subject.to(), partition, topic);
            }
            var last = RecordFormat.offsetOf(record);
            var missing = isMissing(last + 1, next);
            if (!missing && isInLog(record, last, next)) {
                return last;
            }
            if (!isDecided(next)) {
                throw missing
                        ? KafkaTopicException.gap(subject.to(), partition, last, next)
                        : KafkaTopicException.diverged(subject.to(), partition, last, next);
            }
            log.warn(
                    "Partition {} of {} ends with offset {} and goes on with {}, as was decided",
                    partition,
                    subject.to(),
                    last,
                    next);
            return NOTHING;
        }
    }

    /** A partition that never held anything, behind the place of the group, is a new one. */
    private void requireNothingMissing(RecordCursor cursor, long next) {
        var first = subject.log().partitions(subject.topic()).get(partition).first();
        if (isMissing(first, next) && cursor.end() == 0 && !isDecided(next)) {
            throw KafkaTopicException.gap(subject.to(), partition, NOTHING, next);
        }
    }

    /** Whether there are events that were not sent, from an offset on and before the place of the group. */
    private boolean isMissing(long from, long next) {
        if (from >= next) {
            return false;
        }
        if (subject.topic().compaction().isEmpty()) {
            return true;
        }
        // What compaction has removed need not be sent: later events of the same keys are, or will be.
        return subject.log()
                .group(subject.topic(), subject.group())
                .eventFrom(partition, from)
                .filter(event -> event.offset() < next)
                .isPresent();
    }

    /**
     * Whether the log has this very event there. What lies before the place of the group may be dropped by now, and of
     * a compacted topic what lies behind it, when somebody has put the group back.
     */
    private boolean isInLog(ConsumerRecord<byte[], byte[]> record, long offset, long next) {
        return subject.log()
                .group(subject.topic(), subject.group())
                .event(partition, offset)
                .map(event -> RecordFormat.isOf(record, event))
                .orElseGet(() -> offset < next || isCompacted(offset));
    }

    private boolean isCompacted(long offset) {
        return subject.log().compaction(subject.topic()).stream()
                .anyMatch(state -> state.partition() == partition && offset < state.next());
    }

    /** Whether the group stands where somebody put it, by a seek or a restart. */
    private boolean isDecided(long next) {
        var put = subject.log().group(subject.topic(), subject.group()).lastSeek(partition);
        return put.isPresent() && put.getAsLong() <= next && !isMissing(put.getAsLong(), next);
    }

    private void relay(Producer<byte[], byte[]> open, EventBatch batch) {
        var units = batch.units().stream().filter(unit -> unit.last() > sent).toList();
        if (units.isEmpty()) {
            return;
        }
        open.beginTransaction();
        for (var unit : units) {
            for (var event : unit) {
                // What fails is thrown by the commit.
                var unused = open.send(RecordFormat.record(subject.to(), subject.topic(), epoch, unit, event));
            }
        }
        open.flush();
        subject.watcher().accept(Step.SENT);
        open.commitTransaction();
        sent = units.getLast().last();
        subject.watcher().accept(Step.COMMITTED);
    }

    private void note(EventBatch batch, Optional<KafkaTopicException> failure) {
        var known = sent == NOTHING ? OptionalLong.empty() : OptionalLong.of(sent);
        state = new RelayState(partition, batch.generation(), known, failure);
    }

    /** A transaction that is open here is given up by whoever takes over. */
    private void abandon() {
        var open = producer;
        producer = null;
        generation = NOTHING;
        if (open != null) {
            close(open);
        }
    }

    /** Whoever is interrupted closes it all the same. */
    private static void close(Producer<byte[], byte[]> open) {
        boolean interrupted = Thread.interrupted();
        try {
            open.close(Duration.ZERO);
        } catch (KafkaException failure) {
            log.warn("A producer could not be closed", failure);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    void close() {
        lock.lock();
        try {
            abandon();
        } finally {
            lock.unlock();
        }
    }
}
