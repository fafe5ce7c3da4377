// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.cluster;

import io.howdah.internal.db.Row;
import io.howdah.internal.db.Sql;
import io.howdah.web.ReadStore;
import io.howdah.web.queue.QueueRow;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The statements behind the charts: one row a minute, for a little more than a week. */
public final class HistoryStore {
    private static final Duration KEPT = Duration.ofDays(8);

    private static final Sql IS_WRITTEN = Sql.of("""
        select exists (select from howdah.history where at = date_trunc('minute', howdah.now())) as written
        """);

    /** The sums are the server's own. Paused queues and dead letters wait for a person, and are not behind. */
    private static final Sql WRITE = Sql.of("""
        insert into howdah.history (at, added, ended, ready, waited, lag_events, lagged)
        select date_trunc('minute', howdah.now()), total.added, total.ended, work.ready, work.waited,
               log.events, log.seconds
        from (
          select coalesce(sum(n_tup_ins) filter (where relname like 'work\\_body%'), 0)::bigint as added,
                 coalesce(sum(n_tup_ins) filter (where relname like 'work\\_outcome%'), 0)::bigint as ended
          from pg_stat_user_tables
          where schemaname = :schema) total
        cross join (
          select coalesce(sum(queue.ready), 0)::int as ready,
                 coalesce(greatest(extract(epoch from (select howdah.now()) - min(queue.oldest)), 0), 0)::float8
                   as waited
          from (
            select (select count(*) from (
                      select from howdah.work_ready r where r.queue_id = q.id limit :cap) capped) as ready,
                   (select min(howdah.work_time(head.id))
                    from generate_series(0, 9) as level
                    cross join lateral (
                      select id
                      from howdah.work_ready r
                      where r.queue_id = q.id and r.priority = level::smallint
                      order by r.seq
                      limit 1) head) as oldest
            from howdah.queue q
            where q.paused_at is null
              and q.name not like '%.dead'
            limit 500) queue) work
        cross join (
          select coalesce(sum(greatest(place.end_off - place.next_off, 0)), 0)::bigint as events,
                 coalesce(max(greatest(extract(epoch from (select howdah.now()) - (
                   select entry.at
                   from howdah.log_entry entry
                   where entry.part_id = place.part_id and entry.off >= place.next_off
                   order by entry.off
                   limit 1)), 0)), 0)::float8 as seconds
          from (
            select lease.part_id,
                   howdah.log_position_of(lease.group_id, lease.part_id) as next_off,
                   howdah.log_next(lease.part_id, howdah.log_slice()) as end_off
            from howdah.log_lease lease
            limit 2000
            offset 0) place) log
        on conflict (at) do nothing
        """);

    private static final Sql FORGET = Sql.of("""
        delete from howdah.history
        where at < (select howdah.now()) - :kept::interval
        """);

    /** A sum that is smaller than the one before it says nothing of the time in between. */
    private static final Sql READ = Sql.of("""
        select date_bin(:step::interval, moment.at, timestamptz 'epoch') as began,
               sum(moment.added) filter (where moment.added >= 0)
                 / nullif(sum(moment.minutes) filter (where moment.added >= 0), 0) as added,
               sum(moment.ended) filter (where moment.ended >= 0)
                 / nullif(sum(moment.minutes) filter (where moment.ended >= 0), 0) as ended,
               max(moment.ready) as ready, max(moment.waited) as waited,
               max(moment.lag_events) as lag_events, max(moment.lagged) as lagged
        from (
          select h.at, h.ready, h.waited, h.lag_events, h.lagged,
                 h.added - lag(h.added) over earlier as added,
                 h.ended - lag(h.ended) over earlier as ended,
                 extract(epoch from h.at - lag(h.at) over earlier) / 60 as minutes
          from howdah.history h
          where h.at > (select howdah.now()) - :span::interval
          window earlier as (order by h.at)) moment
        group by 1
        order by 1
        """);

    private final ReadStore reads;

    HistoryStore(ReadStore reads) {
        this.reads = reads;
    }

    /** Writes this minute down, unless somebody has. Answers whether it did. */
    public boolean write() {
        return reads.look(db -> {
            if (db.run(IS_WRITTEN).one(row -> row.bool("written"))) {
                return false;
            }
            db.run(FORGET).set("kept", KEPT).update();
            return db.run(WRITE)
                            .set("schema", db.schema().value())
                            .set("cap", QueueRow.Depth.CAP)
                            .update()
                    > 0;
        });
    }

    List<HistoryPoint> read(HistorySpan span) {
        return reads.look(db ->
                db.run(READ).set("step", span.step()).set("span", span.length()).list(HistoryStore::point));
    }

    private static HistoryPoint point(Row row) throws SQLException {
        return new HistoryPoint(
                row.instant("began"),
                rate(row, "added"),
                rate(row, "ended"),
                row.integer("ready"),
                row.real("waited"),
                row.number("lag_events"),
                row.real("lagged"));
    }

    private static Optional<Double> rate(Row row, String column) throws SQLException {
        return Optional.ofNullable(row.stringOrNull(column)).map(Double::valueOf);
    }
}
