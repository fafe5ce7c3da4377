// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import io.howdah.Payload;
import io.howdah.internal.db.Db;
import io.howdah.internal.db.Row;
import io.howdah.internal.db.Sql;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The statements by which people look at a group and decide about it. Every decision is written down with it. */
final class DecisionStore {
    private static final Sql GROUP = Sql.of("""
        select id
        from howdah.log_group
        where topic_id = :topic
          and name = :name
        """);

    private static final Sql LAGS = Sql.of("""
        select place.number, place.next_off, place.end_off,
               coalesce(greatest(extract(epoch from howdah.now()
                                         - (select entry.at from howdah.log_entry entry
                                            where entry.part_id = place.part_id
                                              and entry.off >= place.next_off
                                            order by entry.off
                                            limit 1)), 0), 0)::float8 as seconds,
               place.owner, place.stopped,
               (select count(*) from howdah.log_parked parked
                where parked.group_id = :group and parked.part_id = place.part_id) as parked
        from (
          select part.number, lease.part_id, lease.owner, lease.stopped,
                 howdah.log_position_of(lease.group_id, part.id) as next_off,
                 howdah.log_next(part.id, howdah.log_slice()) as end_off
          from howdah.log_lease lease
          join howdah.log_part part on part.id = lease.part_id
          where lease.group_id = :group
          offset 0) place
        order by place.number
        """);

    private static final Sql PARKED = Sql.of("""
        select part.number, parked.unit, parked.last_off, parked.keys, parked.state, parked.attempts, parked.error,
               parked.parked_at
        from howdah.log_parked parked
        join howdah.log_part part on part.id = parked.part_id
        where parked.group_id = :group
        order by parked.parked_at, part.number, parked.unit
        limit :most
        """);

    private static final Sql DUE = Sql.of("""
        update howdah.log_parked
        set state = 'due'
        where group_id = :group
          and part_id = :part
          and unit = :unit
          and state in ('failed', 'dead')
        """);

    private static final Sql SKIP = Sql.of("""
        delete from howdah.log_parked
        where group_id = :group
          and part_id = :part
          and unit = :unit
          and state in ('failed', 'dead', 'due')
        """);

    private static final Sql REPLACE = Sql.of("""
        insert into howdah.log_replacement (group_id, part_id, off, content_type, data)
        select parked.group_id, parked.part_id, :off, :contentType, :data
        from howdah.log_parked parked
        where parked.group_id = :group
          and parked.part_id = :part
          and parked.unit <= :off
          and parked.last_off >= :off
        on conflict (group_id, part_id, off) do update
        set content_type = excluded.content_type,
            data = excluded.data
        """);

    private static final Sql DECIDED = Sql.of("""
        insert into howdah.log_decision (group_id, part_id, off, action, actor, reason, detail)
        values (:group, :part, :off, :action, :actor, :reason, left(:detail, 2000))
        """);

    private static final Sql LAST_SEEK = Sql.of("""
        select off
        from howdah.log_decision
        where group_id = :group
          and part_id = :part
          and action = 'seek'
        order by at desc
        limit 1
        """);

    private static final Sql PAUSE = Sql.of("""
        update howdah.log_group
        set paused_at = case when :paused then coalesce(paused_at, howdah.now()) end
        where id = :group
        """);

    private static final Sql MOVES = Sql.of("""
        select part.id, part.number, part.base_off, howdah.log_next(part.id, howdah.log_slice()) as end_off,
               howdah.log_position_of(:group, part.id) as from_off,
               howdah.log_start(part.id, :kind, :offset, :time) as to_off
        from howdah.log_part part
        where part.id = any (:parts)
        order by part.number
        """);

    private static final Sql SEEK = Sql.of("select howdah.log_seek(:group, :part, :to)");

    private final Db db;

    /** A move, and the offsets that the partition has. */
    record Planned(int part, Move move, long first, long next) {}

    /** What was decided: about a partition and an offset of it, if it is about one. */
    record Decision(
            String action,
            @Nullable Integer part,
            @Nullable Long offset,
            @Nullable String detail) {}

    DecisionStore(Db db) {
        this.db = db;
    }

    DecisionStore on(Db transaction) {
        return new DecisionStore(transaction);
    }

    Optional<Integer> group(int topic, String name) {
        return db.run(GROUP).set("topic", topic).set("name", name).optional(row -> row.integer("id"));
    }

    List<Lag> lags(int group) {
        return db.run(LAGS).set("group", group).list(DecisionStore::lag);
    }

    private static Lag lag(Row row) throws SQLException {
        return new Lag(
                row.integer("number"),
                row.number("next_off"),
                row.number("end_off"),
                Duration.ofMillis(Math.round(row.real("seconds") * 1_000)),
                Optional.ofNullable(row.uuidOrNull("owner")),
                Optional.ofNullable(row.stringOrNull("stopped")),
                row.number("parked"));
    }

    List<Parked> parked(int group, int most) {
        return db.run(PARKED).set("group", group).set("most", most).list(DecisionStore::parked);
    }

    private static Parked parked(Row row) throws SQLException {
        return new Parked(
                row.integer("number"),
                row.number("unit"),
                row.number("last_off"),
                row.strings("keys"),
                Parked.State.valueOf(row.string("state").toUpperCase(Locale.ROOT)),
                row.integer("attempts"),
                Optional.ofNullable(row.stringOrNull("error")),
                row.instant("parked_at"));
    }

    boolean due(int group, int part, long unit) {
        return db.run(DUE)
                        .set("group", group)
                        .set("part", part)
                        .set("unit", unit)
                        .update()
                == 1;
    }

    boolean skip(int group, int part, long unit) {
        return db.run(SKIP)
                        .set("group", group)
                        .set("part", part)
                        .set("unit", unit)
                        .update()
                == 1;
    }

    boolean replace(int group, int part, long offset, Payload payload) {
        return db.run(REPLACE)
                        .set("group", group)
                        .set("part", part)
                        .set("off", offset)
                        .set("contentType", payload.contentType())
                        .set("data", payload.bytes())
                        .update()
                == 1;
    }

    void decided(int group, Decision decision, Decider by) {
        db.run(DECIDED)
                .set("group", group)
                .set("part", decision.part())
                .set("off", decision.offset())
                .set("action", decision.action())
                .set("actor", by.who())
                .set("reason", by.why())
                .set("detail", decision.detail())
                .update();
    }

    OptionalLong lastSeek(int group, int part) {
        return db.run(LAST_SEEK).set("group", group).set("part", part).list(row -> row.number("off")).stream()
                .mapToLong(Long::longValue)
                .findFirst();
    }

    void pause(int group, boolean paused) {
        db.run(PAUSE).set("group", group).set("paused", paused).update();
    }

    List<Planned> plan(int group, long[] parts, StartAt to) {
        return db.run(MOVES)
                .set("group", group)
                .set("parts", parts)
                .set("kind", to.kind())
                .set("offset", to.atOffset())
                .set("time", to.atTime())
                .list(row -> new Planned(
                        row.integer("id"),
                        new Move(row.integer("number"), row.number("from_off"), row.number("to_off")),
                        row.number("base_off"),
                        row.number("end_off")));
    }

    void seek(int group, int part, long to) {
        db.run(SEEK).set("group", group).set("part", part).set("to", to).execute();
    }
}
