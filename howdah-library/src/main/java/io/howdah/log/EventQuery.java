// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import java.time.Instant;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Which events of a topic to look at. Immutable. */
public final class EventQuery {
    private static final EventQuery ALL = new EventQuery(OptionalInt.empty(), 0, null, null, null, null);

    private final OptionalInt partition;
    private final long from;
    private final @Nullable String key;
    private final @Nullable String type;
    private final @Nullable Instant since;
    private final @Nullable Instant until;

    private EventQuery(
            OptionalInt partition,
            long from,
            @Nullable String key,
            @Nullable String type,
            @Nullable Instant since,
            @Nullable Instant until) {
        this.partition = partition;
        this.from = from;
        this.key = key;
        this.type = type;
        this.since = since;
        this.until = until;
    }

    public static EventQuery all() {
        return ALL;
    }

    public EventQuery partition(int partition) {
        return new EventQuery(OptionalInt.of(partition), from, key, type, since, until);
    }

    /** At this offset or later. */
    public EventQuery from(long offset) {
        return new EventQuery(partition, offset, key, type, since, until);
    }

    public EventQuery key(String key) {
        return new EventQuery(partition, from, key, type, since, until);
    }

    public EventQuery type(String type) {
        return new EventQuery(partition, from, key, type, since, until);
    }

    /** Numbered at this time or later. */
    public EventQuery since(Instant since) {
        return new EventQuery(partition, from, key, type, since, until);
    }

    /** Numbered before this time. */
    public EventQuery until(Instant until) {
        return new EventQuery(partition, from, key, type, since, until);
    }

    /** The partitions in question: that of the key, if there is one, and else all of them. */
    long[] parts(TopicStore.Known topic) {
        if (partition.isPresent()) {
            return new long[] {topic.part(partition.getAsInt())};
        }
        if (key != null) {
            return new long[] {topic.part(topic.topic().partitionOf(key))};
        }
        return topic.parts().stream().mapToLong(Long::longValue).toArray();
    }

    long from() {
        return from;
    }

    ReadStore.Search search() {
        return new ReadStore.Search(key, type, since, until);
    }
}
