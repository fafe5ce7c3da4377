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
               line.ready, line.blocked,
               least(coalesce((select count from running where running.queue_id = queue.id), 0), :cap) as running,
               least(coalesce((select count from deferred where deferred.queue_id = queue.id), 0), :cap) as deferred,
               line.oldest as oldest_ready_at
        from howdah.queue queue
        cross join lateral howdah.queue_line(queue.id, :cap) line
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
