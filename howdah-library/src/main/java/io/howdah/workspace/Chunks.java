// SPDX-License-Identifier: Apache-2.0
package io.howdah.workspace;

import io.howdah.workspace.store.Chunk;
import io.howdah.workspace.store.ChunkName;
import io.howdah.workspace.store.ChunkStore;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes chunks to one store and reads them back, in the order that keeps them from being cleared away. Thread-safe.
 */
final class Chunks {
    /** What is held in memory at once, unless one chunk is larger. */
    static final int MOST_BYTES = 16 << 20;

    static final int MOST_AT_ONCE = 1000;

    private final ChunkStore store;
    private final int storeId;
    private final ChunkRegistryStore registry;
    private final Optional<ChunkCache> cache;

    Chunks(ChunkStore store, int storeId, ChunkRegistryStore registry, Optional<ChunkCache> cache) {
        this.store = store;
        this.storeId = storeId;
        this.registry = registry;
        this.cache = cache;
    }

    int chunkSize() {
        return store.chunkSize();
    }

    /**
     * Announced, written, and marked as written: whoever dies in between leaves a row that expires and takes the bytes
     * along.
     */
    void put(Map<Piece, byte[]> pieces) {
        if (pieces.isEmpty()) {
            return;
        }
        var byHash = new LinkedHashMap<String, Piece>();
        pieces.keySet().forEach(piece -> byHash.putIfAbsent(piece.sha256(), piece));
        var names = new HashMap<String, Long>();
        var missing = new LinkedHashMap<String, ChunkName>();
        for (var announced : registry.announce(storeId, byHash.values())) {
            names.put(announced.name().sha256(), announced.name().number());
            if (!announced.stored()) {
                missing.put(announced.name().sha256(), announced.name());
            }
        }
        if (!missing.isEmpty()) {
            store.put(missing.values().stream()
                    .map(name -> new Chunk(name, bytesOf(pieces, byHash, name)))
                    .toList());
            registry.stored(
                    missing.values().stream().mapToLong(ChunkName::number).toArray());
        }
        pieces.keySet().forEach(piece -> piece.announced(numberOf(names, piece)));
    }

    /** Each with its bytes, which are those that were written. */
    Map<ChunkName, byte[]> get(Collection<ChunkName> names) {
        var found = new HashMap<ChunkName, byte[]>();
        cache.ifPresent(known ->
                names.forEach(name -> known.find(name.sha256()).ifPresent(bytes -> found.put(name, bytes))));
        var wanted = names.stream().filter(name -> !found.containsKey(name)).toList();
        for (int i = 0; i < wanted.size(); i += MOST_AT_ONCE) {
            for (var chunk : store.get(wanted.subList(i, Math.min(wanted.size(), i + MOST_AT_ONCE)))) {
                if (!Sha256.of(chunk.bytes()).equals(chunk.name().sha256())) {
                    throw ChunkException.corrupt(store.name(), chunk.name());
                }
                found.put(chunk.name(), chunk.bytes());
                cache.ifPresent(known -> known.keep(chunk.name().sha256(), chunk.bytes()));
            }
        }
        for (var name : wanted) {
            if (!found.containsKey(name)) {
                throw ChunkException.missing(store.name(), name);
            }
        }
        return found;
    }

    void stillRead(List<ChunkName> names) {
        for (int i = 0; i < names.size(); i += MOST_AT_ONCE) {
            registry.stillRead(names.subList(i, Math.min(names.size(), i + MOST_AT_ONCE)).stream()
                    .mapToLong(ChunkName::number)
                    .toArray());
        }
    }

    private static byte[] bytesOf(Map<Piece, byte[]> pieces, Map<String, Piece> byHash, ChunkName name) {
        var bytes = pieces.get(byHash.get(name.sha256()));
        if (bytes == null) {
            throw new IllegalStateException("chunk " + name + " was announced by nobody");
        }
        return bytes;
    }

    private static long numberOf(Map<String, Long> names, Piece piece) {
        var number = names.get(piece.sha256());
        if (number == null) {
            throw new IllegalStateException("chunk " + piece.sha256() + " has not been announced");
        }
        return number;
    }
}
