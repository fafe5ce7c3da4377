// SPDX-License-Identifier: Apache-2.0
package io.howdah.workspace;

import io.howdah.internal.db.Db;
import io.howdah.lock.Locks;
import io.howdah.workspace.store.ChunkStore;
import java.time.Duration;

/** What the parts of workspaces stand on. */
record Core(
        Db db,
        WorkspaceStore workspaces,
        VersionStore versions,
        ChunkRegistryStore registry,
        Stores stores,
        Locks locks,
        Duration grace) {
    /**
     * How long chunks are kept that nobody refers to, or not any more: so long a change may take, and a pause in
     * reading.
     */
    static final Duration GRACE = Duration.ofDays(1);

    static Core of(Db db, Locks locks, Duration grace) {
        var workspaces = new WorkspaceStore(db);
        return new Core(
                db,
                workspaces,
                new VersionStore(db),
                new ChunkRegistryStore(db, grace),
                new Stores(workspaces, new PostgresChunkStore(db)),
                locks,
                grace);
    }

    WorkspaceStore.Found require(WorkspaceName name) {
        return workspaces.find(name).orElseThrow(() -> WorkspaceException.unknown(name));
    }

    Chunks chunks(WorkspaceName workspace, String store) {
        return chunks(stores.find(store).orElseThrow(() -> WorkspaceException.unknownStore(workspace, store)));
    }

    Chunks chunks(ChunkStore store) {
        return new Chunks(store, stores.id(store), registry, stores.cache());
    }
}
