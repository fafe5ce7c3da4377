// SPDX-License-Identifier: Apache-2.0
package io.howdah.workspace;

import io.howdah.workspace.ChunkRegistryStore.Foreign;
import io.howdah.workspace.store.ChunkName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Copies the chunks of a workspace to another store and then refers to the copies, in one transaction. */
final class Mover {
    private static final int LOOK_AT = 1000;

    private final Core core;
    private final WorkspaceName name;

    Mover(Core core, WorkspaceName name) {
        this.core = core;
        this.name = name;
    }

    void moveTo(String store) {
        var target = core.stores().require(store);
        var id = core.stores().id(target);
        var found = core.require(name);
        do {
            copy(found.id(), id, core.chunks(target));
        } while (!core.db()
                .tx(tx -> switchTo(
                        new CommitStore(tx, found.id()), core.registry().on(tx), found.id(), id)));
    }

    private void copy(long workspace, int target, Chunks chunks) {
        for (var elsewhere = core.registry().elsewhere(workspace, target, LOOK_AT);
                !elsewhere.isEmpty();
                elsewhere = core.registry().elsewhere(workspace, target, LOOK_AT)) {
            var together = new ArrayList<Foreign>();
            long bytes = 0;
            for (var chunk : elsewhere) {
                if (!together.isEmpty() && bytes + chunk.size() > Chunks.MOST_BYTES) {
                    copyAll(together, chunks);
                    together.clear();
                    bytes = 0;
                }
                together.add(chunk);
                bytes += chunk.size();
            }
            copyAll(together, chunks);
        }
    }

    private void copyAll(List<Foreign> from, Chunks to) {
        var names = new HashMap<String, List<ChunkName>>();
        from.forEach(chunk ->
                names.computeIfAbsent(chunk.store(), store -> new ArrayList<>()).add(chunk.name()));
        Map<Piece, byte[]> pieces = new HashMap<>();
        names.forEach((store, wanted) -> core.chunks(name, store)
                .get(wanted)
                .forEach((chunk, bytes) -> pieces.put(new Piece(chunk.sha256(), bytes.length), bytes)));
        to.put(pieces);
    }

    /** False when somebody has committed since the copies were made: then there is more to copy. */
    private boolean switchTo(CommitStore commits, ChunkRegistryStore registry, long workspace, int target) {
        if (commits.hold().isEmpty()) {
            throw WorkspaceException.unknown(name);
        }
        if (!registry.elsewhere(workspace, target, 1).isEmpty()) {
            return false;
        }
        registry.switchTo(workspace, target);
        return true;
    }
}
