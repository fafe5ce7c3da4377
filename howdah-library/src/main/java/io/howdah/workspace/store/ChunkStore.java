// SPDX-License-Identifier: Apache-2.0
package io.howdah.workspace.store;

import java.time.Duration;
import java.util.Collection;
import java.util.List;

/**
 * Keeps chunks under names that say what is in them. Implemented by whoever has a place for them; thread-safe.
 *
 * <p>A chunk is written under its name once, is never changed, and is removed when nobody can want it any more. Several
 * processes may write the same one at the same time, with the same bytes. There is no order between different chunks.
 * Calls come with at most 32 MB or one chunk, and at most 1000 names. Whatever cannot be done is a
 * {@link StoreException}: it may have happened in part, and is done again.
 *
 * <p>{@code io.howdah.test.ChunkStoreContract} is the test that every store passes.
 */
public interface ChunkStore {
    /** What workspaces call this store, for ever: 1 to 100 characters. */
    String name();

    /** How large the chunks of new files are: up to 64 MB. They are in memory while they are written or read. */
    int chunkSize();

    /** Returns when all of them would survive a loss of power. One that is there already is left alone. */
    void put(List<Chunk> chunks);

    /** Those that are there, whole, in any order. Whoever asked checks what is in them. */
    List<Chunk> get(Collection<ChunkName> names);

    /** Returns when none of them is there. Those that were not are no error. */
    void delete(Collection<ChunkName> names);

    /** Clears away what writers have left half done that died longer ago than this. */
    default void tidy(Duration age) {}
}
