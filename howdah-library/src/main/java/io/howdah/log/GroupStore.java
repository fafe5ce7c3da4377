// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.Query;
import io.howdah.internal.db.Sql;
import io.howdah.log.Mover.Advance;
import io.howdah.log.Mover.Moved;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The statements by which members share the partitions of a group and move it on. */
final class GroupStore {
    private static final Sql GROUP = Sql.of("""
        select howdah.log_group_id(:topic, :name, :kind, :offset, :time, :protected) as id
        """);

    private static final Sql REBALANCE = Sql.of("""
        select part_id, gen, next_off, surplus, stopped is not null as stopped,
               (select paused_at is not null from howdah.log_group where id = :group) as paused
        from howdah.log_rebalance(:group, :member)
        """);

    private static final Sql RELEASE = Sql.of("""
        update howdah.log_lease
        set owner = null
        where group_id = :group
          and part_id = :part
          and gen = :gen
          and owner = :member
        """);

    /** For a handler that does not end: whatever it does from now on is refused. */
    private static final Sql GIVE_UP = Sql.of("""
        update howdah.log_lease
        set owner = null,
            gen = gen + 1
        where group_id = :group
          and part_id = :part
          and gen = :gen
          and owner = :member
        """);

    private static final Sql LEAVE = Sql.of("""
        with left_behind as (
          update howdah.log_lease
          set owner = null
          where group_id = :group
            and owner = :member
        )
        delete from howdah.log_joined
        where group_id = :group
          and member = :member
        """);

    private static final Sql ADVANCE = Sql.of("""
        select howdah.log_advance(:group, :part, :gen, :member, :next) as held
        """);

    private static final Sql ADVANCE_ALL = Sql.of("""
        select place, held
        from howdah.log_advance_all(:groups::int[], :parts::int[], :gens::bigint[], :members::uuid[], :nexts::bigint[])
        """);

    private static final Sql LANE_DONE = Sql.of("""
        select howdah.log_lane_done(:group, :part, :gen, :member, :units) as held
        """);

    private static final Sql DONE_AHEAD = Sql.of("""
        select unit
        from howdah.log_done
        where group_id = :group
          and part_id = :part
          and unit >= :from
        """);

    private static final Sql FORGET_DONE = Sql.of("""
        delete from howdah.log_done
        where group_id = :group
          and part_id = :part
          and unit >= :from
          and unit < :until
        """);

    private static final Sql HELD_AT = Sql.of("""
        select howdah.log_position_of(group_id, part_id) as next_off
        from howdah.log_lease
        where group_id = :group
          and part_id = :part
          and gen = :gen
          and owner = :member
        """);

    private static final Sql STOP = Sql.of("""
        update howdah.log_lease
        set stopped = left(:why, 10000)
        where group_id = :group
          and part_id = :part
          and gen = :gen
          and owner = :member
        """);

    private final Db db;

    /** A partition as it was given to this member. */
    record Lease(int part, long generation, long next, boolean surplus, boolean stopped, boolean paused) {}

    /** The right to move a group on in a partition. */
    record Held(int group, int part, long generation, UUID member) {}

    GroupStore(Db db) {
        this.db = db;
    }

    GroupStore on(Db transaction) {
        return new GroupStore(transaction);
    }

    int group(int topic, String name, GroupOptions options) {
        return db.tx(transaction -> transaction
                .run(GROUP)
                .set("topic", topic)
                .set("name", name)
                .set("kind", options.start().kind())
                .set("offset", options.start().atOffset())
                .set("time", options.start().atTime())
                .set("protected", options.isProtected())
                .one(row -> row.integer("id")));
    }

    /** Everything that is this member's from now on. */
    List<Lease> rebalance(int group, UUID member) {
        return db.run(REBALANCE)
                .set("group", group)
                .set("member", member)
                .list(row -> new Lease(
                        row.integer("part_id"),
                        row.number("gen"),
                        row.number("next_off"),
                        row.bool("surplus"),
                        row.bool("stopped"),
                        row.bool("paused")));
    }

    boolean release(Held held) {
        return of(RELEASE, held).update() == 1;
    }

    boolean giveUp(Held held) {
        return of(GIVE_UP, held).update() == 1;
    }

    void leave(int group, UUID member) {
        db.run(LEAVE).set("group", group).set("member", member).update();
    }

    /** False when it is not held any more: then everything else in the transaction must be rolled back. */
    boolean advance(Held held, long next) {
        return of(ADVANCE, held).set("next", next).one(row -> row.bool("held"));
    }

    /** Many, each by itself, that is, in no transaction of a handler. */
    List<Moved> advanceAll(List<Advance> advances) {
        var moved = new Moved[advances.size()];
        Arrays.fill(moved, Moved.BUSY);
        db.run(ADVANCE_ALL)
                .set(
                        "groups",
                        advances.stream().mapToInt(one -> one.held().group()).toArray())
                .set(
                        "parts",
                        advances.stream().mapToInt(one -> one.held().part()).toArray())
                .set(
                        "gens",
                        advances.stream()
                                .mapToLong(one -> one.held().generation())
                                .toArray())
                .set(
                        "members",
                        advances.stream().map(one -> one.held().member()).toArray(UUID[]::new))
                .set("nexts", advances.stream().mapToLong(Advance::next).toArray())
                .list(row -> moved[row.integer("place") - 1] = row.bool("held") ? Moved.DONE : Moved.LOST);
        return List.of(moved);
    }

    /** As {@link #advance}, for units that were handled ahead of others. */
    boolean laneDone(Held held, long[] units) {
        return of(LANE_DONE, held).set("units", units).one(row -> row.bool("held"));
    }

    List<Long> doneAhead(Held held, long from) {
        return db.run(DONE_AHEAD)
                .set("group", held.group())
                .set("part", held.part())
                .set("from", from)
                .list(row -> row.number("unit"));
    }

    void forgetDone(Held held, long from, long until) {
        db.run(FORGET_DONE)
                .set("group", held.group())
                .set("part", held.part())
                .set("from", from)
                .set("until", until)
                .update();
    }

    /** Where the group is, if the partition is still held. */
    Optional<Long> heldAt(Held held) {
        return of(HELD_AT, held).optional(row -> row.number("next_off"));
    }

    boolean stop(Held held, String why) {
        return of(STOP, held).set("why", why.replace('\0', '\uFFFD')).update() == 1;
    }

    private Query of(Sql sql, Held held) {
        return db.run(sql)
                .set("group", held.group())
                .set("part", held.part())
                .set("gen", held.generation())
                .set("member", held.member());
    }
}
