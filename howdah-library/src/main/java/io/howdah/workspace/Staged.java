// SPDX-License-Identifier: Apache-2.0
package io.howdah.workspace;

import java.util.List;

/**
 * A file as the next version shall have it.
 *
 * @param content that of an earlier version, or 0 when it is new and made of the pieces
 */
record Staged(WorkspaceFile file, long content, int chunkSize, List<Piece> pieces) {
    static Staged known(VersionStore.Entry entry) {
        return new Staged(entry.file(), entry.content(), 1, List.of());
    }

    Staged at(String path) {
        return new Staged(
                new WorkspaceFile(path, file.size(), file.sha256(), file.executable()), content, chunkSize, pieces);
    }

    String path() {
        return file.path();
    }

    String folded() {
        return FilePath.fold(file.path());
    }

    long size() {
        return file.size();
    }

    String sha256() {
        return file.sha256();
    }

    boolean executable() {
        return file.executable();
    }
}
