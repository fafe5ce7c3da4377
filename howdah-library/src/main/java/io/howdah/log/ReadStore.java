// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import io.howdah.Codec;
import io.howdah.internal.db.Db;
import io.howdah.internal.db.Row;
import io.howdah.internal.db.Sql;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The statements that read. Every snapshot sees a prefix of each partition, also on a standby: never a hole. */
final class ReadStore {
    private static final Sql READ = Sql.of("""
        select off, unit, numbered_at, slice, id, appended_at, type, key, source, subject, schema, headers,
               content_type, data
        from howdah.log_read(:part, :from, :until, :slice, :most)
        """);

    private static final Sql UNIT_END = Sql.of("select howdah.log_unit_end(:part, :off, :unit, :slice) as next_off");

    /**
     * Each partition on its own, so that none is sorted, and event by event, so that none is read that is not meant.
     */
    private static final Sql SEARCH = Sql.of("""
        select part.number, found.*
        from howdah.log_part part
        cross join lateral (
          select entry.off, entry.unit, entry.at as numbered_at, entry.slice,
                 coalesce(event.given_id, event.id::text) as id, event.at as appended_at, event.type, event.key,
                 event.source, event.subject, event.schema,
                 case when event.headers is not null
                      then array(select unnest(array[h.key, h.value]) from jsonb_each_text(event.headers) h)
                 end as headers,
                 event.content_type, event.data
          from howdah.log_entry entry
          cross join lateral (
            select *
            from howdah.log_event e
            where e.slice = entry.event_slice and e.xid = entry.xid and e.id = entry.event_id
            limit 1
          ) event
          where entry.part_id = part.id
            and entry.off >= :from
            and entry.off < :upTo
            and (:key::text is null or event.key = :key)
            and (:type::text is null or event.type = :type)
            and (:since::timestamptz is null or entry.at >= :since)
            and (:until::timestamptz is null or entry.at < :until)
          order by entry.off
          limit :most
        ) found
        where part.id = any (:parts)
        order by found.off, part.number
        limit :most
        """);

    private static final Sql BOUNDS = Sql.of("""
        select number, base_off, howdah.log_next(id, howdah.log_slice()) as next_off
        from howdah.log_part
        where id = any (:parts)
        order by number
        """);

    /** Compaction removes nothing at or after its place, and nothing that the log still has. */
    private static final Sql IS_COMPACTED = Sql.of("""
        select :from >= part.base_off
               and :until <= coalesce((select compaction.next_off from howdah.log_compaction compaction
                                       where compaction.part_id = part.id), 0)
               and not exists (
                 select from unnest(:froms::bigint[], :untils::bigint[]) as gap (first_off, end_off)
                 cross join lateral (
                   select from howdah.log_entry entry
                   where entry.part_id = part.id and entry.off >= gap.first_off and entry.off < gap.end_off
                   limit 1) there) as compacted
        from howdah.log_part part
        where part.id = :part
        """);

    private static final Sql COMPACTIONS = Sql.of("""
        select part.number, compaction.next_off as compacted_to,
               howdah.log_next(part.id, howdah.log_slice()) as next_off, compaction.kept, compaction.removed,
               howdah.log_held(part.id) as held_off,
               (select entry.at from howdah.log_entry entry
                where entry.part_id = part.id and entry.slice >= 1 and entry.off >= compaction.next_off
                order by entry.off
                limit 1) as oldest
        from howdah.log_part part
        join howdah.log_compaction compaction on compaction.part_id = part.id
        where part.id = any (:parts)
        order by part.number
        """);

    private static final Sql OFFSET_AT = Sql.of("select howdah.log_offset_at(:part, :time) as off");

    private final Db db;
    private final Codec codec;

    /**
     * Some events of one partition in a row.
     *
     * @param slice where the next read may begin to look
     */
    record Page(List<LogEvent> events, int slice) {}

    /** The offsets that a partition has: from the first up to, and without, the next. */
    record Bounds(int partition, long first, long next) {}

    /** Offsets that were not read: from the first up to, and without, the last. */
    record Gap(long from, long until) {}

    /** What to look for; what is null does not matter. */
    record Search(
            @Nullable String key,
            @Nullable String type,
            @Nullable Instant since,
            @Nullable Instant until) {}

    ReadStore(Db db, Codec codec) {
        this.db = db;
        this.codec = codec;
    }

    Codec codec() {
        return codec;
    }

    /** Events of offsets from :from on and before :until, no more than :most. */
    Page read(PartRef part, long from, long until, int slice, int most) {
        var found = db.run(READ)
                .set("part", part.id())
                .set("from", from)
                .set("until", until)
                .set("slice", slice)
                .set("most", most)
                .list(row -> EventRow.of(part.number(), row));
        return found.isEmpty() ? new Page(List.of(), slice) : page(found);
    }

    Page page(List<EventRow> rows) {
        return new Page(
                rows.stream().map(row -> row.event(codec)).toList(),
                rows.getLast().slice());
    }

    /** The offset after the last event of the unit that this one belongs to. */
    long unitEnd(PartRef part, LogEvent event, int slice) {
        return db.run(UNIT_END)
                .set("part", part.id())
                .set("off", event.offset())
                .set("unit", event.unit())
                .set("slice", slice)
                .one(row -> row.number("next_off"));
    }

    /** Of offsets from :from on and before :upTo. */
    List<LogEvent> search(long[] parts, long from, long upTo, Search search, int most) {
        return db.run(SEARCH)
                .set("parts", parts)
                .set("from", from)
                .set("upTo", upTo)
                .set("key", search.key())
                .set("type", search.type())
                .set("since", search.since())
                .set("until", search.until())
                .set("most", most)
                .list(row -> EventRow.of(row.integer("number"), row).event(codec));
    }

    List<Bounds> bounds(long[] parts) {
        return db.run(BOUNDS)
                .set("parts", parts)
                .list(row -> new Bounds(row.integer("number"), row.number("base_off"), row.number("next_off")));
    }

    /** Whether offsets that were not read are missing because compaction removed what was there. */
    boolean isCompacted(int part, List<Gap> gaps) {
        return db.run(IS_COMPACTED)
                .set("part", part)
                .set("from", gaps.getFirst().from())
                .set("until", gaps.getLast().until())
                .set("froms", gaps.stream().mapToLong(Gap::from).toArray())
                .set("untils", gaps.stream().mapToLong(Gap::until).toArray())
                .one(row -> row.bool("compacted"));
    }

    List<CompactionState> compactions(long[] parts) {
        return db.run(COMPACTIONS).set("parts", parts).list(ReadStore::compaction);
    }

    private static CompactionState compaction(Row row) throws SQLException {
        var held = row.number("held_off");
        var next = row.number("next_off");
        return new CompactionState(
                row.integer("number"),
                row.number("compacted_to"),
                next,
                row.number("kept"),
                row.number("removed"),
                Optional.ofNullable(row.instantOrNull("oldest")),
                held < next ? OptionalLong.of(held) : OptionalLong.empty());
    }

    long offsetAt(int part, Instant time) {
        return db.run(OFFSET_AT).set("part", part).set("time", time).one(row -> row.number("off"));
    }
}
