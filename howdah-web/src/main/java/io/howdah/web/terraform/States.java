// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.terraform;

import io.howdah.web.WebException;
import io.howdah.workspace.CommitOptions;
import io.howdah.workspace.Workspace;
import io.howdah.workspace.WorkspaceLock;
import io.howdah.workspace.WorkspaceName;
import io.howdah.workspace.WorkspaceOptions;
import io.howdah.workspace.WorkspaceVersion;
import io.howdah.workspace.Workspaces;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** States, each the one file of a workspace. Thread-safe. */
final class States {
    static final String FILE = "terraform.tfstate";

    private final Workspaces workspaces;
    private final String store;

    /** @param store where new ones are made */
    States(Workspaces workspaces, String store) {
        this.workspaces = workspaces;
        this.store = store;
    }

    Optional<byte[]> read(WorkspaceName name) {
        return workspaces
                .find(name)
                .flatMap(workspace -> stateOf(workspace, workspace.info().head()));
    }

    /** Makes a version, unless this very state is stored already, as after an answer that was lost. */
    void write(WorkspaceName name, byte[] state, CommitOptions options) {
        var workspace = open(name);
        var next = StateFile.of(state);
        var change = workspace.change();
        var before = stateOf(workspace, change.base().number());
        if (before.isPresent()) {
            if (Arrays.equals(before.get(), state)) {
                return;
            }
            next.requireToFollow(StateFile.of(before.get()));
        }
        try {
            change.write(FILE, new ByteArrayInputStream(state)).commit(options.message("serial " + next.serial()));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    void delete(WorkspaceName name, CommitOptions options) {
        var workspace = require(name);
        var change = workspace.change();
        if (stateOf(workspace, change.base().number()).isPresent()) {
            change.delete(FILE).commit(options.message("deleted"));
        }
    }

    Optional<WorkspaceLock> lock(WorkspaceName name, String id, String info) {
        return open(name).tryLock(id, info);
    }

    /** Whoever has locked it instead; by force it is whoever has it that is unlocked. */
    Optional<WorkspaceLock> unlock(WorkspaceName name, Optional<String> id) {
        var workspace = require(name);
        var holder = workspace.info().lock();
        if (holder.isEmpty()) {
            return Optional.empty();
        }
        return workspace.unlock(id.orElse(holder.get().id())) ? Optional.empty() : holder;
    }

    List<WorkspaceVersion> history(WorkspaceName name, long before, int limit) {
        return require(name).history(before, limit);
    }

    WorkspaceVersion rollback(WorkspaceName name, long version, CommitOptions options) {
        var workspace = require(name);
        return workspace.rollback(
                version, workspace.info().head(), options.message("rolled back to version " + version));
    }

    private Workspace open(WorkspaceName name) {
        return workspaces.open(name, WorkspaceOptions.standard(), store);
    }

    private Workspace require(WorkspaceName name) {
        return workspaces.find(name).orElseThrow(() -> WebException.notFound("There is no state " + name + "."));
    }

    private static Optional<byte[]> stateOf(Workspace workspace, long version) {
        var snapshot = workspace.snapshot(version);
        if (snapshot.find(FILE).isEmpty()) {
            return Optional.empty();
        }
        try (var state = snapshot.read(FILE)) {
            return Optional.of(state.readAllBytes());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
