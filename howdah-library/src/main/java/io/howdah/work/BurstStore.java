// SPDX-License-Identifier: Apache-2.0
package io.howdah.work;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.Sql;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** The statements that end what was claimed as a burst, and give it leases. */
final class BurstStore {
    private static final Sql DONE = Sql.of("""
        select howdah.work_done_at_once(:bursts, :lasts, :ids, :attempts, :kinds, :over, :again) as unheld
        """);

    private static final Sql PART = Sql.of("select howdah.work_part(:bursts, :ids)");

    private static final Sql PART_SOON = Sql.of("select howdah.work_part_soon(:bursts, :ids)");

    private static final Sql SETTLE = Sql.of("select id from howdah.work_settle(:bursts) as id");

    private static final Sql SETTLE_UNKNOWN = Sql.of("""
        select id
        from howdah.work_settle(array(
            select b.id from howdah.work_burst b
            where b.member = :member and b.queue_id = :queue and b.id <> all (:known))) as id
        """);

    private final Db db;
    private final CatalogStore catalog;

    BurstStore(Db db, CatalogStore catalog) {
        this.db = db;
        this.catalog = catalog;
    }

    /**
     * Writes down that these are done, which have no leases; the answer is what was held.
     *
     * @param endings by the burst that they are in
     * @param over of these nothing is left then
     * @param again the same was tried before, and nobody knows what became of it
     */
    Set<Long> done(Map<Burst, List<Ending>> endings, List<Burst> over, boolean again) {
        var all = endings.values().stream().flatMap(List::stream).toList();
        var lasts = endings.values().stream().mapToInt(List::size).toArray();
        Arrays.parallelPrefix(lasts, Integer::sum);
        var unheld = db.run(DONE)
                .set("bursts", ids(endings.keySet()))
                .set("lasts", lasts)
                .set("ids", all.stream().mapToLong(Ending::id).toArray())
                .set(
                        "attempts",
                        all.stream().mapToInt(one -> one.fence().attempt()).toArray())
                .set(
                        "kinds",
                        all.stream().mapToInt(one -> catalog.kind(one.kind())).toArray())
                .set("over", ids(over))
                .set("again", again)
                .one(row -> row.numbers("unheld"));
        var held = all.stream().map(Ending::id).collect(Collectors.toCollection(HashSet::new));
        unheld.forEach(held::remove);
        return held;
    }

    /** Gives these leases of their own, however long somebody else's transaction that does the same may take. */
    void part(List<Ending> bare) {
        part(PART, bare);
    }

    /** The same for many who share a statement. */
    void partSoon(List<Ending> bare) {
        part(PART_SOON, bare);
    }

    private void part(Sql way, List<Ending> bare) {
        if (!bare.isEmpty()) {
            db.run(way)
                    .set("bursts", ids(bare.stream().map(Ending::itsBurst).toList()))
                    .set("ids", bare.stream().mapToLong(Ending::id).toArray())
                    .execute();
        }
    }

    private static UUID[] ids(Collection<Burst> bursts) {
        return bursts.stream().map(Burst::id).toArray(UUID[]::new);
    }

    /** Gives all that is left of these leases; the answer is those of which something is just being ended. */
    Set<UUID> settle(List<Burst> bursts) {
        return new HashSet<>(db.run(SETTLE).set("bursts", ids(bursts)).list(row -> row.uuid("id")));
    }

    /** Gives leases to all that the member has as bursts without its knowing. */
    void settleUnknown(String queue, UUID member, Collection<UUID> known) {
        db.run(SETTLE_UNKNOWN)
                .set("member", member)
                .set("queue", catalog.queue(queue))
                .set("known", known.toArray(UUID[]::new))
                .execute();
    }
}
