// SPDX-License-Identifier: Apache-2.0
package io.howdah.job.schedule;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.Query;
import io.howdah.internal.db.Sql;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** The statements behind taking ticks. */
final class TickStore {
    /**
     * The tick that has been due for longest and that nobody else is taking. A process that is frozen in the middle
     * must not keep it for as long as it is frozen: the server ends its session. Nor does a tick wait long for a unique
     * key that somebody's open transaction is about to free: it is tried again.
     */
    private static final Sql TAKE = Sql.of("""
        select schedule_id, next_at, howdah.now() as now,
               set_config('idle_in_transaction_session_timeout', '5s', true), set_config('lock_timeout', '1s', true)
        from howdah.schedule_due
        where next_at <= (select howdah.now())
          and schedule_id <> all (:avoided)
        order by next_at
        limit 1
        for update skip locked
        """);

    /** Asked after the tick was locked, so that it is no older than the tick. */
    private static final Sql DEFINITION = Sql.of("""
        select name, cron, zone, every, anchor, kind, queue, priority, max_attempts, timeout, lane, misfire, catch_up,
               overlap, content_type, payload
        from howdah.schedule
        where id = :id
        """);

    private static final Sql RECORD = Sql.of("""
        insert into howdah.schedule_run (schedule_id, fire_at, by_hand, state, at)
        values (:id, :tick, :byHand, :state, howdah.now())
        on conflict do nothing
        """);

    private static final Sql RAN = Sql.of("""
        update howdah.schedule_run
        set state = :state, job_id = :job
        where schedule_id = :id
          and fire_at = :tick
          and by_hand = :byHand
        """);

    private static final Sql MOVE = Sql.of("""
        update howdah.schedule_due
        set next_at = :next, last_error = null
        where schedule_id = :id
        """);

    private static final Sql NEXT_DUE = Sql.of("""
        select next_at - howdah.now() as wait
        from howdah.schedule_due
        where schedule_id <> all (:avoided)
        order by next_at
        limit 1
        """);

    private static final Sql FAILED = Sql.of("""
        update howdah.schedule_due
        set last_error = left(:error, 2000)
        where schedule_id = :id
        """);

    private static final Sql TRIM = Sql.of("""
        delete from howdah.schedule_run run
        using howdah.schedule s,
              lateral (
                select kept.fire_at
                from howdah.schedule_run kept
                where kept.schedule_id = s.id
                order by kept.fire_at desc
                offset :keep
                limit 1
              ) as last
        where run.schedule_id = s.id
          and run.fire_at <= last.fire_at
        """);

    private final Db db;

    TickStore(Db db) {
        this.db = db;
    }

    TickStore on(Db transaction) {
        return new TickStore(transaction);
    }

    Optional<Taken> take(Collection<Integer> avoided) {
        return db.run(TAKE)
                .set("avoided", numbers(avoided))
                .optional(row -> new Taken(row.integer("schedule_id"), row.instant("next_at"), row.instant("now")));
    }

    Definition definition(int id) {
        return db.run(DEFINITION).set("id", id).one(StoredDefinition::read);
    }

    /** False when that tick has been recorded already. */
    boolean record(Run run, ScheduleRun.Outcome outcome) {
        return bind(db.run(RECORD), run, outcome).update() > 0;
    }

    void ran(Run run, ScheduleRun.Outcome outcome, long job) {
        bind(db.run(RAN), run, outcome).set("job", job).update();
    }

    private static Query bind(Query query, Run run, ScheduleRun.Outcome outcome) {
        return query.set("id", run.schedule())
                .set("tick", run.tick())
                .set("byHand", run.byHand())
                .set("state", outcome.name().toLowerCase(Locale.ROOT));
    }

    /** To where it is due next; nothing where it is paused. */
    void move(int id, Instant next) {
        db.run(MOVE).set("id", id).set("next", next).update();
    }

    /** How long until the next tick, by the database's clock; negative when it is overdue. */
    Optional<Duration> nextDue(Collection<Integer> avoided) {
        return db.run(NEXT_DUE).set("avoided", numbers(avoided)).optional(row -> row.duration("wait"));
    }

    void failed(int id, String error) {
        db.run(FAILED).set("id", id).set("error", error.replace('\0', '\uFFFD')).update();
    }

    /** Keeps so many of the newest runs of each schedule. */
    long trim(int keep) {
        return db.run(TRIM).set("keep", keep).update();
    }

    private static int[] numbers(Collection<Integer> ids) {
        return ids.stream().mapToInt(Integer::intValue).toArray();
    }

    /** A tick that is locked until the end of the transaction. */
    record Taken(int schedule, Instant at, Instant now) {
        Run run(Instant tick) {
            return new Run(schedule, tick, false);
        }
    }

    /** A tick, or a run by hand. */
    record Run(int schedule, Instant tick, boolean byHand) {}
}
