// SPDX-License-Identifier: Apache-2.0
package io.howdah.kafka;

import io.howdah.Codec;
import io.howdah.log.EventSource;
import io.howdah.log.EventUnit;
import io.howdah.log.LogEvent;
import io.howdah.log.RetryLaterException;
import io.howdah.log.Topic;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A partition of the log as it is read from Kafka. What comes in a row is read in a row; for anything else Kafka's
 * offset is looked for. Thread-safe.
 */
final class KafkaPartition implements EventSource.Partition {
    /** How long to wait for something new: the group is woken when it was numbered, which is before it was relayed. */
    private static final Duration FOR_NEWS = Duration.ofMillis(200);

    /** Units up to this size are read at once, longer ones while the handler goes through them. */
    private static final int MOST_LOADED = 10_000;

    private static final int PAGE = 1_000;

    private final KafkaTopic kafka;
    private final Topic topic;
    private final int partition;
    private final Codec codec;
    private final ReentrantLock lock = new ReentrantLock();
    private final ArrayDeque<Read> pending = new ArrayDeque<>();
    private @Nullable RecordCursor cursor;
    private boolean closed;

    /** The offset of the log that is expected next, and a pair of offsets of which it is known that they belong. */
    private long expected = -1;

    private long knownOffset = -1;
    private long knownInKafka;

    private record Read(LogEvent event, long unitEnd, long inKafka) {}

    @FunctionalInterface
    private interface Reading<T> {
        T from(RecordCursor cursor);
    }

    KafkaPartition(KafkaTopic kafka, Topic topic, int partition, Codec codec) {
        this.kafka = kafka;
        this.topic = topic;
        this.partition = partition;
        this.codec = codec;
    }

    @Override
    public List<EventUnit> read(long from, int events) throws InterruptedException {
        return reading(open -> {
            goTo(open, from);
            fill(open, from, 1, FOR_NEWS);
            fillToEnd(open, from);
            fill(open, from, events, Duration.ZERO);
            return units(open, from, events);
        });
    }

    @Override
    public EventUnit unit(long first, long last) throws InterruptedException {
        return reading(open -> {
            goTo(open, first);
            fillToEnd(open, first);
            if (pending.isEmpty()
                    || !follows(first)
                    || pending.getFirst().event().offset() > last) {
                throw KafkaTopicException.recordMissing(kafka, partition, first);
            }
            return take(open, first);
        });
    }

    /** Positions the cursor, unless what is wanted is what comes next or soon after. */
    private void goTo(RecordCursor open, long from) {
        if (expected >= 0 && from >= expected && from - expected <= MOST_LOADED) {
            return;
        }
        pending.clear();
        boolean near = knownOffset >= 0 && from >= knownOffset && from - knownOffset <= MOST_LOADED;
        // Nothing is expected until it is certain where the cursor stands.
        expected = -1;
        open.seek(near ? knownInKafka : find(from));
        expected = from;
    }

    private long find(long offset) {
        try (var search = RecordCursor.searching(kafka, partition)) {
            return search.find(offset);
        }
    }

    /** Reads until so many events are pending, or nothing comes for so long. */
    private void fill(RecordCursor open, long from, int events, Duration patience) {
        var deadline = System.nanoTime() + patience.toNanos();
        drop(from);
        while (pending.size() < events) {
            var left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
            var records = open.poll(left);
            for (var record : records) {
                pending.add(new Read(
                        RecordFormat.event(record, topic, codec), RecordFormat.unitEndOf(record), record.offset()));
            }
            drop(from);
            if (records.isEmpty() && left.isZero()) {
                return;
            }
        }
    }

    /** A consumer says nothing when its broker is away, or slow: nothing is there only if the broker says so. */
    private void fillToEnd(RecordCursor open, long from) {
        drop(from);
        if (!pending.isEmpty()) {
            return;
        }
        long end = open.end();
        var deadline = System.nanoTime() + kafka.patience().toNanos();
        while (pending.isEmpty() && open.position() < end) {
            fill(open, from, 1, FOR_NEWS);
            if (System.nanoTime() > deadline) {
                throw new TimeoutException(kafka + " was not read in " + kafka.patience());
            }
        }
    }

    private void drop(long before) {
        while (!pending.isEmpty() && pending.getFirst().event().offset() < before) {
            pending.removeFirst();
        }
    }

    /** Whole units in a row, as long as they follow each other: what is missing must come first to be noticed. */
    private List<EventUnit> units(RecordCursor open, long from, int events) {
        var units = new ArrayList<EventUnit>();
        if (!pending.isEmpty()) {
            knownOffset = pending.getFirst().event().offset();
            knownInKafka = pending.getFirst().inKafka();
        }
        long next = from;
        long taken = 0;
        while (!pending.isEmpty() && taken < events) {
            if (!units.isEmpty() && !follows(next)) {
                break;
            }
            var unit = take(open, from);
            units.add(unit);
            taken += unit.size();
            next = unit.last() + 1;
        }
        return units;
    }

    /**
     * Whether what is pending first may come next: compaction leaves holes, of which the log knows whether it made
     * them.
     */
    private boolean follows(long offset) {
        return pending.getFirst().event().offset() == offset
                || topic.compaction().isPresent();
    }

    /** The unit that is pending first; a relay commits all of it at once, so that the rest is there to be read. */
    private EventUnit take(RecordCursor open, long from) {
        var first = pending.getFirst();
        long end = first.unitEnd();
        int size = Math.toIntExact(Math.min(end - first.event().offset(), MOST_LOADED + 1));
        boolean whole = size <= MOST_LOADED;
        fillTo(open, end, whole ? size : PAGE);
        var events = new ArrayList<LogEvent>();
        while (!pending.isEmpty() && pending.getFirst().event().offset() < end && (whole || events.size() < PAGE)) {
            events.add(pending.removeFirst().event());
        }
        long next = events.getLast().offset() + 1;
        if (whole && (topic.compaction().isEmpty() ? events.size() < size : next < end)) {
            requireComing(next);
        }
        expected = next;
        return EventUnit.of(from, end, events, at -> page(at, end));
    }

    /** Reads until the last event before an offset is pending, which is always sent, or so many are. */
    private void fillTo(RecordCursor open, long end, int events) {
        var deadline = System.nanoTime() + kafka.patience().toNanos();
        while (pending.size() < events
                && pending.getLast().event().offset() < end - 1
                && System.nanoTime() < deadline) {
            fill(open, pending.getFirst().event().offset(), pending.size() + 1, FOR_NEWS);
        }
    }

    /** What is not there, although something behind it is, is gone; otherwise it is late. */
    private void requireComing(long next) {
        expected = -1;
        if (pending.isEmpty()) {
            throw new TimeoutException(kafka + " was not read in " + kafka.patience());
        }
        throw KafkaTopicException.recordMissing(kafka, partition, next);
    }

    private List<LogEvent> page(long from, long end) {
        try {
            return reading(open -> {
                goTo(open, from);
                fill(open, from, PAGE, FOR_NEWS);
                fillToEnd(open, from);
                var page = new ArrayList<LogEvent>();
                while (!pending.isEmpty()
                        && page.size() < PAGE
                        && pending.getFirst().event().offset() < end) {
                    page.add(pending.removeFirst().event());
                }
                var there = !page.isEmpty()
                        && (topic.compaction().isPresent() || page.getFirst().offset() == from);
                if (!there) {
                    throw KafkaTopicException.recordMissing(kafka, partition, from);
                }
                expected = page.getLast().offset() + 1;
                return page;
            });
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new RetryLaterException("interrupted while reading " + kafka, interrupted);
        }
    }

    private <T> T reading(Reading<T> reading) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            if (closed) {
                throw new InterruptedException("partition " + partition + " of " + kafka + " is read no more");
            }
            if (cursor == null) {
                cursor = RecordCursor.reading(kafka, partition);
            }
            return reading.from(cursor);
        } catch (InterruptException interrupted) {
            expected = -1;
            // Kafka has set the flag again, which this exception stands for.
            Thread.interrupted();
            throw new InterruptedException(interrupted.getMessage());
        } catch (KafkaException failure) {
            expected = -1;
            throw KafkaTopicException.of(kafka, failure).later();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            if (cursor != null) {
                cursor.close();
                cursor = null;
            }
        } finally {
            lock.unlock();
        }
    }
}
