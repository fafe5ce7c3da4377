// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.Row;
import io.howdah.internal.db.Sql;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Optional;

/** The statements behind looking at jobs. */
final class JobStore {
    /** Found by id in each place where it can be; in none of them means that it is ready, which is not searched. */
    private static final Sql FIND = Sql.of("""
        select body.id, kind.name as type, queue.name as queue, body.priority, body.max_attempts, body.correlation,
               body.lane,
               howdah.work_time(body.id) as created_at, deferred.due_at, final.at as ended_at,
               case when final.state is not null then final.state
                    when lease.id is not null then 'running'
                    when deferred.id is not null then 'deferred'
                    when blocked.id is not null then 'blocked'
                    else 'ready' end as state,
               coalesce(final.attempt, lease.attempt, deferred.attempt,
                        (select max(attempt) from howdah.work_outcome o where o.id = body.id), 0) as attempts,
               (select error from howdah.work_outcome o where o.id = body.id and error is not null
                order by at desc limit 1) as last_error
        from howdah.work_body body
        join howdah.kind kind on kind.id = body.kind_id
        join howdah.queue queue on queue.id = body.queue_id
        left join howdah.work_lease lease on lease.id = body.id
        left join howdah.work_deferred deferred on deferred.id = body.id
        left join howdah.work_blocked blocked
          on blocked.queue_id = body.queue_id and blocked.lane = body.lane and blocked.id = body.id
        left join lateral (
          select state, attempt, at
          from howdah.work_outcome outcome
          where outcome.id = body.id
            and outcome.state in ('done', 'dead', 'discarded', 'cancelled')
          order by at desc
          limit 1
        ) final on true
        where body.id = :id
        """);

    private final Db db;

    JobStore(Db db) {
        this.db = db;
    }

    Optional<JobInfo> find(JobId id) {
        return db.run(FIND).set("id", id.value()).optional(JobStore::info);
    }

    private static JobInfo info(Row row) throws SQLException {
        return new JobInfo(
                new JobId(row.number("id")),
                row.string("type"),
                row.string("queue"),
                row.integer("priority"),
                JobState.valueOf(row.string("state").toUpperCase(Locale.ROOT)),
                row.integer("attempts"),
                row.integer("max_attempts"),
                row.instant("created_at"),
                Optional.ofNullable(row.instantOrNull("due_at")),
                Optional.ofNullable(row.instantOrNull("ended_at")),
                Optional.ofNullable(row.stringOrNull("last_error")),
                Optional.ofNullable(row.stringOrNull("correlation")),
                Optional.ofNullable(row.stringOrNull("lane")));
    }
}
