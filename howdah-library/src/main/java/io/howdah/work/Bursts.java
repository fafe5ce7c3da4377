// SPDX-License-Identifier: Apache-2.0
package io.howdah.work;

import io.howdah.internal.db.Db;
import java.sql.Connection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

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
            var counts = new HashMap<Burst, Integer>();
            endings.forEach(one -> counts.merge(burst(one), 1, Integer::sum));
            var over = counts.entrySet().stream()
                    .filter(one -> one.getKey().left().size() == one.getValue())
                    .map(Map.Entry::getKey)
                    .toList();
            var held = store.done(endings, over, again);
            endings.forEach(one -> burst(one).left().remove(one.id()));
            over.forEach(Burst::over);
            return held;
        });
    }

    private static Burst burst(Ending ending) {
        return Objects.requireNonNull(ending.burst());
    }

    /** It has ended with a lease of its own. */
    void ended(Ending ending) {
        if (ending.burst() != null && !burst(ending).isOver()) {
            exclusively(() -> burst(ending).left().remove(ending.id()));
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
        bare.forEach(one -> burst(one).leased(one.id()));
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
        bare.forEach(one -> burst(one).touch(one.id()));
        return bare;
    }
}
