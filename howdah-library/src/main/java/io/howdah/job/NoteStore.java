// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.Sql;
import java.util.List;

/** The statements behind progress and log lines. */
final class NoteStore {
    private static final Sql KEEP_PROGRESS =
            Sql.of("select howdah.job_keep_progress(:ids, :attempts, :percents, :messages)");

    private static final Sql KEEP_LINES = Sql.of("select howdah.job_keep_lines(:ids, :attempts, :ages, :lines, :most)");

    private static final Sql LINES = Sql.of("""
        select attempt, at, line
        from howdah.job_log
        where id = :id
        order by seq
        limit :most
        """);

    private final Db db;

    NoteStore(Db db) {
        this.db = db;
    }

    void keepProgress(List<Notes.Said> said) {
        db.run(KEEP_PROGRESS)
                .set("ids", said.stream().mapToLong(one -> one.fence().id()).toArray())
                .set(
                        "attempts",
                        said.stream().mapToInt(one -> one.fence().attempt()).toArray())
                .set("percents", said.stream().mapToInt(Notes.Said::percent).toArray())
                .set("messages", said.stream().map(Notes.Said::text).toArray(String[]::new))
                .execute();
    }

    /** @param most a job that has so many lines gets no more */
    void keepLines(List<Notes.Said> lines, int most) {
        var now = System.nanoTime();
        db.run(KEEP_LINES)
                .set("ids", lines.stream().mapToLong(one -> one.fence().id()).toArray())
                .set(
                        "attempts",
                        lines.stream().mapToInt(one -> one.fence().attempt()).toArray())
                .set(
                        "ages",
                        lines.stream()
                                .mapToLong(one -> (now - one.at()) / 1_000)
                                .toArray())
                .set("lines", lines.stream().map(Notes.Said::text).toArray(String[]::new))
                .set("most", most)
                .execute();
    }

    List<JobLine> lines(JobId id, int most) {
        return db.run(LINES)
                .set("id", id.value())
                .set("most", most)
                .list(row -> new JobLine(row.integer("attempt"), row.instant("at"), row.string("line")));
    }
}
