// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.FirstUse;
import io.howdah.internal.db.Query;
import io.howdah.internal.db.Row;
import io.howdah.internal.db.Sql;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Topics and the numbers that stand for them and their partitions in every row. Thread-safe. */
final class TopicStore {
    private static final Sql FIND = Sql.of("""
        select topic.id, topic.partitions, topic.mode, topic.keep, topic.keep_bytes, topic.compact_lag,
               topic.compact_tombstones, topic.made_at <> now() as settled,
               (select array_agg(part.id::bigint order by part.number) from howdah.log_part part
                where part.topic_id = topic.id) as parts
        from howdah.log_topic topic
        where topic.name = :name
        """);

    private static final Sql CREATE = Sql.of("""
        with made as (
          insert into howdah.log_topic (name, partitions, mode, keep, keep_bytes, compact_lag, compact_tombstones)
          values (:name, :partitions, :mode, :keep, :keepBytes, :lag, :tombstones)
          on conflict do nothing
          returning id, compact_lag
        ), parts as (
          insert into howdah.log_part (topic_id, number)
          select made.id, number
          from made, generate_series(0, :partitions - 1) as number
          returning id
        )
        insert into howdah.log_compaction (part_id)
        select parts.id
        from parts, made
        where made.compact_lag is not null
        """);

    private static final Sql KEEP = Sql.of("""
        update howdah.log_topic
        set keep = :keep,
            keep_bytes = :keepBytes,
            compact_lag = :lag,
            compact_tombstones = :tombstones
        where id = :id
          and (keep is distinct from :keep::interval or keep_bytes is distinct from :keepBytes::bigint
               or compact_lag is distinct from :lag::interval
               or compact_tombstones is distinct from :tombstones::interval)
        """);

    private static final Sql TOPIC_OF = Sql.of("select topic_id from howdah.log_part where id = :part");

    private static final Sql EPOCH = Sql.of("select coalesce(max(epoch), 0) as epoch from howdah.log_epoch");

    private final Db db;
    private final FirstUse<Known> topics;
    private final Map<Integer, Integer> topicOfPart = new ConcurrentHashMap<>();

    /** A topic as the database has it; the id of partition n is at place n. */
    record Known(int id, Topic topic, List<Long> parts) {
        int part(int number) {
            if (number < 0 || number >= parts.size()) {
                throw new IllegalArgumentException(
                        "topic " + topic + " has partitions 0 to " + (parts.size() - 1) + ", not " + number);
            }
            return Math.toIntExact(parts.get(number));
        }

        boolean isAs(Topic declared) {
            return topic.partitions() == declared.partitions()
                    && topic.numbering() == declared.numbering()
                    && isCompacted() == declared.compaction().isPresent();
        }

        boolean isCompacted() {
            return topic.compaction().isPresent();
        }

        boolean inline() {
            return topic.numbering() == Topic.Numbering.AT_APPEND;
        }
    }

    TopicStore(Db db) {
        this.db = db;
        this.topics = new FirstUse<>(db, TopicStore::find);
    }

    /** The topic as declared, made if it is not there: in a transaction of its own, so that nobody waits for ours. */
    Known known(Topic topic) {
        return asDeclared(topic, () -> topics.get(topic.name(), on -> make(on, topic)));
    }

    /** The same for somebody who is in a transaction. */
    Known known(Db transaction, Topic topic) {
        return asDeclared(topic, () -> topics.get(transaction, topic.name(), on -> make(on, topic)));
    }

    private static Known make(Db on, Topic topic) {
        kept(on.run(CREATE), topic)
                .set("name", topic.name())
                .set("partitions", topic.partitions())
                .set("mode", mode(topic))
                .update();
        return find(on, topic.name())
                .map(FirstUse.Found::value)
                .orElseThrow(() -> TopicException.unknown(topic.name()));
    }

    private Known asDeclared(Topic topic, Supplier<Known> look) {
        var known = topics.known(topic.name());
        if (known.isPresent() && known.get().isAs(topic)) {
            return known.get();
        }
        topics.forget(topic.name());
        var there = look.get();
        if (there.topic().partitions() != topic.partitions()) {
            throw TopicException.differs(
                    topic.name(), "partitions", there.topic().partitions(), topic.partitions());
        }
        if (there.topic().numbering() != topic.numbering()) {
            throw TopicException.differs(
                    topic.name(), "numbering", there.topic().numbering(), topic.numbering());
        }
        if (there.isCompacted() != topic.compaction().isPresent()) {
            throw TopicException.differs(
                    topic.name(),
                    "compaction",
                    there.isCompacted() ? "on" : "off",
                    topic.compaction().isPresent() ? "on" : "off");
        }
        return there;
    }

    /** How much is kept may change at any time. */
    void create(Topic topic) {
        kept(db.run(KEEP), topic).set("id", known(topic).id()).update();
    }

    private static Query kept(Query query, Topic topic) {
        return query.set("keep", topic.keep().orElse(null))
                .set("keepBytes", keepBytes(topic))
                .set("lag", topic.compaction().map(Compaction::minLag).orElse(null))
                .set(
                        "tombstones",
                        topic.compaction().map(Compaction::tombstones).orElse(null));
    }

    Optional<Known> find(String name) {
        return find(db, name).map(FirstUse.Found::value);
    }

    private static Optional<FirstUse.Found<Known>> find(Db on, String name) {
        return on.run(FIND)
                .set("name", name)
                .optional(row -> new FirstUse.Found<>(read(name, row), row.bool("settled")));
    }

    long epoch() {
        return db.run(EPOCH).one(row -> row.number("epoch"));
    }

    int topicOf(int part) {
        return topicOfPart.computeIfAbsent(
                part, id -> db.run(TOPIC_OF).set("part", id).one(row -> row.integer("topic_id")));
    }

    private static Known read(String name, Row row) throws SQLException {
        var topic = Topic.of(name)
                .partitions(row.integer("partitions"))
                .numbering(
                        row.string("mode").equals("inline") ? Topic.Numbering.AT_APPEND : Topic.Numbering.AFTER_COMMIT);
        @Nullable Duration keep = row.durationOrNull("keep");
        @Nullable Long keepBytes = row.numberOrNull("keep_bytes");
        topic = keep == null ? topic : topic.keep(keep);
        topic = keepBytes == null ? topic : topic.keepBytes(keepBytes);
        @Nullable Duration lag = row.durationOrNull("compact_lag");
        @Nullable Duration tombstones = row.durationOrNull("compact_tombstones");
        topic = lag == null || tombstones == null ? topic : topic.compacted(new Compaction(lag, tombstones));
        return new Known(row.integer("id"), topic, row.numbers("parts"));
    }

    private static @Nullable Long keepBytes(Topic topic) {
        return topic.keepBytes().isPresent() ? topic.keepBytes().getAsLong() : null;
    }

    private static String mode(Topic topic) {
        return topic.numbering() == Topic.Numbering.AT_APPEND ? "inline" : "deferred";
    }
}
