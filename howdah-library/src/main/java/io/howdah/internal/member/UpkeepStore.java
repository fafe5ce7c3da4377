// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.member;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.Sql;
import java.time.Duration;
import java.util.UUID;

/** The statements behind upkeep. */
final class UpkeepStore {
    private static final Sql REGISTER = Sql.of("""
        insert into howdah.upkeep (name, next_at)
        values (:name, howdah.now())
        on conflict do nothing
        """);

    /**
     * Nothing when it is not due, or when another member is at it. A process that is frozen in the middle must not keep
     * the lock for as long as it is frozen: the server ends its session.
     */
    private static final Sql TAKE = Sql.of("""
        select name, set_config('idle_in_transaction_session_timeout', '5s', true)
        from howdah.upkeep
        where name = :name
          and next_at <= (select howdah.now())
        for update skip locked
        """);

    private static final Sql DONE = Sql.of("""
        update howdah.upkeep
        set next_at = howdah.now() + :every::interval,
            last_at = howdah.now(),
            last_took = :took,
            last_member = :member,
            last_error = null
        where name = :name
        """);

    private static final Sql FAILED = Sql.of("""
        update howdah.upkeep
        set last_error = left(:error, 2000)
        where name = :name
        """);

    private final Db db;

    UpkeepStore(Db db) {
        this.db = db;
    }

    UpkeepStore on(Db transaction) {
        return new UpkeepStore(transaction);
    }

    void register(String name) {
        db.run(REGISTER).set("name", name).update();
    }

    boolean take(String name) {
        return db.run(TAKE)
                .set("name", name)
                .optional(row -> row.string("name"))
                .isPresent();
    }

    void done(String name, Duration every, Duration took, UUID member) {
        db.run(DONE)
                .set("name", name)
                .set("every", every)
                .set("took", took)
                .set("member", member)
                .update();
    }

    void failed(String name, String error) {
        db.run(FAILED).set("name", name).set("error", error).update();
    }
}
