// SPDX-License-Identifier: Apache-2.0
package io.howdah.workspace;

import io.howdah.workspace.store.ChunkStore;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The stores that this process has, by name. Thread-safe. */
final class Stores {
    private static final int LARGEST_CHUNK = 64 << 20;
    private static final int LONGEST_NAME = 100;

    private final WorkspaceStore workspaces;
    private final Map<String, ChunkStore> byName = new ConcurrentHashMap<>();
    private final Map<String, Integer> ids = new ConcurrentHashMap<>();

    private volatile Optional<ChunkCache> cache = Optional.empty();

    Stores(WorkspaceStore workspaces, ChunkStore first) {
        this.workspaces = workspaces;
        byName.put(first.name(), first);
    }

    void add(ChunkStore store) {
        var name = store.name();
        if (name.isBlank() || name.length() > LONGEST_NAME || name.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(
                    "the name of a store has 1 to " + LONGEST_NAME + " characters: \"" + FilePath.shown(name) + "\"");
        }
        if (store.chunkSize() < 1 || store.chunkSize() > LARGEST_CHUNK) {
            throw new IllegalArgumentException("the chunkSize of store " + name + " must be from 1 to " + LARGEST_CHUNK
                    + ": " + store.chunkSize());
        }
        var other = byName.putIfAbsent(name, store);
        if (other != null && !other.equals(store)) {
            throw new IllegalArgumentException("there is another store named " + name + " already");
        }
    }

    void cache(ChunkCache newCache) {
        cache = Optional.of(newCache);
    }

    Optional<ChunkCache> cache() {
        return cache;
    }

    Optional<ChunkStore> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /** The one that somebody named. */
    ChunkStore require(String name) {
        return find(name)
                .orElseThrow(() -> WorkspaceException.noSuchStore(
                        name, byName.keySet().stream().sorted().toList()));
    }

    List<ChunkStore> all() {
        return List.copyOf(byName.values());
    }

    /** Its number in the database, where it is written down when it is first used. */
    int id(ChunkStore store) {
        return ids.computeIfAbsent(store.name(), workspaces::storeId);
    }
}
