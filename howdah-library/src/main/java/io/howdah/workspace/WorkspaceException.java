// SPDX-License-Identifier: Apache-2.0
package io.howdah.workspace;

import io.howdah.HowdahException;
import java.util.List;

/** A workspace, a version, a change or a store that is not there, or not there any more. */
public final class WorkspaceException extends HowdahException {
    private WorkspaceException(String code, String message) {
        super(code, message, null);
    }

    static WorkspaceException unknown(WorkspaceName name) {
        return new WorkspaceException(
                "workspace-unknown", "There is no workspace " + name + ": open it by Workspaces.open, which makes it");
    }

    static WorkspaceException unknownVersion(WorkspaceName name, Object version) {
        return new WorkspaceException(
                "workspace-version-unknown",
                "Workspace " + name + " has no version " + version + ", or does not keep it any more");
    }

    static WorkspaceException expired(WorkspaceName name) {
        return new WorkspaceException(
                "workspace-change-expired",
                "What was written for a change of workspace " + name + " has been cleared away, because it was not"
                        + " committed within a day: write it again");
    }

    static WorkspaceException noSuchStore(String store, List<String> known) {
        return new WorkspaceException(
                "workspace-store-unknown",
                "This process has no store \"" + FilePath.shown(store) + "\" among " + String.join(", ", known)
                        + ": take one of them, or add it to all processes");
    }

    static WorkspaceException unknownStore(WorkspaceName name, String store) {
        return new WorkspaceException(
                "workspace-store-unknown",
                "Workspace " + name + " is in the store \"" + store
                        + "\", which this process does not have: add it by Workspaces.add");
    }

    static WorkspaceException foreignDirectory(Object directory, WorkspaceName name) {
        return new WorkspaceException(
                "workspace-directory-foreign",
                directory + " is neither empty nor a checkout of workspace " + name
                        + ", and what is in it would be lost: name another directory");
    }
}
