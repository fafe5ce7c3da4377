// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import io.howdah.Payload;
import io.howdah.internal.db.Db;
import io.howdah.internal.db.Row;
import io.howdah.internal.db.Sql;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The statements behind looking at jobs. */
final class JobStore {
    private static final Sql FIND = Sql.of("select * from howdah.job_info(array[:id::bigint])");

    private static final Sql CHILDREN = Sql.of("""
        select info.*
        from howdah.job_info(array(
          select id
          from howdah.work_body
          where parent_id = :id
            and id > greatest(:id::bigint, :after::bigint)
          order by id
          limit :most)) as info
        order by id
        """);

    private static final Sql RESULT = Sql.of("""
        select result, result_type
        from howdah.work_outcome
        where id = :id
          and state = 'done'
          and result is not null
        """);

    private final Db db;

    JobStore(Db db) {
        this.db = db;
    }

    Optional<JobInfo> find(JobId id) {
        return db.run(FIND).set("id", id.value()).optional(JobStore::info);
    }

    List<JobInfo> children(JobId id, JobId after, int most) {
        return db.run(CHILDREN)
                .set("id", id.value())
                .set("after", after.value())
                .set("most", most)
                .list(JobStore::info);
    }

    Optional<Payload> result(JobId id) {
        return db.run(RESULT)
                .set("id", id.value())
                .optional(row -> new Payload(row.bytes("result"), row.string("result_type")));
    }

    static JobInfo info(Row row) throws SQLException {
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
                Optional.ofNullable(row.stringOrNull("key")),
                Optional.ofNullable(row.numberOrNull("parent_id")).map(JobId::new),
                progress(row),
                Optional.ofNullable(row.numberOrNull("retried_as")).map(JobId::new),
                Optional.ofNullable(row.numberOrNull("retry_of")).map(JobId::new));
    }

    private static Optional<JobProgress> progress(Row row) throws SQLException {
        var message = row.stringOrNull("progress_message");
        return message == null
                ? Optional.empty()
                : Optional.of(new JobProgress(
                        row.integer("progress_percent"),
                        message,
                        row.integer("progress_attempt"),
                        row.instant("progress_at")));
    }
}
