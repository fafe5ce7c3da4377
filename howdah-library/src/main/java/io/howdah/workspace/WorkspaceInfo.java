// SPDX-License-Identifier: Apache-2.0
package io.howdah.workspace;

import java.time.Instant;
import java.util.Optional;

/**
 * How a workspace stands.
 *
 * @param store where its bytes are
 * @param head the number of its newest version
 * @param files how many the head has
 * @param bytes how large they are together
 * @param lock who has locked it
 */
public record WorkspaceInfo(
        WorkspaceName name,
        String store,
        long head,
        int files,
        long bytes,
        int quotaFiles,
        long quotaBytes,
        Instant createdAt,
        Instant changedAt,
        Optional<WorkspaceLock> lock) {}
