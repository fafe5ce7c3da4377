// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.workspace;

import io.howdah.workspace.WorkspaceVersion;
import java.time.Instant;

/** A version of a workspace. */
public record VersionRow(long number, String author, String message, int files, long bytes, Instant createdAt) {
    static VersionRow of(WorkspaceVersion version) {
        return new VersionRow(
                version.number(),
                version.author(),
                version.message(),
                version.files(),
                version.bytes(),
                version.createdAt());
    }
}
