// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import io.howdah.Payload;
import io.howdah.internal.db.Db;
import io.howdah.internal.db.Row;
import io.howdah.internal.db.Sql;
import io.howdah.work.Work;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The statements behind steps. */
final class StepStore {
    private static final Sql ALL = Sql.of("""
        select name, content_type, result
        from howdah.job_step
        where id = :id
        """);

    private static final Sql ONE = Sql.of("""
        select content_type, result
        from howdah.job_step
        where id = :id
          and name = :name
        """);

    private static final Sql KEEP = Sql.of("""
        select howdah.job_keep_step(:id, :attempt, :name, :contentType, :result, :most) as answer
        """);

    private final Db db;

    StepStore(Db db) {
        this.db = db;
    }

    StepStore on(Connection transaction) {
        return new StepStore(db.on(transaction));
    }

    Map<String, Payload> all(Work work) {
        var steps = new HashMap<String, Payload>();
        db.run(ALL).set("id", work.id()).list(row -> steps.put(row.string("name"), payload(row)));
        return steps;
    }

    Optional<Payload> find(Work work, String name) {
        return db.run(ONE).set("id", work.id()).set("name", name).optional(StepStore::payload);
    }

    /** One of kept, there (it was remembered before), full, lost. */
    String keep(Work work, String name, Payload result, int most) {
        return db.run(KEEP)
                .set("id", work.id())
                .set("attempt", work.attempt())
                .set("name", name)
                .set("contentType", result.contentType())
                .set("result", result.bytes())
                .set("most", most)
                .one(row -> row.string("answer"));
    }

    private static Payload payload(Row row) throws SQLException {
        return new Payload(row.bytes("result"), row.string("content_type"));
    }
}
