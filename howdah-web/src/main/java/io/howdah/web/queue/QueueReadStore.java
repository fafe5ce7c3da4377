// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.queue;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.Row;
import io.howdah.internal.db.Sql;
import io.howdah.web.ReadStore;
import io.howdah.web.queue.QueueRow.Depth;
import io.howdah.web.queue.QueueRow.KeyOrder;
import io.howdah.web.queue.QueueRow.Limit;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The statements behind what is seen of queues. Counts stop at a cap, and no table is walked through for them. */
public final class QueueReadStore {
    /** More queues than this are not shown. */
    private static final int MOST_QUEUES = 500;

    private static final Sql QUEUES = Sql.of("""
        with running as materialized (
          select queue_id, count(*) as count
          from (select queue_id from howdah.work_lease limit 100000) lease
          group by queue_id
        ), deferred as materialized (
          select queue_id, count(*) as count
          from (select queue_id from howdah.work_deferred limit 100000) deferred
          group by queue_id
        )
        select queue.name, queue.paused_at, queue.concurrency, queue.workers, queue.key_limit, queue.key_order,
               queue.rate, queue.rate_period,
               (select count(*) from (
                  select from howdah.work_ready r where r.queue_id = queue.id limit :cap) capped) as ready,
               (select count(*) from (
                  select from howdah.work_blocked b where b.queue_id = queue.id limit :cap) capped)
                 + (select count(*) from (
                  select from howdah.work_inbox i where i.queue_id = queue.id and i.id is not null limit :cap) capped)
                 as blocked,
               least(coalesce((select count from running where running.queue_id = queue.id), 0), :cap) as running,
               least(coalesce((select count from deferred where deferred.queue_id = queue.id), 0), :cap) as deferred,
               (select min(howdah.work_time(head.id))
                from generate_series(0, 9) as level
                cross join lateral (
                  select id
                  from howdah.work_ready r
                  where r.queue_id = queue.id and r.priority = level::smallint
                  order by r.seq
                  limit 1) head) as oldest_ready_at
        from howdah.queue queue
        where :name::text is null or queue.name = :name
        order by queue.name
        limit :most
        """);

    private final ReadStore reads;

    public QueueReadStore(ReadStore reads) {
        this.reads = reads;
    }

    public List<QueueRow> list() {
        return reads.look(db -> rows(db, null));
    }

    Optional<QueueRow> find(String name) {
        return reads.look(db -> rows(db, name).stream().findFirst());
    }

    private static List<QueueRow> rows(Db db, @Nullable String name) {
        return db.run(QUEUES)
                .set("cap", Depth.CAP)
                .set("name", name)
                .set("most", MOST_QUEUES)
                .list(QueueReadStore::row);
    }

    private static QueueRow row(Row row) throws SQLException {
        return new QueueRow(
                row.string("name"),
                Optional.ofNullable(row.instantOrNull("paused_at")),
                new Depth(
                        row.integer("ready"),
                        row.integer("running"),
                        row.integer("deferred"),
                        Math.min(row.integer("blocked"), Depth.CAP)),
                Optional.ofNullable(row.instantOrNull("oldest_ready_at")),
                limit(row));
    }

    private static Limit limit(Row row) throws SQLException {
        var perKey = row.integer("key_limit");
        var order = row.bool("key_order") ? KeyOrder.IN_ORDER : perKey == 0 ? KeyOrder.TAKE_TURNS : KeyOrder.ANY_ORDER;
        return new Limit(
                number(row, "concurrency"),
                number(row, "workers"),
                perKey,
                order,
                number(row, "rate"),
                Optional.ofNullable(row.durationOrNull("rate_period")));
    }

    private static Optional<Integer> number(Row row, String column) throws SQLException {
        return Optional.ofNullable(row.numberOrNull(column)).map(Math::toIntExact);
    }
}
