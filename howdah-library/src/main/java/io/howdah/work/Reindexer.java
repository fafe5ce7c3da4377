// SPDX-License-Identifier: Apache-2.0
package io.howdah.work;

import io.howdah.DatabaseException;
import io.howdah.internal.Platform;
import io.howdah.internal.db.Db;
import io.howdah.internal.loop.Loop;
import io.howdah.internal.loop.Next;
import io.howdah.internal.member.Upkeep;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rebuilds indexes of hot tables that have grown over what they hold, as they do while somebody keeps a transaction
 * open. Where the application's role may not, it says what an administrator should run.
 */
final class Reindexer {
    private static final Logger log = LoggerFactory.getLogger(Reindexer.class);
    private static final Duration LOOK_EVERY = Duration.ofHours(1);
    private static final long LEAST_BYTES = 64L << 20;

    private final ReindexStore store;
    private final long leastBytes;
    private final Queue<ReindexStore.Bloated> found = new ConcurrentLinkedQueue<>();

    /** On its own, for it cannot be done inside a transaction, and would wait for ours to end. */
    private final Loop rebuilding = Loop.every(LOOK_EVERY, "work-rebuilder", this::rebuildFound);

    Reindexer(Db db, long leastBytes) {
        this.store = new ReindexStore(db);
        this.leastBytes = leastBytes;
    }

    static List<Loop> loops(Platform platform) {
        var reindexer = new Reindexer(platform.db(), LEAST_BYTES);
        return List.of(
                Upkeep.loop("work-reindexer", LOOK_EVERY, platform.db(), platform.membership(), reindexer::look),
                reindexer.rebuilding);
    }

    /** One member at a time looks, and rebuilds what it has found. */
    Next look(Db transaction) {
        found.addAll(store.on(transaction).bloated(leastBytes));
        rebuilding.wake();
        return Next.ON_INTERVAL;
    }

    Next rebuildFound() {
        for (var one = found.poll(); one != null; one = found.poll()) {
            if (one.allowed()) {
                rebuild(one);
            } else {
                log.warn(
                        "The indexes of {} have grown to {} MB for what they hold, and this role may not rebuild them;"
                                + " as its owner, run: {}",
                        one.table(),
                        one.bytes() >> 20,
                        store.reindexByHand(one.table()));
            }
        }
        return Next.ON_INTERVAL;
    }

    private void rebuild(ReindexStore.Bloated one) {
        try {
            log.info("The indexes of {} have grown to {} MB: rebuilding them", one.table(), one.bytes() >> 20);
            store.reindex(one.table());
        } catch (DatabaseException failure) {
            log.warn(
                    "The indexes of {} could not be rebuilt; as its owner, run: {}",
                    one.table(),
                    store.reindexByHand(one.table()),
                    failure);
        }
    }
}
