// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.job;

import io.howdah.Payload;
import io.howdah.internal.db.Headers;
import io.howdah.internal.db.Query;
import io.howdah.internal.db.Row;
import io.howdah.internal.db.Sql;
import io.howdah.job.JobState;
import io.howdah.web.ReadStore;
import io.howdah.web.api.Redaction;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The statements behind lists of jobs. Bodies are walked from the newest back, by their key and never more than a fixed
 * number of them for one page; the tables that work passes through are asked for single ids. Whatever a page had no
 * room or time for begins the next one.
 */
final class JobSearchStore {
    /** How many jobs are walked over for one page, however few of them match by what is in their own row. */
    static final int WALK = 20_000;

    /** How many of those that match so are looked up elsewhere: in which state they are, what their payloads say. */
    static final int WINDOW = 2_000;

    /** How much of payloads is read for one page, or one more than that. */
    static final int MOST_BYTES = 8 * 1024 * 1024;

    private static final long EPOCH_MILLIS = 1_735_689_600_000L;
    private static final int COUNTER_BITS = 22;

    private static final String JUDGED = """
        , candidates as materialized (
          select *
          from walked
          where (:type::text is null or kind_id = (select id from howdah.kind where name = :type))
            and (:queue::text is null or queue_id = (select id from howdah.queue where name = :queue))
            and (:key::text is null or lane = :key)
            and (:correlation::text is null or correlation = :correlation)
          order by id desc
          limit :window
        ), judged as (
          select one.*, kind.name as type, queue.name as queue,
                 case when final.state is not null then final.state
                      when lease.id is not null then 'running'
                      when deferred.id is not null then 'deferred'
                      when blocked.id is not null then 'blocked'
                      else 'ready' end as state,
                 coalesce(final.attempt, lease.attempt, deferred.attempt, 0) as attempts,
                 deferred.due_at, final.at as ended_at
          from candidates one
          join howdah.kind kind on kind.id = one.kind_id
          join howdah.queue queue on queue.id = one.queue_id
          left join lateral (
            select state, attempt, at
            from howdah.work_outcome o
            where o.id = one.id and o.state in ('done', 'dead', 'discarded', 'cancelled')
            limit 1
          ) final on true
          left join lateral (select id, attempt from howdah.work_lease l where l.id = one.id limit 1) lease on true
          left join lateral (select id, attempt, due_at from howdah.work_deferred d where d.id = one.id limit 1)
            deferred on true
          left join lateral (
            select id
            from howdah.work_blocked b
            where b.queue_id = one.queue_id and b.lane = one.lane and b.id = one.id
            limit 1
          ) blocked on true
        ), matched as materialized (
          select judged.*, sum(size) over (order by id desc) - size as bytes_before
          from judged
          where :state::text is null or state = :state
        ), kept as materialized (
          select *
          from matched
          where not :payloads or bytes_before < :bytes
        ), place as materialized (
          select case when (select count(*) from kept) < (select count(*) from matched) then (select min(id) from kept)
                      when (select count(*) from candidates) = :window then (select min(id) from candidates)
                      when (select count(*) from walked) = :walk then (select min(id) from walked) end as reached
        )
        select place.reached, howdah.work_time(place.reached) as back_to,
               (select count(*) from walked where id >= place.reached) as looked,
               kept.*, howdah.work_time(kept.id) as created_at, body.payload
        from place
        left join kept on true
        left join lateral (select payload from howdah.work_body b where :payloads and b.id = kept.id) body on true
        order by kept.id desc
        limit :most
        """;

    private static final Sql NEWEST = Sql.of("""
        with walked as materialized (
          select id, queue_id, kind_id, max_attempts, correlation, lane, headers, content_type,
                 octet_length(payload)::bigint as size
          from howdah.work_body
          where id < :before and id >= :from
          order by id desc
          limit :walk
        )
        """ + JUDGED);

    private static final Sql CORRELATED = Sql.of("""
        with walked as materialized (
          select id, queue_id, kind_id, max_attempts, correlation, lane, headers, content_type,
                 octet_length(payload)::bigint as size
          from howdah.work_body
          where correlation = :correlation and id < :before and id >= :from
          order by id desc
          limit :walk
        )
        """ + JUDGED);

    private static final Sql RUNNING = Sql.of("""
        with walked as materialized (
          select body.id, body.queue_id, body.kind_id, body.max_attempts, body.correlation, body.lane, body.headers,
                 body.content_type, octet_length(body.payload)::bigint as size
          from (
            select id
            from howdah.work_lease
            where id < :before and id >= :from
            order by id desc
            limit :walk
          ) lease
          join howdah.work_body body on body.id = lease.id
        )
        """ + JUDGED);

    private static final Sql DEFERRED = Sql.of("""
        with walked as materialized (
          select body.id, body.queue_id, body.kind_id, body.max_attempts, body.correlation, body.lane, body.headers,
                 body.content_type, octet_length(body.payload)::bigint as size
          from (
            select id
            from howdah.work_deferred
            where id < :before and id >= :from
            order by id desc
            limit :walk
          ) deferred
          join howdah.work_body body on body.id = deferred.id
        )
        """ + JUDGED);

    private final ReadStore reads;

    JobSearchStore(ReadStore reads) {
        this.reads = reads;
    }

    /** How far one statement looks. */
    private record Reach(int walk, int window) {
        static Reach far(JobFilter filter) {
            var few = filter.state().filter(state -> state == JobState.RUNNING || state == JobState.DEFERRED);
            return new Reach(few.isPresent() ? WINDOW : WALK, WINDOW);
        }
    }

    /**
     * Those that match what is shown of them by this redaction. Most lists are filled by the newest few, and pages look
     * again every few seconds: so these are looked at first, unless it takes a look inside, where that would tell.
     */
    JobSlice list(JobFilter filter, Redaction by, long before, int limit) {
        if (!filter.looksInside()) {
            var few = 2 * (limit + 1);
            var page = look(filter, by, before, limit, new Reach(few, few));
            if (page.items().size() == limit && page.stopped().isEmpty()) {
                return page;
            }
        }
        return look(filter, by, before, limit, Reach.far(filter));
    }

    private JobSlice look(JobFilter filter, Redaction by, long before, int limit, Reach reach) {
        var rows = reads.look(db -> bind(db.run(statement(filter)), filter, reach)
                .set(
                        "before",
                        Math.min(
                                before, filter.until().map(JobSearchStore::idAt).orElse(Long.MAX_VALUE)))
                .set("from", filter.from().map(JobSearchStore::idAt).orElse(Long.MIN_VALUE))
                // What matches is known only after looking inside; how many do must not be told by where a page ends.
                .set("most", filter.looksInside() ? WINDOW : limit + 1)
                .list(JobSearchStore::walked));
        var place = rows.getFirst();
        var found = rows.stream()
                .flatMap(row -> row.job().stream())
                .filter(job -> job.isWanted(filter, by))
                .map(Found::row)
                .limit(limit + 1L)
                .toList();
        if (found.size() > limit) {
            var page = found.subList(0, limit);
            return new JobSlice(page, Optional.of(page.getLast().id()), Optional.empty());
        }
        return new JobSlice(found, place.reached().map(String::valueOf), place.stopped());
    }

    private static Sql statement(JobFilter filter) {
        var state = filter.state().orElse(JobState.DONE);
        if (state == JobState.RUNNING) {
            return RUNNING;
        }
        if (state == JobState.DEFERRED) {
            return DEFERRED;
        }
        return filter.correlation().isPresent() ? CORRELATED : NEWEST;
    }

    private static Query bind(Query query, JobFilter filter, Reach reach) {
        return query.set("walk", reach.walk())
                .set("window", reach.window())
                .set("bytes", MOST_BYTES)
                .set("payloads", filter.field().isPresent())
                .set("type", filter.type().orElse(null))
                .set("queue", filter.queue().orElse(null))
                .set("key", filter.key().orElse(null))
                .set("correlation", filter.correlation().orElse(null))
                .set(
                        "state",
                        filter.state()
                                .map(state -> state.name().toLowerCase(Locale.ROOT))
                                .orElse(null));
    }

    /** The first id of that time, which is in its upper bits. */
    private static long idAt(Instant time) {
        var longest = Long.MAX_VALUE >> COUNTER_BITS;
        var first = Instant.ofEpochMilli(EPOCH_MILLIS);
        if (time.isBefore(first)) {
            return 0;
        }
        if (!time.isBefore(first.plusMillis(longest))) {
            return Long.MAX_VALUE;
        }
        // What is in the middle of a millisecond is after all that was made in it before.
        var millis = time.plusNanos(999_999).toEpochMilli() - EPOCH_MILLIS;
        return millis << COUNTER_BITS;
    }

    /** A job, unless there was none, and how far the walk went. */
    private record Walked(Optional<Found> job, Optional<Long> reached, Optional<JobSlice.Stopped> stopped) {}

    private record Found(JobRow row, Map<String, String> headers, Optional<Payload> payload) {
        boolean isWanted(JobFilter filter, Redaction by) {
            return filter.header().map(header -> header.matches(headers, by)).orElse(true)
                    && filter.field()
                            .map(field -> payload.filter(content -> field.matches(content, by))
                                    .isPresent())
                            .orElse(true);
        }
    }

    private static Walked walked(Row row) throws SQLException {
        var reached = Optional.ofNullable(row.numberOrNull("reached"));
        var stopped = reached.isEmpty()
                ? Optional.<JobSlice.Stopped>empty()
                : Optional.of(new JobSlice.Stopped(row.integer("looked"), row.instant("back_to")));
        return new Walked(
                row.numberOrNull("id") == null ? Optional.empty() : Optional.of(found(row)), reached, stopped);
    }

    private static Found found(Row row) throws SQLException {
        var payload = row.bytesOrNull("payload");
        return new Found(
                job(row),
                Headers.parse(row.stringOrNull("headers")),
                payload == null ? Optional.empty() : Optional.of(new Payload(payload, row.string("content_type"))));
    }

    private static JobRow job(Row row) throws SQLException {
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
