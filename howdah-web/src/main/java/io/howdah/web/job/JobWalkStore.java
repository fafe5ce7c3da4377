// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.job;

import io.howdah.internal.db.Sql;

/**
 * The statements that walk over jobs: four ways to walk, each to find what fills a page, to tell how far a page looked
 * that nothing filled, and to look inside.
 */
final class JobWalkStore {
    private static final String BODY = """
        select body.id, body.queue_id, body.kind_id, body.max_attempts, body.correlation, body.lane, body.headers,
               body.content_type, octet_length(body.payload)::bigint as size
        """;

    private static final String ALL = BODY + """
        from howdah.work_body body
        where body.id < :before and body.id >= :from
        order by body.id desc
        limit :walk
        """;

    private static final String OF_CORRELATION = BODY + """
        from howdah.work_body body
        where body.correlation = :correlation and body.id < :before and body.id >= :from
        order by body.id desc
        limit :walk
        """;

    private static final String LEASED = BODY + """
        from (
          select id
          from howdah.work_lease
          where id < :before and id >= :from
          order by id desc
          limit :walk
        ) lease
        join howdah.work_body body on body.id = lease.id
        order by lease.id desc
        """;

    private static final String LATER = BODY + """
        from (
          select id
          from howdah.work_deferred
          where id < :before and id >= :from
          order by id desc
          limit :walk
        ) deferred
        join howdah.work_body body on body.id = deferred.id
        order by deferred.id desc
        """;

    /** Those that fit by what is in their own row. */
    private static final String FITTING = """
        where (:type::text is null or kind_id = (select id from howdah.kind where name = :type))
          and (:queue::text is null or queue_id = (select id from howdah.queue where name = :queue))
          and (:key::text is null or lane = :key)
          and (:correlation::text is null or correlation = :correlation)
        order by id desc
        limit :window
        """;

    private static final String STATE = """
        select one.*, kind.name as type, queue.name as queue,
               case when final.state is not null then final.state
                    when lease.id is not null then 'running'
                    when deferred.id is not null then 'deferred'
                    when waiting.id is not null then 'waiting'
                    when blocked.id is not null then 'blocked'
                    else 'ready' end as state,
               coalesce(final.attempt, lease.attempt, deferred.attempt, 0) as attempts,
               deferred.due_at, final.at as ended_at
        """;

    /**
     * It ended after it was made and before now, by a clock that was never set by more than a day: without that its end
     * would be looked for in the partition of every day there is. What has ended is nowhere else.
     */
    private static final String PLACES = """
        join howdah.kind kind on kind.id = one.kind_id
        join howdah.queue queue on queue.id = one.queue_id
        left join lateral (
          select state, attempt, at
          from howdah.work_outcome o
          where o.id = one.id and o.state in ('done', 'dead', 'discarded', 'cancelled')
            and o.at >= howdah.work_time(one.id) - interval '1 day' and o.at < now() + interval '1 day'
          limit 1
        ) final on true
        left join lateral (
          select id, attempt from howdah.work_lease l where final.state is null and l.id = one.id limit 1
        ) lease on true
        left join lateral (
          select id, attempt, due_at from howdah.work_deferred d where final.state is null and d.id = one.id limit 1
        ) deferred on true
        left join lateral (
          select id from howdah.work_waiting w where final.state is null and w.id = one.id limit 1
        ) waiting on true
        left join lateral (
          select id
          from howdah.work_blocked b
          where final.state is null and b.queue_id = one.queue_id and b.lane = one.lane and b.id = one.id
          limit 1
        ) blocked on true
        """;

    private static final String REACHED = """
        , place as materialized (
          select case when (select count(*) from candidates) = :window then (select min(id) from candidates)
                      when (select count(*) from walked) = :walk then (select min(id) from walked) end as reached
        )
        select reached, howdah.work_time(reached) as back_to,
               (select count(*) from walked where id >= reached) as looked
        from place
        """;

    private static final String INSIDE = """
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
        ), looked as materialized (
          select count(*) as looked from walked where id >= (select reached from place)
        )
        select place.reached, howdah.work_time(place.reached) as back_to, looked.looked,
               kept.*, howdah.work_time(kept.id) as created_at, body.payload
        from place
        cross join looked
        left join kept on true
        left join lateral (select payload from howdah.work_body b where :payloads and b.id = kept.id) body on true
        order by kept.id desc
        """;

    static final Sql NEWEST = found(ALL);
    static final Sql NEWEST_REACHED = reached(ALL);
    static final Sql NEWEST_INSIDE = inside(ALL);
    static final Sql CORRELATED = found(OF_CORRELATION);
    static final Sql CORRELATED_REACHED = reached(OF_CORRELATION);
    static final Sql CORRELATED_INSIDE = inside(OF_CORRELATION);
    static final Sql RUNNING = found(LEASED);
    static final Sql RUNNING_REACHED = reached(LEASED);
    static final Sql RUNNING_INSIDE = inside(LEASED);
    static final Sql DEFERRED = found(LATER);
    static final Sql DEFERRED_REACHED = reached(LATER);
    static final Sql DEFERRED_INSIDE = inside(LATER);

    private JobWalkStore() {}

    /**
     * One row after the other goes the whole way, until the page is full: so all parts have the order of the walk, and
     * nothing in between is kept or sorted.
     */
    private static Sql found(String walk) {
        return Sql.of("select judged.*, howdah.work_time(id) as created_at, null::bytea as payload\nfrom (\n" + STATE
                + "from (\nselect *\nfrom (\n" + walk + ") walked\n" + FITTING + ") one\n" + PLACES + """
                ) judged
                where :state::text is null or state = :state
                order by id desc
                limit :most
                """);
    }

    private static Sql reached(String walk) {
        return Sql.of("with walked as materialized (\n" + walk + "), candidates as materialized (\n"
                + "select id\nfrom walked\n" + FITTING + ")\n" + REACHED);
    }

    /** All of the candidates are looked at, whichever of them match: where a page ends must not tell. */
    private static Sql inside(String walk) {
        return Sql.of("with walked as materialized (\n" + walk + "), candidates as materialized (\nselect *\n"
                + "from walked\n" + FITTING + "), judged as (\n" + STATE + "from candidates one\n" + PLACES + INSIDE);
    }
}
