// SPDX-License-Identifier: Apache-2.0
package io.howdah.workspace;

import io.howdah.HowdahException;
import io.howdah.workspace.store.ChunkName;

/** What a store gives back is not what was stored in it. */
public final class ChunkException extends HowdahException {
    private ChunkException(String code, String message) {
        super(code, message, null);
    }

    static ChunkException corrupt(String store, ChunkName chunk) {
        return new ChunkException(
                "workspace-chunk-corrupt",
                "The bytes of chunk " + chunk + " in the store \"" + store
                        + "\" are not those that were written: restore it from a backup, or roll back");
    }

    static ChunkException missing(String store, ChunkName chunk) {
        return new ChunkException(
                "workspace-chunk-missing",
                "Chunk " + chunk + " is not in the store \"" + store
                        + "\": restore it from a backup; if a stream stood still for a day, open it again");
    }
}
