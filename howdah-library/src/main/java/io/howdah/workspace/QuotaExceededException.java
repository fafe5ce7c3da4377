// SPDX-License-Identifier: Apache-2.0
package io.howdah.workspace;

import io.howdah.HowdahException;

/** The workspace would hold more than it may. Nothing was changed. */
public final class QuotaExceededException extends HowdahException {
    private QuotaExceededException(String message) {
        super("workspace-quota", message + "; delete something, or allow more by Workspaces.configure", null);
    }

    static QuotaExceededException file(WorkspaceName workspace, String path, long most) {
        return new QuotaExceededException("File \"" + FilePath.shown(path) + "\" is larger than workspace " + workspace
                + " may be altogether, which is " + most + " bytes");
    }

    static QuotaExceededException bytes(WorkspaceName workspace, long bytes, long most) {
        return new QuotaExceededException(
                "Workspace " + workspace + " would have " + bytes + " bytes, and may have " + most);
    }

    static QuotaExceededException files(WorkspaceName workspace, long files, long most) {
        return new QuotaExceededException(
                "Workspace " + workspace + " would have " + files + " files, and may have " + most);
    }
}
