// SPDX-License-Identifier: Apache-2.0
package io.howdah.workspace.store;

import io.howdah.HowdahException;
import org.jspecify.annotations.Nullable;

/** A store cannot be reached, or refused. Nothing of what was to be stored can be seen. */
public final class StoreException extends HowdahException {
    /** For those who implement a store. */
    public StoreException(String store, String what, @Nullable Throwable cause) {
        super(
                "workspace-store-unavailable",
                "The store \"" + store + "\" of workspaces " + what + (cause == null ? "" : ": " + cause),
                cause);
    }
}
