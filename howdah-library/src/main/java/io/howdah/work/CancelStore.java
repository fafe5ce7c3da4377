// SPDX-License-Identifier: Apache-2.0
package io.howdah.work;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.Sql;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The statements that keep work from running. */
final class CancelStore {
    private static final Sql MARKS = Sql.of("""
        select id, gentle
        from howdah.work_cancelled
        where id = any (:ids)
        """);

    private static final Sql CANCEL = Sql.of("select howdah.work_cancel(:id, :reason) as cancelled");

    private static final Sql CANCEL_ALL = Sql.of("""
        select count(*) as cancelled
        from unnest(:ids::bigint[]) as wanted (id)
        where howdah.work_cancel(wanted.id, :reason)
        """);

    private final Db db;

    CancelStore(Db db) {
        this.db = db;
    }

    /** Which of these somebody does not want any more, so that whoever is at them should stop. */
    Set<Long> cancelled(Collection<Long> ids) {
        return marks(ids).stream().filter(mark -> !mark.gentle()).map(Mark::id).collect(Collectors.toSet());
    }

    /** Which of these are not to begin any more. */
    List<Mark> marks(Collection<Long> ids) {
        return db.run(MARKS)
                .set("ids", ids.stream().mapToLong(Long::longValue).toArray())
                .list(row -> new Mark(row.number("id"), row.bool("gentle")));
    }

    boolean cancel(long id, String reason) {
        return db.run(CANCEL).set("id", id).set("reason", reason).one(row -> row.bool("cancelled"));
    }

    int cancelAll(List<Long> ids, String reason) {
        return db.tx(transaction -> transaction
                .run(CANCEL_ALL)
                // Everybody in the same order, so that two who cancel the same wait for each other and no more.
                .set("ids", ids.stream().mapToLong(Long::longValue).sorted().toArray())
                .set("reason", reason)
                .one(row -> row.integer("cancelled")));
    }

    /**
     * Work that is not wanted any more.
     *
     * @param gentle whoever is at it may end it
     */
    record Mark(long id, boolean gentle) {}
}
