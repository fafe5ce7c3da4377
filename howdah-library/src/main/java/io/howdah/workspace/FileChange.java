// SPDX-License-Identifier: Apache-2.0
package io.howdah.workspace;

import java.util.Optional;

/** How a file differs between two versions: it was added, or removed, or is another. */
public record FileChange(String path, Optional<WorkspaceFile> before, Optional<WorkspaceFile> after) {
    public boolean isAdded() {
        return before.isEmpty();
    }

    public boolean isRemoved() {
        return after.isEmpty();
    }
}
