// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.workspace;

import io.howdah.workspace.FileChange;
import io.howdah.workspace.WorkspaceFile;
import java.util.Optional;

/** A file of a version. */
public record FileRow(String path, long size, String sha256, boolean executable) {
    static FileRow of(WorkspaceFile file) {
        return new FileRow(file.path(), file.size(), file.sha256(), file.executable());
    }

    /**
     * How a file differs between two versions.
     *
     * @param before absent when it was added
     * @param after absent when it was removed
     */
    public record FileDifference(String path, Optional<FileRow> before, Optional<FileRow> after) {
        static FileDifference of(FileChange change) {
            return new FileDifference(
                    change.path(),
                    change.before().map(FileRow::of),
                    change.after().map(FileRow::of));
        }

        /** As people say it. */
        public String word() {
            return before.isEmpty() ? "added" : after.isEmpty() ? "removed" : "changed";
        }
    }
}
