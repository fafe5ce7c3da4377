// SPDX-License-Identifier: Apache-2.0
package io.howdah.job.schedule;

import io.howdah.HowdahException;
import io.howdah.internal.db.Db;
import io.howdah.internal.db.Query;
import io.howdah.internal.db.Row;
import io.howdah.internal.db.Sql;
import io.howdah.job.JobId;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The statements behind declaring schedules and looking at them. Whoever changes a schedule locks it first and its tick
 * then; whoever takes a tick locks that alone, and asks of the schedule only that it stays.
 */
final class ScheduleStore {
    private static final Logger log = LoggerFactory.getLogger(ScheduleStore.class);

    private static final Sql NOW = Sql.of("select howdah.now() as now");

    private static final Sql COMPARE = Sql.of("""
        select id,
               (cron, zone, every, anchor)
                 is distinct from (:cron::text, :zone::text, :every::interval, :anchor::timestamptz) as other_rhythm,
               (kind, queue, priority, max_attempts, timeout, lane, misfire, catch_up, overlap, content_type, payload)
                 is distinct from (:kind::text, :queue::text, :priority::smallint, :maxAttempts::int,
                                   :timeout::interval, :lane::text, :misfire::text, :catchUp::int, :overlap::text,
                                   :contentType::text, :payload::bytea) as other_job
        from howdah.schedule
        where name = :name
        for no key update
        """);

    private static final Sql INSERT = Sql.of("""
        insert into howdah.schedule (name, cron, zone, every, anchor, kind, queue, priority, max_attempts, timeout,
                                     lane, misfire, catch_up, overlap, content_type, payload, declared_at)
        values (:name, :cron, :zone, :every, :anchor, :kind, :queue, :priority, :maxAttempts, :timeout,
                :lane, :misfire, :catchUp, :overlap, :contentType, :payload, howdah.now())
        on conflict (name) do nothing
        returning id
        """);

    private static final Sql CHANGE = Sql.of("""
        update howdah.schedule
        set cron = :cron, zone = :zone, every = :every, anchor = :anchor, kind = :kind, queue = :queue,
            priority = :priority, max_attempts = :maxAttempts, timeout = :timeout, lane = :lane, misfire = :misfire,
            catch_up = :catchUp, overlap = :overlap, content_type = :contentType, payload = :payload,
            declared_at = howdah.now()
        where name = :name
        """);

    private static final Sql LOCK = Sql.of("""
        select id, paused_at is not null as paused, howdah.now() as now
        from howdah.schedule
        where name = :name
        for no key update
        """);

    private static final Sql PAUSE = Sql.of("""
        update howdah.schedule
        set paused_at = howdah.now()
        where id = :id
        """);

    private static final Sql RESUME = Sql.of("""
        update howdah.schedule
        set paused_at = null
        where id = :id
        """);

    private static final Sql ADD_DUE = Sql.of("""
        insert into howdah.schedule_due (schedule_id, next_at)
        values (:id, :next)
        """);

    private static final Sql REMOVE_DUE = Sql.of("""
        delete from howdah.schedule_due
        where schedule_id = :id
        """);

    private static final Sql REMOVE = Sql.of("""
        delete from howdah.schedule
        where id = :id
        """);

    private static final Sql LOOK = Sql.of("""
        select s.name, s.cron, s.zone, s.every, s.anchor, s.kind, s.queue, s.misfire, s.catch_up, s.overlap,
               due.next_at, s.paused_at, s.declared_at, due.last_error
        from howdah.schedule s
        left join howdah.schedule_due due on due.schedule_id = s.id
        where (:name::text is null or s.name = :name)
        order by s.name
        limit :limit
        """);

    private static final Sql RUNS = Sql.of("""
        select run.fire_at, run.by_hand, run.state, run.job_id, run.at
        from howdah.schedule_run run
        join howdah.schedule s on s.id = run.schedule_id
        where s.name = :name
        order by run.fire_at desc, run.by_hand
        limit :limit
        """);

    private final Db db;

    ScheduleStore(Db db) {
        this.db = db;
    }

    ScheduleStore on(Db transaction) {
        return new ScheduleStore(transaction);
    }

    Instant now() {
        return db.run(NOW).one(row -> row.instant("now"));
    }

    /**
     * How a schedule of that name, which is now locked, differs from what is to be declared; empty if there is none.
     */
    Optional<Difference> compare(Definition definition) {
        return bind(db.run(COMPARE), definition)
                .optional(row -> new Difference(row.integer("id"), row.bool("other_rhythm"), row.bool("other_job")));
    }

    /** The id of the new one; empty if there is one of that name by now. */
    Optional<Integer> insert(Definition definition) {
        return bind(db.run(INSERT), definition).optional(row -> row.integer("id"));
    }

    void change(Definition definition) {
        bind(db.run(CHANGE), definition).update();
    }

    private static Query bind(Query query, Definition definition) {
        var cron = definition.rhythm() instanceof Cron given ? given : null;
        var every = definition.rhythm() instanceof Every given ? given : null;
        var options = definition.options();
        var catchUp = options.misfire().catchUp();
        return query.set("name", definition.name())
                .set("cron", cron == null ? null : cron.expression())
                .set("zone", cron == null ? null : cron.zone().getId())
                .set("every", every == null ? null : every.period())
                .set("anchor", every == null ? null : every.anchor())
                .set("kind", definition.kind())
                .set("queue", definition.queue())
                .set("priority", options.priority())
                .set("maxAttempts", definition.maxAttempts())
                .set("timeout", definition.timeout())
                .set("lane", options.key())
                .set("misfire", options.misfire().policy())
                .set("catchUp", catchUp.isPresent() ? catchUp.getAsInt() : null)
                .set("overlap", options.overlap().name().toLowerCase(Locale.ROOT))
                .set("contentType", definition.payload().contentType())
                .set("payload", definition.payload().bytes());
    }

    /** Keeps everybody else from changing the schedule until the end of the transaction. */
    Optional<Locked> lock(String name) {
        return db.run(LOCK)
                .set("name", name)
                .optional(row -> new Locked(row.integer("id"), row.bool("paused"), row.instant("now")));
    }

    void pause(int id) {
        db.run(PAUSE).set("id", id).update();
        db.run(REMOVE_DUE).set("id", id).update();
    }

    void resume(int id, Instant next) {
        db.run(RESUME).set("id", id).update();
        addDue(id, next);
    }

    void addDue(int id, Instant next) {
        db.run(ADD_DUE).set("id", id).set("next", next).update();
    }

    /** Nothing where it is paused. */
    void move(int id, Instant next) {
        new TickStore(db).move(id, next);
    }

    void remove(int id) {
        db.run(REMOVE_DUE).set("id", id).update();
        db.run(REMOVE).set("id", id).update();
    }

    Optional<Schedule> find(String name) {
        return db.run(LOOK).set("name", name).set("limit", 1).optional(ScheduleStore::schedule);
    }

    List<Schedule> list(int limit) {
        return db.run(LOOK).set("name", null).set("limit", limit).list(ScheduleStore::readable).stream()
                .flatMap(Optional::stream)
                .toList();
    }

    /** One that cannot be read here must not hide the others. */
    private static Optional<Schedule> readable(Row row) throws SQLException {
        try {
            return Optional.of(schedule(row));
        } catch (HowdahException | DateTimeException | IllegalArgumentException | IllegalStateException newer) {
            log.warn("Schedule {} is left out of the list: {}", row.string("name"), newer.toString());
            return Optional.empty();
        }
    }

    List<ScheduleRun> runs(String name, int limit) {
        return db.run(RUNS).set("name", name).set("limit", limit).list(ScheduleStore::run);
    }

    private static Schedule schedule(Row row) throws SQLException {
        return new Schedule(
                row.string("name"),
                StoredDefinition.rhythm(row),
                row.string("kind"),
                row.string("queue"),
                StoredDefinition.misfire(row),
                StoredDefinition.overlap(row),
                Optional.ofNullable(row.instantOrNull("next_at")),
                Optional.ofNullable(row.instantOrNull("paused_at")),
                row.instant("declared_at"),
                Optional.ofNullable(row.stringOrNull("last_error")));
    }

    private static ScheduleRun run(Row row) throws SQLException {
        return new ScheduleRun(
                row.instant("fire_at"),
                row.bool("by_hand"),
                ScheduleRun.Outcome.valueOf(row.string("state").toUpperCase(Locale.ROOT)),
                Optional.ofNullable(row.numberOrNull("job_id")).map(JobId::new),
                row.instant("at"));
    }

    /** How what is stored differs from what is declared. */
    record Difference(int id, boolean rhythm, boolean job) {}

    /** A schedule that nobody else changes. */
    record Locked(int id, boolean paused, Instant now) {}
}
