// SPDX-License-Identifier: Apache-2.0
package io.howdah.workspace;

import io.howdah.lock.LockHandle;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What shall be different in the next version. Nobody sees any of it until it is committed, and then all of it. One
 * that is never committed costs nothing: what it has written is cleared away after a day. Not thread-safe.
 */
public final class Change {
    private static final int MOST_PATHS = 1_000_000;

    private final Core core;
    private final WorkspaceStore.Found workspace;
    private final Snapshot base;
    private final Uploads uploads;
    private final UUID id = UUID.randomUUID();
    private final Map<String, Staged> written = new TreeMap<>();
    private final Map<String, String> folded = new HashMap<>();
    private final Set<String> removed = new TreeSet<>();

    Change(Core core, WorkspaceStore.Found workspace, Snapshot base) {
        this.core = core;
        this.workspace = workspace;
        this.base = base;
        this.uploads = new Uploads(
                workspace.info().name(),
                core.chunks(workspace.info().name(), workspace.info().store()));
    }

    /** The version that this change begins from. */
    public WorkspaceVersion base() {
        return base.version();
    }

    public Change write(String path, byte[] content) {
        try {
            return write(path, new ByteArrayInputStream(content));
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /**
     * Reads the stream to its end and makes that the file's content, whether or not there is such a file. The stream is
     * not closed.
     *
     * @throws IOException if the stream cannot be read; the change is then as it was
     * @throws QuotaExceededException as soon as the file alone is larger than the workspace may be
     */
    public Change write(String path, InputStream content) throws IOException {
        return write(new WorkspaceFile(FilePath.require(path), 0, "", false), content);
    }

    /** As {@link #write(String, InputStream)}, for a file that is to be a program wherever it is checked out. */
    public Change writeExecutable(String path, InputStream content) throws IOException {
        return write(new WorkspaceFile(FilePath.require(path), 0, "", true), content);
    }

    /**
     * As {@link #write(String, InputStream)}, for a file that is new.
     *
     * @throws PathException if there is such a file
     */
    public Change create(String path, InputStream content) throws IOException {
        requireAbsent(path);
        return write(path, content);
    }

    /**
     * Takes a file away.
     *
     * @throws PathException if there is no such file
     */
    public Change delete(String path) {
        require(path);
        remove(path);
        return this;
    }

    /**
     * Gives a file another path, without writing it again.
     *
     * @throws PathException if there is no such file, or if there is one of the new name
     */
    public Change rename(String from, String to) {
        var moved = require(from).at(FilePath.require(to));
        if (from.equals(to)) {
            return this;
        }
        remove(from);
        requireAbsent(to);
        stage(moved);
        return this;
    }

    /**
     * Makes the files those of a directory: what is new or different is written, what is not there is deleted.
     *
     * @throws PathException if there is anything in it but files and directories, such as a symbolic link
     */
    public Change takeFrom(Path directory) throws IOException {
        new DirectoryReader(this, base, directory).read();
        return this;
    }

    public WorkspaceVersion commit() {
        return commit(CommitOptions.none());
    }

    /**
     * Makes this the next version and the head. If the connection breaks while it is done, commit it again: it is done
     * once. One that changes nothing is a version all the same.
     *
     * @throws StaleHeadException if the head is not the version that this began from any more
     * @throws WorkspaceLockedException if somebody else has locked the workspace
     * @throws QuotaExceededException if the workspace would hold more than it may
     * @throws PathException if two files could not be beside each other in a directory
     * @throws WorkspaceException if it comes more than a day after something was written
     */
    public WorkspaceVersion commit(CommitOptions options) {
        return commit(options, null);
    }

    WorkspaceVersion commit(CommitOptions options, @Nullable LockHandle lease) {
        uploads.flush();
        var commit = new Commit(workspace, base.version().number(), id, options, Optional.ofNullable(lease));
        return core.db().tx(tx -> commit.files(tx, written.values(), removed));
    }

    Change write(WorkspaceFile named, InputStream content) throws IOException {
        stage(uploads.read(named, content, workspace.info().quotaBytes()));
        return this;
    }

    /** Of a file that is known to be in the base. */
    void remove(String path) {
        var staged = written.remove(path);
        if (staged != null) {
            folded.remove(staged.folded());
        }
        removed.add(path);
    }

    private void stage(Staged file) {
        if (written.size() + removed.size() >= MOST_PATHS) {
            throw QuotaExceededException.files(workspace.info().name(), MOST_PATHS + 1L, MOST_PATHS);
        }
        var other = folded.putIfAbsent(file.folded(), file.path());
        if (other != null && !other.equals(file.path())) {
            throw PathException.collision(file.path(), other);
        }
        written.put(file.path(), file);
    }

    private Staged require(String path) {
        return current(path)
                .orElseThrow(() -> PathException.unknown(
                        workspace.info().name(), base.version().number(), path));
    }

    private void requireAbsent(String path) {
        if (current(path).isPresent()) {
            throw PathException.exists(workspace.info().name(), path);
        }
    }

    private Optional<Staged> current(String path) {
        FilePath.require(path);
        var staged = written.get(path);
        if (staged != null) {
            return Optional.of(staged);
        }
        return removed.contains(path) ? Optional.empty() : base.entry(path).map(Staged::known);
    }
}
