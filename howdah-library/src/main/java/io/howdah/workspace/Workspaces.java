// SPDX-License-Identifier: Apache-2.0
package io.howdah.workspace;

import io.howdah.internal.Platform;
import io.howdah.internal.loop.Loop;
import io.howdah.lock.Locks;
import io.howdah.workspace.store.ChunkStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Files in versions that all processes share. Needs no start, except for checkouts, which hold leases. Thread-safe.
 *
 * <p>What a workspace consists of is always in the database; the bytes of its files are in a store: the database as
 * well, unless another one was {@link #add added} and is named when the workspace is opened first.
 */
public final class Workspaces {
    private static final Duration SWEEP_EVERY = Duration.ofMinutes(1);
    private static final int MOST_LISTED = 10_000;

    private final Core core;

    /** Made by {@link io.howdah.Howdah}. */
    public Workspaces(Platform platform, Locks locks) {
        this(Core.of(platform.db(), locks, Core.GRACE));
        var sweeper = new Sweeper(core);
        platform.backgrounds()
                .register(Loop.every(SWEEP_EVERY, "workspace-tidier", sweeper::tidy)
                        .unhurried());
        platform.backgrounds()
                .register(Loop.every(SWEEP_EVERY, "workspace-collector", sweeper::collect)
                        .unhurried());
    }

    Workspaces(Core core) {
        this.core = core;
    }

    /** Makes a store known to this process. Every process that works with what is in it must have it. */
    public Workspaces add(ChunkStore store) {
        core.stores().add(store);
        return this;
    }

    /**
     * Keeps what this process reads from stores on its own machine too, by its hash, so that the next checkout anywhere
     * reads only what is new. What is read is checked either way. It holds what the workspaces hold, until it makes
     * room for other things: the directory should be as private as they are.
     *
     * @param directory of this machine, where it outlives the process; several processes may share it
     * @param mostBytes how large it becomes
     */
    public Workspaces cacheIn(Path directory, long mostBytes) {
        core.stores().cache(ChunkCache.in(directory, mostBytes));
        return this;
    }

    /** As {@link #open(WorkspaceName, WorkspaceOptions)}, with the standard options. */
    public Workspace open(WorkspaceName name) {
        return open(name, WorkspaceOptions.standard());
    }

    /** The workspace, which is made in the database if there is none. The options are for one that is made. */
    public Workspace open(WorkspaceName name, WorkspaceOptions options) {
        return open(name, options, PostgresChunkStore.NAME);
    }

    /** The workspace, which is made in this store if there is none. */
    public Workspace open(WorkspaceName name, WorkspaceOptions options, String store) {
        if (core.workspaces().find(name).isEmpty()) {
            var known = core.stores().require(store);
            core.workspaces().create(name, core.stores().id(known), options);
        }
        return new Workspace(core, name);
    }

    public Optional<Workspace> find(WorkspaceName name) {
        return core.workspaces().find(name).map(found -> new Workspace(core, name));
    }

    /** Workspaces in the order of their names. */
    public List<WorkspaceInfo> list(int limit) {
        requireLimit(limit);
        return core.workspaces().list(null, limit).stream()
                .map(WorkspaceStore.Found::info)
                .toList();
    }

    /** As {@link #list(int)}, from after this name on. */
    public List<WorkspaceInfo> list(WorkspaceName after, int limit) {
        requireLimit(limit);
        return core.workspaces().list(after, limit).stream()
                .map(WorkspaceStore.Found::info)
                .toList();
    }

    /**
     * Sets what a workspace may hold, and for how long. It may hold more than that already.
     *
     * @throws WorkspaceException if there is no such workspace
     */
    public void configure(WorkspaceName name, WorkspaceOptions options) {
        if (!core.workspaces().configure(name, options)) {
            throw WorkspaceException.unknown(name);
        }
    }

    /**
     * Deletes a workspace with all its versions; the name is free at once. Streams that are open go on for as long as
     * they are read from.
     *
     * @return false when there was none
     */
    public boolean delete(WorkspaceName name) {
        return core.workspaces().delete(name);
    }

    /**
     * Moves the bytes of a workspace to another store, while it is used: they are copied, and then the workspace refers
     * to the copies. If it ends halfway, do it again. A change that was written to before and is committed after is a
     * {@link StaleHeadException}.
     *
     * @throws WorkspaceException if there is no such workspace, or no such store in this process
     */
    public void move(WorkspaceName name, String store) {
        new Mover(core, name).moveTo(store);
    }

    private static void requireLimit(int limit) {
        if (limit < 1 || limit > MOST_LISTED) {
            throw new IllegalArgumentException("limit must be from 1 to " + MOST_LISTED + ": " + limit);
        }
    }
}
