// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.job;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.Query;
import io.howdah.internal.db.Row;
import io.howdah.internal.db.Sql;
import io.howdah.job.JobState;
import io.howdah.web.ReadStore;
import io.howdah.web.api.Slice;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The statements behind lists of jobs. Bodies are read from the newest back, by their key and never more than a window
 * of them for one page; the tables that work passes through are asked for single ids.
 */
final class JobReadStore {
    /** How many jobs are looked through for one page, however few of them match. */
    static final int WINDOW = 2_000;

    private static final Sql NEWEST = Sql.of("""
        with newest as materialized (
          select id, queue_id, kind_id, max_attempts, correlation, lane
          from howdah.work_body
          where id < :before
          order by id desc
          limit :window
        ), judged as (
          select newest.id, kind.name as type, queue.name as queue, newest.max_attempts, newest.correlation,
                 newest.lane,
                 case when final.state is not null then final.state
                      when lease.id is not null then 'running'
                      when deferred.id is not null then 'deferred'
                      when blocked.id is not null then 'blocked'
                      else 'ready' end as state,
                 coalesce(final.attempt, lease.attempt, deferred.attempt, 0) as attempts,
                 deferred.due_at, final.at as ended_at
          from newest
          join howdah.kind kind on kind.id = newest.kind_id
          join howdah.queue queue on queue.id = newest.queue_id
          left join lateral (
            select state, attempt, at
            from howdah.work_outcome o
            where o.id = newest.id and o.state in ('done', 'dead', 'discarded', 'cancelled')
            limit 1
          ) final on true
          left join lateral (select id, attempt from howdah.work_lease l where l.id = newest.id limit 1) lease on true
          left join lateral (select id, attempt, due_at from howdah.work_deferred d where d.id = newest.id limit 1)
            deferred on true
          left join lateral (
            select id
            from howdah.work_blocked b
            where b.queue_id = newest.queue_id and b.lane = newest.lane and b.id = newest.id
            limit 1
          ) blocked on true
          where (:type::text is null or kind.name = :type)
            and (:queue::text is null or queue.name = :queue)
            and (:key::text is null or newest.lane = :key)
        )
        select judged.*, howdah.work_time(id) as created_at
        from judged
        where :state::text is null or state = :state
        order by id desc
        limit :most
        """);

    /** The last id that a window reaches; none when it reaches the end. */
    private static final Sql WINDOW_END = Sql.of("""
        select id
        from howdah.work_body
        where id < :before
        order by id desc
        offset :window - 1
        limit 1
        """);

    private static final Sql RUNNING = Sql.of("""
        select lease.id, kind.name as type, queue.name as queue, body.max_attempts, body.correlation, body.lane,
               'running' as state, lease.attempt as attempts, null::timestamptz as due_at,
               null::timestamptz as ended_at, howdah.work_time(lease.id) as created_at
        from (select * from howdah.work_lease where id < :before order by id desc limit :window) lease
        join howdah.work_body body on body.id = lease.id
        join howdah.kind kind on kind.id = lease.kind_id
        join howdah.queue queue on queue.id = lease.queue_id
        where (:type::text is null or kind.name = :type)
          and (:queue::text is null or queue.name = :queue)
          and (:key::text is null or body.lane = :key)
        order by lease.id desc
        limit :most
        """);

    private static final Sql DEFERRED = Sql.of("""
        select deferred.id, kind.name as type, queue.name as queue, body.max_attempts, body.correlation, body.lane,
               'deferred' as state, deferred.attempt as attempts, deferred.due_at, null::timestamptz as ended_at,
               howdah.work_time(deferred.id) as created_at
        from (select * from howdah.work_deferred where id < :before order by id desc limit :window) deferred
        join howdah.work_body body on body.id = deferred.id
        join howdah.kind kind on kind.id = deferred.kind_id
        join howdah.queue queue on queue.id = deferred.queue_id
        where (:type::text is null or kind.name = :type)
          and (:queue::text is null or queue.name = :queue)
          and (:key::text is null or body.lane = :key)
        order by deferred.id desc
        limit :most
        """);

    private static final Sql ATTEMPTS = Sql.of("""
        select outcome.attempt, outcome.state, outcome.at, outcome.took, outcome.error, member.name as member
        from howdah.work_outcome outcome
        left join howdah.member member on member.id = outcome.member
        where outcome.id = :id
        order by outcome.at desc
        limit :most
        """);

    private static final Sql HOLDER = Sql.of("""
        select lease.attempt, lease.claimed_at, lease.until, member.name as member
        from howdah.work_lease lease
        left join howdah.member member on member.id = lease.member
        where lease.id = :id
        """);

    private static final Sql PAYLOAD = Sql.of("""
        select content_type, payload
        from howdah.work_body
        where id = :id
        """);

    private final ReadStore reads;

    JobReadStore(ReadStore reads) {
        this.reads = reads;
    }

    Slice<JobRow> list(JobFilter filter, long before, int limit) {
        return reads.look(db -> {
            var running = filter.state().filter(JobState.RUNNING::equals).isPresent();
            var deferred = filter.state().filter(JobState.DEFERRED::equals).isPresent();
            var query = bind(db.run(running ? RUNNING : deferred ? DEFERRED : NEWEST), filter, before, limit);
            if (!running && !deferred) {
                query.set(
                        "state",
                        filter.state()
                                .map(state -> state.name().toLowerCase(Locale.ROOT))
                                .orElse(null));
            }
            var slice = Slice.of(query.list(JobReadStore::row), limit, JobRow::number);
            // A page that few match ends where its window does, and the next one goes on from there.
            return slice.next().isPresent() || running || deferred
                    ? slice
                    : new Slice<>(slice.items(), windowEnd(db, before));
        });
    }

    private static Query bind(Query query, JobFilter filter, long before, int limit) {
        return query.set("before", before)
                .set("window", WINDOW)
                .set("type", filter.type().orElse(null))
                .set("queue", filter.queue().orElse(null))
                .set("key", filter.key().orElse(null))
                .set("most", limit + 1);
    }

    private static Optional<String> windowEnd(Db db, long before) {
        return db.run(WINDOW_END)
                .set("before", before)
                .set("window", WINDOW)
                .optional(row -> Long.toString(row.number("id")));
    }

    List<JobAttempt> attempts(long id, int most) {
        return reads.look(db -> db.run(ATTEMPTS).set("id", id).set("most", most).list(JobReadStore::attempt));
    }

    Optional<JobHolder> holder(long id) {
        return reads.look(db -> db.run(HOLDER)
                .set("id", id)
                .optional(row -> new JobHolder(
                        Optional.ofNullable(row.stringOrNull("member")),
                        row.integer("attempt"),
                        row.instant("claimed_at"),
                        Optional.ofNullable(row.instantOrNull("until")))));
    }

    Optional<JobPayload> payload(long id) {
        return reads.look(db -> db.run(PAYLOAD)
                .set("id", id)
                .optional(row -> new JobPayload(row.string("content_type"), row.bytes("payload"))));
    }

    private static JobAttempt attempt(Row row) throws SQLException {
        return new JobAttempt(
                row.integer("attempt"),
                row.string("state"),
                row.instant("at"),
                Optional.ofNullable(row.durationOrNull("took")),
                Optional.ofNullable(row.stringOrNull("member")),
                Optional.ofNullable(row.stringOrNull("error")));
    }

    private static JobRow row(Row row) throws SQLException {
        return new JobRow(
                Long.toString(row.number("id")),
                row.string("type"),
                row.string("queue"),
                row.string("state"),
                row.integer("attempts"),
                row.integer("max_attempts"),
                row.instant("created_at"),
                Optional.ofNullable(row.instantOrNull("due_at")),
                Optional.ofNullable(row.instantOrNull("ended_at")),
                Optional.ofNullable(row.stringOrNull("lane")),
                Optional.ofNullable(row.stringOrNull("correlation")));
    }
}
