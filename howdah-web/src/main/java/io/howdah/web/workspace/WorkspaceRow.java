// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.workspace;

import io.howdah.workspace.WorkspaceInfo;
import io.howdah.workspace.WorkspaceLock;
import java.time.Instant;
import java.util.Optional;

/** A workspace in a list. Of its lock the id is not told: whoever has it can unlock. */
public record WorkspaceRow(
        String application,
        String environment,
        String store,
        long head,
        int files,
        long bytes,
        int quotaFiles,
        long quotaBytes,
        Instant createdAt,
        Instant changedAt,
        Optional<Instant> lockedSince) {
    static WorkspaceRow of(WorkspaceInfo info) {
        return new WorkspaceRow(
                info.name().application(),
                info.name().environment(),
                info.store(),
                info.head(),
                info.files(),
                info.bytes(),
                info.quotaFiles(),
                info.quotaBytes(),
                info.createdAt(),
                info.changedAt(),
                info.lock().map(WorkspaceLock::since));
    }

    /** As people write it. */
    public String name() {
        return application + "/" + environment;
    }
}
