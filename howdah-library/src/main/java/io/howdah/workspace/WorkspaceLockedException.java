// SPDX-License-Identifier: Apache-2.0
package io.howdah.workspace;

import io.howdah.HowdahException;
import java.util.Optional;

/** The workspace is locked by another, or is not locked by whoever said so. Nothing was changed. */
public final class WorkspaceLockedException extends HowdahException {
    private final transient Optional<WorkspaceLock> holder;

    WorkspaceLockedException(WorkspaceName workspace, Optional<WorkspaceLock> holder) {
        super(
                "workspace-locked",
                holder.map(lock -> "Workspace " + workspace + " is locked by " + lock.id() + " since " + lock.since())
                        .orElse("Workspace " + workspace + " is not locked, and the commit was to be under its lock"),
                null);
        this.holder = holder;
    }

    /** Who has locked it. */
    public Optional<WorkspaceLock> holder() {
        return holder;
    }
}
