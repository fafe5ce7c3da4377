// SPDX-License-Identifier: Apache-2.0
package io.howdah.work;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.Sql;
import java.util.List;
import java.util.Optional;

/** The statements that decide how much of a queue may run. */
final class LimitStore {
    private static final Sql LIMIT = Sql.of("""
        select howdah.work_limit(:queue, :concurrency, :workers, :perKey, :keepsOrder, :rate, :period)
        """);

    private static final Sql PAUSE = Sql.of("""
        update howdah.queue
        set paused_at = howdah.now()
        where id = :queue
          and paused_at is null
        """);

    private static final Sql RESUME = Sql.of("""
        update howdah.queue
        set paused_at = null
        where id = :queue
          and paused_at is not null
        """);

    private static final Sql SETTINGS = Sql.of("""
        select queue.name, queue.workers, gate.queue_id is not null as gated
        from howdah.queue queue
        left join howdah.work_gate gate on gate.queue_id = queue.id
        where queue.name = any (:names)
        """);

    private final Db db;
    private final CatalogStore catalog;

    LimitStore(Db db, CatalogStore catalog) {
        this.db = db;
        this.catalog = catalog;
    }

    void limit(String queue, Limits limits) {
        db.run(LIMIT)
                .set("queue", catalog.queue(queue))
                .set("concurrency", limits.concurrency().orElse(null))
                .set("workers", limits.workers().orElse(null))
                .set("perKey", limits.perKey())
                .set("keepsOrder", limits.keepsOrder())
                .set("rate", limits.rate().map(Limits.Rate::count).orElse(null))
                .set("period", limits.rate().map(Limits.Rate::period).orElse(null))
                .execute();
    }

    boolean pause(String queue) {
        return db.run(PAUSE).set("queue", catalog.queue(queue)).update() == 1;
    }

    boolean resume(String queue) {
        return db.run(RESUME).set("queue", catalog.queue(queue)).update() == 1;
    }

    List<Setting> settings(List<String> queues) {
        return db.run(SETTINGS)
                .set("names", queues.toArray(String[]::new))
                .list(row -> new Setting(
                        row.string("name"),
                        Optional.ofNullable(row.numberOrNull("workers")).map(Math::toIntExact),
                        row.bool("gated")));
    }

    /**
     * What the workers of a queue must know.
     *
     * @param gated somebody must look whether work can be let in before it can be claimed
     */
    record Setting(String queue, Optional<Integer> workers, boolean gated) {}
}
