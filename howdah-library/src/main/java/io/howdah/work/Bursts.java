// SPDX-License-Identifier: Apache-2.0
package io.howdah.work;

import io.howdah.internal.db.Db;
import java.sql.Connection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Ends what this process has claimed as bursts, and gives leases to what needs them. Thread-safe.
 *
 * <p>Ends and settles take turns: an end that finds its burst gone takes it for lost.
 */
public final class Bursts {
    private final Db db;
    private final CatalogStore catalog;
    private final BurstStore store;
    private final ReentrantLock lock = new ReentrantLock();

    Bursts(Db db, CatalogStore catalog) {
        this.db = db;
        this.catalog = catalog;
        this.store = new BurstStore(db, catalog);
    }

    /** While nobody else ends or settles anything. */
    <T> T exclusively(Supplier<T> work) {
        lock.lock();
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Writes down what is done and has no leases; the answer is what of it was held.
     *
     * @param again the same was tried before, and nobody knows what became of it
     */
    Set<Long> done(List<Ending> endings, boolean again) {
        return exclusively(() -> {
            var byBurst = endings.stream()
                    .collect(Collectors.groupingBy(Ending::itsBurst, LinkedHashMap::new, Collectors.toList()));
            var over = byBurst.entrySet().stream()
                    .filter(one -> one.getKey().left().size() == one.getValue().size())
                    .map(Map.Entry::getKey)
                    .toList();
            var held = store.done(byBurst, over, again);
            endings.forEach(one -> one.itsBurst().left().remove(one.id()));
            over.forEach(Burst::over);
            return held;
        });
    }

    /** It has ended with a lease of its own. */
    void ended(Ending ending) {
        if (ending.burst() != null && !ending.itsBurst().isOver()) {
            exclusively(() -> ending.itsBurst().left().remove(ending.id()));
        }
    }

    /** Gives what is left of these leases; the answer is whether there was anything left. */
    boolean settle(List<Burst> bursts) {
        return exclusively(() -> {
            var open = bursts.stream().filter(one -> !one.isOver()).toList();
            if (open.isEmpty()) {
                return false;
            }
            var there = store.settle(open);
            var settled = open.stream().filter(one -> !there.contains(one.id())).toList();
            settled.forEach(Burst::over);
            return settled.stream().anyMatch(one -> !one.left().isEmpty());
        });
    }

    /**
     * Has work leased by itself, if it is this process's: whoever writes what only its holder may write looks for that.
     */
    public void lease(List<Work> works) {
        var bare = touched(works);
        store.part(bare);
        bare.forEach(one -> one.itsBurst().leased(one.id()));
    }

    /** The same in somebody's transaction, with which it may be rolled back. */
    public void lease(Connection connection, Work work) {
        lease(db.on(connection), work);
    }

    public void lease(Db transaction, Work work) {
        new BurstStore(transaction, catalog).part(touched(List.of(work)));
    }

    private static List<Ending> touched(List<Work> works) {
        var bare = works.stream()
                .map(work -> Ending.of(work, End.Done.PLAIN, null))
                .filter(Ending::isBare)
                .toList();
        bare.forEach(one -> one.itsBurst().touch(one.id()));
        return bare;
    }
}
