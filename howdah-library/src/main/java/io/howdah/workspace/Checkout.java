// SPDX-License-Identifier: Apache-2.0
package io.howdah.workspace;

import io.howdah.lock.LockHandle;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A workspace in a directory, under a lease: one process at a time works in it, and what it commits is refused if it
 * has lost the lease meanwhile. Not thread-safe.
 */
public final class Checkout implements AutoCloseable {
    private final Workspace workspace;
    private final Path directory;
    private final LockHandle lease;
    private Snapshot base;

    Checkout(Workspace workspace, Path directory, LockHandle lease, Snapshot base) {
        this.workspace = workspace;
        this.directory = directory;
        this.lease = lease;
        this.base = base;
    }

    public Path directory() {
        return directory;
    }

    /** The version that the directory began from, or was last committed as. */
    public WorkspaceVersion version() {
        return base.version();
    }

    /** The lease, to be asked whether it is held, or told what to do when it is lost. */
    public LockHandle lease() {
        return lease;
    }

    public WorkspaceVersion commit() throws IOException {
        return commit(CommitOptions.none());
    }

    /**
     * Makes what is in the directory the next version.
     *
     * @throws io.howdah.lock.LockLostException if somebody else may work in the workspace by now
     * @throws StaleHeadException if somebody else has committed, without a checkout
     * @throws PathException if there is anything in the directory but files and directories
     */
    public WorkspaceVersion commit(CommitOptions options) throws IOException {
        lease.requireHeld();
        var version = workspace.changeFrom(base).takeFrom(directory).commit(options, lease);
        base = workspace.snapshot(version.number());
        return version;
    }

    /** Gives back the lease. The directory stays as it is. */
    @Override
    public void close() {
        lease.close();
    }
}
