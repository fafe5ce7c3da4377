// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.api;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.Sql;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DataSourceUtils;

/** The statements behind answers that are kept. */
final class AnswerStore {
    /**
     * Waits for a transaction that is taking the same key. The answer is not known yet: it is kept before the commit.
     */
    private static final Sql TAKE = Sql.of("""
        insert into howdah.http_answer (caller, key, fingerprint, status, body)
        values (:caller, :key, :fingerprint, 0, '')
        on conflict do nothing
        """);

    private static final Sql KEEP = Sql.of("""
        update howdah.http_answer
        set status = :status, location = :location, body = :body
        where caller = :caller
          and key = :key
        """);

    private static final Sql FIND = Sql.of("""
        select fingerprint, status, location, body
        from howdah.http_answer
        where caller = :caller
          and key = :key
        """);

    /** A few at a time, by whoever comes by. */
    private static final Sql FORGET = Sql.of("""
        delete from howdah.http_answer
        where ctid = any (array(
          select ctid
          from howdah.http_answer
          where at < (select howdah.now()) - interval '1 day'
          order by at
          limit 10
          for update skip locked))
        """);

    private final DataSource dataSource;
    private final Db db;

    AnswerStore(DataSource dataSource, Db db) {
        this.dataSource = dataSource;
        this.db = db;
    }

    boolean take(String caller, String key, byte[] fingerprint) {
        return current()
                        .run(TAKE)
                        .set("caller", caller)
                        .set("key", key)
                        .set("fingerprint", fingerprint)
                        .update()
                == 1;
    }

    void keep(String caller, String key, Answer answer) {
        var kept = current()
                .run(KEEP)
                .set("caller", caller)
                .set("key", key)
                .set("status", answer.status())
                .set("location", answer.location().orElse(null))
                .set("body", answer.body())
                .update();
        if (kept != 1) {
            throw new IllegalStateException("the answer to " + key + " could not be kept");
        }
    }

    Optional<Kept> find(String caller, String key) {
        return current()
                .run(FIND)
                .set("caller", caller)
                .set("key", key)
                .optional(row -> new Kept(
                        row.bytes("fingerprint"),
                        new Answer(
                                row.integer("status"),
                                Optional.ofNullable(row.stringOrNull("location")),
                                row.bytes("body"))));
    }

    void forgetOld() {
        db.run(FORGET).update();
    }

    /** On the connection of the transaction that the thread is in. */
    private Db current() {
        return db.on(DataSourceUtils.getConnection(dataSource));
    }

    @SuppressWarnings("ArrayRecordComponent")
    record Kept(byte[] fingerprint, Answer answer) {}
}
