// SPDX-License-Identifier: Apache-2.0
package io.howdah.workspace;

import io.howdah.HowdahException;

/** A path that cannot be a file of the workspace, or is none, or is one already. */
public final class PathException extends HowdahException {
    private PathException(String code, String message) {
        super(code, message, null);
    }

    static PathException invalid(String path, String rule) {
        return new PathException(
                "workspace-path-invalid", "\"" + FilePath.shown(path) + "\" cannot be a file of a workspace: " + rule);
    }

    static PathException collision(String path, String other) {
        return new PathException(
                "workspace-path-collision",
                "\"" + FilePath.shown(path) + "\" and \"" + FilePath.shown(other)
                        + "\" cannot be in one workspace: some file systems take them for the same, or one would have"
                        + " to be a file and a directory. Rename one.");
    }

    static PathException unknown(WorkspaceName workspace, long version, String path) {
        return new PathException(
                "workspace-file-unknown",
                "Workspace " + workspace + " has no file \"" + FilePath.shown(path) + "\" in version " + version);
    }

    static PathException exists(WorkspaceName workspace, String path) {
        return new PathException(
                "workspace-file-exists",
                "Workspace " + workspace + " has a file \"" + FilePath.shown(path)
                        + "\" already: write it if it is to be replaced");
    }

    static PathException notAFile(Object file, String what) {
        return new PathException(
                "workspace-not-a-file",
                file + " is " + what + ", which a workspace cannot hold: take it away, or put a file there");
    }
}
