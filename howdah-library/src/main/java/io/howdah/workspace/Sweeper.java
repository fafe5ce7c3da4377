// SPDX-License-Identifier: Apache-2.0
package io.howdah.workspace;

import io.howdah.internal.loop.Next;
import io.howdah.workspace.store.ChunkStore;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Clears away versions that are not kept, and chunks that nobody refers to. Every process does it, for the stores that
 * it has; several at once do not disturb each other.
 */
final class Sweeper {
    private static final int WORKSPACES_AT_ONCE = 100;
    private static final int ROWS_AT_ONCE = 1000;
    private static final int CHUNKS_AT_ONCE = 500;

    private static final long TIDY_EVERY = Duration.ofHours(1).toNanos();

    private final Core core;
    private final ChunkRegistryStore registry;
    private final Map<String, Long> tidiedAt = new ConcurrentHashMap<>();

    Sweeper(Core core) {
        this.core = core;
        this.registry = new ChunkRegistryStore(core.db().bounded(), core.grace());
    }

    Next tidy() {
        var untidy = registry.untidy(WORKSPACES_AT_ONCE);
        var more = untidy.size() == WORKSPACES_AT_ONCE;
        for (var workspace : untidy) {
            more |= registry.tidy(workspace, ROWS_AT_ONCE);
        }
        return more ? Next.NOW : Next.ON_INTERVAL;
    }

    /** Doomed in a transaction, removed from the store, forgotten: in this order, or nobody would know of the bytes. */
    Next collect() {
        var more = false;
        RuntimeException failed = null;
        for (var store : core.stores().all()) {
            try {
                more |= collect(store);
            } catch (RuntimeException failure) {
                // One store that is away must not keep the others from being cleared.
                if (failed == null) {
                    failed = failure;
                } else {
                    failed.addSuppressed(failure);
                }
            }
        }
        if (failed != null) {
            throw failed;
        }
        return more ? Next.NOW : Next.ON_INTERVAL;
    }

    private boolean collect(ChunkStore store) {
        var doomed = registry.doom(core.stores().id(store), CHUNKS_AT_ONCE);
        if (doomed.isEmpty()) {
            tidy(store);
            return false;
        }
        store.delete(doomed);
        registry.forget(doomed);
        return true;
    }

    /** Seldom: a bucket is paid for by the request. */
    private void tidy(ChunkStore store) {
        var now = System.nanoTime();
        var last = tidiedAt.get(store.name());
        if (last == null || now - last > TIDY_EVERY) {
            store.tidy(core.grace());
            tidiedAt.put(store.name(), now);
        }
    }
}
