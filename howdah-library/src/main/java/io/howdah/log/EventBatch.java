// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import io.howdah.internal.Failures;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whole units of one partition, in order, for a handler to do something about. Used by the handler's thread. */
public final class EventBatch {
    private static final Logger log = LoggerFactory.getLogger(EventBatch.class);

    private final Topic topic;
    private final String group;
    private final int partition;
    private final long generation;
    private final List<EventUnit> units;
    private final @Nullable Supplier<Connection> transaction;
    private @Nullable Connection connection;
    private final List<Consumer<Outcome>> watchers = new ArrayList<>();

    /** How the transaction of a batch ended. */
    public enum Outcome {
        COMMITTED,
        ROLLED_BACK,
        /** The connection broke during the commit. */
        UNKNOWN
    }

    /** @param transaction none if the effect is outside the database */
    EventBatch(Source source, long generation, List<EventUnit> units, @Nullable Supplier<Connection> transaction) {
        this.topic = source.topic();
        this.group = source.group();
        this.partition = source.part().number();
        this.generation = generation;
        this.units = List.copyOf(units);
        this.transaction = transaction;
    }

    /** What is read, for whom. */
    record Source(Topic topic, String group, PartRef part) {}

    public Topic topic() {
        return topic;
    }

    public String group() {
        return group;
    }

    public int partition() {
        return partition;
    }

    /**
     * Grows whenever the partition changes hands. A system outside the database that remembers the highest it has seen,
     * and refuses lower ones, is safe from a process that lost the partition without noticing.
     */
    public long generation() {
        return generation;
    }

    public List<EventUnit> units() {
        return units;
    }

    /** The events of all units. */
    public Stream<LogEvent> events() {
        return units.stream().flatMap(EventUnit::stream);
    }

    /** The events of all units by their key, each in order; those without a key are under the empty one. */
    public Map<String, List<LogEvent>> byKey() {
        var byKey = new LinkedHashMap<String, List<LogEvent>>();
        events().forEach(event -> byKey.computeIfAbsent(event.key().orElse(""), key -> new ArrayList<>())
                .add(event));
        return byKey;
    }

    /**
     * The transaction in which the group moves on: what you write in it happens exactly once. It begins with the first
     * call, so that a handler without one keeps no connection busy, and is committed and closed for you.
     *
     * @throws IllegalStateException if the group reads for an effect outside the database
     */
    public Connection connection() {
        if (transaction == null) {
            throw new IllegalStateException(
                    "group " + group + " handles outside of a transaction: it was said so by GroupOptions.outside()");
        }
        if (connection == null) {
            connection = transaction.get();
        }
        return connection;
    }

    /**
     * Calls back, on the handler's thread, when the transaction of {@link #connection} has ended; what is thrown then
     * is logged, for it changes nothing any more.
     *
     * @throws IllegalStateException if the group reads for an effect outside the database
     */
    public void onEnd(Consumer<Outcome> watcher) {
        connection();
        watchers.add(watcher);
    }

    void ended(Outcome outcome) {
        for (var watcher : watchers) {
            try {
                watcher.accept(outcome);
            } catch (RuntimeException | Error failure) {
                var why = Failures.describe(failure);
                log.warn("A callback failed that was told the end of {}, {}: {}", this, outcome, why);
            }
        }
    }

    @Override
    public String toString() {
        return "units " + units.getFirst().first() + " to " + units.getLast().last() + " of partition " + partition
                + " of " + topic + " for " + group;
    }
}
