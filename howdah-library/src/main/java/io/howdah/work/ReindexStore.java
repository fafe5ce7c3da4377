// SPDX-License-Identifier: Apache-2.0
package io.howdah.work;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.Sql;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The statements that rebuild indexes which have grown over what they hold. */
final class ReindexStore {
    private static final Sql BLOATED = Sql.of("select name, bytes, allowed from howdah.work_bloated(:least)");

    private static final Sql READY = Sql.of("reindex table concurrently howdah.work_ready");
    private static final Sql LEASE = Sql.of("reindex table concurrently howdah.work_lease");
    private static final Sql DEFERRED = Sql.of("reindex table concurrently howdah.work_deferred");
    private static final Sql INBOX = Sql.of("reindex table concurrently howdah.work_inbox");
    private static final Sql BLOCKED = Sql.of("reindex table concurrently howdah.work_blocked");
    private static final Sql PLACE = Sql.of("reindex table concurrently howdah.work_place");
    private static final Sql WAITING = Sql.of("reindex table concurrently howdah.work_waiting");
    private static final Sql ENDED = Sql.of("reindex table concurrently howdah.work_ended");
    private static final Sql UNIQUE = Sql.of("reindex table concurrently howdah.work_unique");

    private static final Duration AS_LONG_AS = Duration.ofHours(6);

    private static final Map<String, Sql> REINDEX = Map.of(
            "work_ready", READY,
            "work_lease", LEASE,
            "work_deferred", DEFERRED,
            "work_inbox", INBOX,
            "work_blocked", BLOCKED,
            "work_place", PLACE,
            "work_waiting", WAITING,
            "work_ended", ENDED,
            "work_unique", UNIQUE);

    private final Db db;

    ReindexStore(Db db) {
        this.db = db;
    }

    ReindexStore on(Db transaction) {
        return new ReindexStore(transaction);
    }

    List<Bloated> bloated(long leastBytes) {
        return db.run(BLOATED)
                .set("least", leastBytes)
                .list(row -> new Bloated(row.string("name"), row.number("bytes"), row.bool("allowed")));
    }

    /** Nobody waits for it, but it cannot be done inside a transaction. */
    void reindex(String table) {
        var sql = REINDEX.get(table);
        if (sql == null) {
            throw new IllegalArgumentException("there is no hot table " + table);
        }
        db.patiently(AS_LONG_AS, sql);
    }

    String reindexByHand(String table) {
        return "REINDEX TABLE CONCURRENTLY " + db.schema().value() + "." + table;
    }

    /**
     * A table whose indexes have grown too large.
     *
     * @param allowed we may rebuild them
     */
    record Bloated(String table, long bytes, boolean allowed) {}
}
