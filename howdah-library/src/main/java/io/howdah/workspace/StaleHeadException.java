// SPDX-License-Identifier: Apache-2.0
package io.howdah.workspace;

import io.howdah.HowdahException;

/** The head is not the version that the change began from. Nothing was changed: look at what is new and do it again. */
public final class StaleHeadException extends HowdahException {
    private final long current;

    StaleHeadException(WorkspaceName workspace, long base, long current) {
        super(
                "workspace-stale-head",
                "Workspace " + workspace + " is at version " + current + ", and the change began from version " + base
                        + ": begin a new change from the current one",
                null);
        this.current = current;
    }

    /** The version that the workspace is at. */
    public long current() {
        return current;
    }
}
