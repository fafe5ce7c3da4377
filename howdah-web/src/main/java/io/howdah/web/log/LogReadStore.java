// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.log;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.Row;
import io.howdah.internal.db.Sql;
import io.howdah.log.Compaction;
import io.howdah.log.Topic;
import io.howdah.web.ReadStore;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The statements behind which topics there are and who reads them: small tables, none of which holds events. */
final class LogReadStore {
    private static final int MOST = 500;

    private static final Sql TOPICS = Sql.of("""
        select topic.name, topic.partitions, topic.mode, topic.keep, topic.keep_bytes, topic.compact_lag,
               topic.compact_tombstones, topic.created_at,
               array(select g.name from howdah.log_group g
                     where g.topic_id = topic.id
                     order by g.name
                     limit 100) as groups
        from howdah.log_topic topic
        where :name::text is null or topic.name = :name
        order by topic.name
        limit :most
        """);

    private static final Sql PAUSED = Sql.of("""
        select g.paused_at
        from howdah.log_group g
        join howdah.log_topic topic on topic.id = g.topic_id
        where topic.name = :topic
          and g.name = :name
        """);

    private static final Sql READERS = Sql.of("""
        select id, name || ' · ' || host as name
        from howdah.members
        order by started_at desc
        limit :most
        """);

    private final ReadStore reads;

    LogReadStore(ReadStore reads) {
        this.reads = reads;
    }

    List<TopicRow> topics() {
        return reads.look(db -> rows(db, null));
    }

    Optional<TopicRow> topic(String name) {
        return reads.look(db -> rows(db, name).stream().findFirst());
    }

    /** Since when a group reads no further. */
    Optional<Instant> pausedAt(String topic, String group) {
        return reads.look(db -> db.run(PAUSED)
                        .set("topic", topic)
                        .set("name", group)
                        .optional(row -> Optional.ofNullable(row.instantOrNull("paused_at"))))
                .flatMap(paused -> paused);
    }

    /** Those who may read, by their identities: on several machines they often have the same name. */
    Map<String, String> readers() {
        return reads.look(db -> db.run(READERS).set("most", MOST).list(Reader::of)).stream()
                .collect(Collectors.toMap(Reader::id, Reader::name));
    }

    private record Reader(String id, String name) {
        static Reader of(Row row) throws SQLException {
            return new Reader(row.uuid("id").toString(), row.string("name"));
        }
    }

    private static List<TopicRow> rows(Db db, @Nullable String name) {
        return db.run(TOPICS).set("name", name).set("most", MOST).list(LogReadStore::row);
    }

    private static TopicRow row(Row row) throws SQLException {
        return new TopicRow(
                row.string("name"),
                row.integer("partitions"),
                row.string("mode").equals("inline") ? TopicRow.AT_APPEND : TopicRow.AFTER_COMMIT,
                Optional.ofNullable(row.durationOrNull("keep")),
                Optional.ofNullable(row.numberOrNull("keep_bytes")),
                compaction(row.durationOrNull("compact_lag"), row.durationOrNull("compact_tombstones")),
                row.instant("created_at"),
                row.strings("groups"));
    }

    private static Optional<TopicRow.CompactionRow> compaction(@Nullable Duration lag, @Nullable Duration tombstones) {
        return lag == null || tombstones == null
                ? Optional.empty()
                : Optional.of(new TopicRow.CompactionRow(lag, tombstones));
    }

    /** As the library knows it. */
    static Topic topic(TopicRow row) {
        var numbering =
                row.numbering().equals(TopicRow.AT_APPEND) ? Topic.Numbering.AT_APPEND : Topic.Numbering.AFTER_COMMIT;
        var topic = Topic.of(row.name()).partitions(row.partitions()).numbering(numbering);
        return row.compaction()
                .map(wanted -> topic.compacted(new Compaction(wanted.minLag(), wanted.tombstones())))
                .orElse(topic);
    }
}
