// SPDX-License-Identifier: Apache-2.0
package io.howdah.work;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.Sql;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The statements that keep work flowing: what has come due, what the dead held, what can be dropped. */
final class WorkUpkeepStore {
    private static final Sql PROMOTE = Sql.of("""
        select queue.name, moved
        from howdah.work_promote(:most) as promoted
        join howdah.queue queue on queue.id = promoted.queue_id
        """);

    private static final Sql NEXT_DUE = Sql.of("""
        select greatest(due_at - howdah.now(), interval '0') as wait
        from howdah.work_deferred
        order by due_at
        limit 1
        """);

    private static final Sql UNRELEASED = Sql.of("""
        select id, 'the member ' || name || ' ' || case state when 'dead' then 'died' else 'left' end as reason
        from howdah.member
        where state in ('dead', 'left')
          and released_at is null
        for update skip locked
        """);

    private static final Sql RELEASE = Sql.of("""
        select queue.name, released
        from howdah.work_release(:member, :reason, :most) as given_back
        join howdah.queue queue on queue.id = given_back.queue_id
        """);

    /** Not while anything is left: a row that its holder's open transaction has locked is skipped, and tried again. */
    private static final Sql RELEASED = Sql.of("""
        update howdah.member
        set released_at = clock_timestamp()
        where id = :id
          and not exists (select from howdah.work_lease where member = :id)
          and not exists (select from howdah.work_burst where member = :id)
        """);

    /**
     * A claim that was under way when its member was declared dead may have committed after everything was given back.
     */
    private static final Sql UNRELEASE_ORPHANED = Sql.of("""
        update howdah.member
        set released_at = null
        where released_at is not null
          and id in (select member from howdah.work_lease union all select member from howdah.work_burst)
        """);

    private static final Sql EXPIRE = Sql.of("""
        select howdah.now() as seen, coalesce(array_agg(queue.name), '{}') as queues
        from howdah.work_expire(:after, :most) as expired
        join howdah.queue queue on queue.id = expired.queue_id
        """);

    private static final Sql SWEEP = Sql.of("""
        select queue.name, swept
        from howdah.work_sweep(:most) as gone
        join howdah.queue queue on queue.id = gone.queue_id
        """);

    private static final Sql PARTITIONS = Sql.of("select howdah.work_partitions(:ahead, :keep) as dropped");

    private static final Sql EXPIRE_KEYS =
            Sql.of("delete from howdah.work_unique where until <= (select howdah.now())");

    private static final Sql FORGET_MARKS = Sql.of("""
        delete from howdah.work_cancelled mark
        where exists (
          select from howdah.work_outcome o
          where o.id = mark.id
            and o.state in ('done', 'dead', 'discarded', 'cancelled'))
          or not exists (select from howdah.work_body b where b.id = mark.id)
        """);

    private static final Sql ANALYZE = Sql.of("select howdah.work_analyze()");

    private final Db db;

    WorkUpkeepStore(Db db) {
        this.db = db;
    }

    /** The queues that have something new. */
    List<Moved> promote(int most) {
        return db.run(PROMOTE).set("most", most).list(row -> new Moved(row.string("name"), row.number("moved")));
    }

    Optional<Duration> nextDue() {
        return db.run(NEXT_DUE).optional(row -> row.duration("wait"));
    }

    /** Gives back what nobody has ended in time. */
    Expired expire(Instant after, int most) {
        return db.run(EXPIRE)
                .set("after", after)
                .set("most", most)
                .one(row -> new Expired(row.instant("seen"), row.strings("queues")));
    }

    /** Ends what is not wanted any more and nobody has claimed; the queues that it was in. */
    List<Moved> sweep(int most) {
        return db.run(SWEEP).set("most", most).list(row -> new Moved(row.string("name"), row.number("swept")));
    }

    /** Members that have ended and whose work nobody has given back yet. */
    List<Gone> unreleased() {
        return db.run(UNRELEASED).list(row -> new Gone(row.uuid("id"), row.string("reason")));
    }

    List<Moved> release(Gone gone, int most) {
        return db.run(RELEASE)
                .set("member", gone.member())
                .set("reason", gone.reason())
                .set("most", most)
                .list(row -> new Moved(row.string("name"), row.number("released")));
    }

    void released(Gone gone) {
        db.run(RELEASED).set("id", gone.member()).update();
    }

    void unreleaseOrphaned() {
        db.run(UNRELEASE_ORPHANED).update();
    }

    int partitions(int ahead, Duration keep) {
        return db.run(PARTITIONS).set("ahead", ahead).set("keep", keep).one(row -> row.integer("dropped"));
    }

    /** Autovacuum looks at partitions, and never at what they are partitions of. */
    void analyze() {
        db.run(ANALYZE).execute();
    }

    void expireKeys() {
        db.run(EXPIRE_KEYS).update();
        db.run(FORGET_MARKS).update();
    }

    /** How many rows of a queue became ready, or were taken from it. */
    record Moved(String queue, long count) {}

    /** When somebody looked, and the queues that have something back. */
    record Expired(Instant seen, List<String> queues) {}

    /** A member that has ended. */
    record Gone(UUID member, String reason) {}
}
