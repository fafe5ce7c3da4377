// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A named log of events in a fixed number of partitions. Make it a constant that those who append and those who read
 * share; it is made in the database when it is first used. Immutable.
 */
public final class Topic {
    /** When an event gets its offset. */
    public enum Numbering {
        /** Soon after the commit, by any process: appends never wait for each other. */
        AFTER_COMMIT,
        /** At once, so that it is known to whoever appends; other appends to the partition wait for the commit. */
        AT_APPEND
    }

    static final Pattern ALLOWED = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:/-]{0,99}");
    private static final int DEFAULT_PARTITIONS = 16;
    private static final int MOST_PARTITIONS = 1024;
    private static final long UNBOUNDED = 0;
    static final Duration LONGEST = Duration.ofDays(36_500);

    private final String name;
    private final int partitions;
    private final Numbering numbering;
    private final Kept kept;

    /** How much of a topic is kept: by time and by size, or the newest of each key. */
    private record Kept(
            @Nullable Duration time, long bytes, @Nullable Compaction compaction) {
        private static final Kept EVER = new Kept(null, UNBOUNDED, null);

        Kept of(String topic) {
            if (compaction != null && (time != null || bytes != UNBOUNDED)) {
                throw TopicException.keptAndCompacted(topic);
            }
            return this;
        }
    }

    private Topic(String name, int partitions, Numbering numbering, Kept kept) {
        this.name = name;
        this.partitions = partitions;
        this.numbering = numbering;
        this.kept = kept;
    }

    /** A topic of 16 partitions, numbered after the commit, kept for ever. */
    public static Topic of(String name) {
        if (!ALLOWED.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "the name of a topic has 1 to 100 letters, digits or . _ : / - and begins"
                            + " with a letter or digit: \"" + name + "\"");
        }
        return new Topic(name, DEFAULT_PARTITIONS, Numbering.AFTER_COMMIT, Kept.EVER);
    }

    /** 1 to 1024, for good: the partition of a key depends on it. */
    public Topic partitions(int partitions) {
        if (partitions < 1 || partitions > MOST_PARTITIONS) {
            throw new IllegalArgumentException("topic " + name + " must have 1 to 1024 partitions: " + partitions);
        }
        return new Topic(name, partitions, numbering, kept);
    }

    public Topic numbering(Numbering numbering) {
        return new Topic(name, partitions, numbering, kept);
    }

    /**
     * At least so long; space is freed when every topic agrees. Default: for ever.
     *
     * @throws TopicException if it is compacted
     */
    public Topic keep(Duration keep) {
        if (!keep.isPositive() || keep.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "topic " + name + " must be kept for some time, at most 36500 days, or for ever: " + keep);
        }
        return keeping(new Kept(keep, kept.bytes(), kept.compaction()));
    }

    /**
     * At least so many bytes on the disk; what is older goes, however young it is, when every topic agrees. Its share
     * of what is stored is reckoned by the number of its events. Default: any number.
     *
     * @throws TopicException if it is compacted
     */
    public Topic keepBytes(long bytes) {
        if (bytes <= 0) {
            throw new IllegalArgumentException("topic " + name + " must keep some bytes: " + bytes);
        }
        return keeping(new Kept(kept.time(), bytes, kept.compaction()));
    }

    /**
     * The newest event of each key for ever, and older ones for a day: Kafka's {@code cleanup.policy=compact}. Every
     * event must have a key then. For good.
     *
     * @throws TopicException if it is kept by time or size
     */
    public Topic compacted() {
        return compacted(Compaction.standard());
    }

    /** As {@link #compacted()}; how long it waits may change at any time. */
    public Topic compacted(Compaction compaction) {
        return keeping(new Kept(kept.time(), kept.bytes(), compaction));
    }

    private Topic keeping(Kept wanted) {
        return new Topic(name, partitions, numbering, wanted.of(name));
    }

    public String name() {
        return name;
    }

    public int partitions() {
        return partitions;
    }

    public Numbering numbering() {
        return numbering;
    }

    public Optional<Duration> keep() {
        return Optional.ofNullable(kept.time());
    }

    public OptionalLong keepBytes() {
        return kept.bytes() == UNBOUNDED ? OptionalLong.empty() : OptionalLong.of(kept.bytes());
    }

    public Optional<Compaction> compaction() {
        return Optional.ofNullable(kept.compaction());
    }

    /** The partition that events with this key are in, here and in Kafka. */
    public int partitionOf(String key) {
        return Murmur2.partition(key, partitions);
    }

    @Override
    public String toString() {
        return name;
    }
}
