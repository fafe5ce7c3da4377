// SPDX-License-Identifier: Apache-2.0
package io.howdah.workspace;

import io.howdah.workspace.VersionStore.Entry;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * One version of a workspace, to be read. What it shows never changes. Thread-safe.
 *
 * <p>A version that is not kept any more answers with a {@link WorkspaceException}; streams that are open go on.
 */
public final class Snapshot {
    private static final int MOST_LISTED = 10_000;

    private final Core core;
    private final WorkspaceName name;
    private final long workspace;
    private final WorkspaceVersion version;

    Snapshot(Core core, WorkspaceName name, long workspace, WorkspaceVersion version) {
        this.core = core;
        this.name = name;
        this.workspace = workspace;
        this.version = version;
    }

    public WorkspaceVersion version() {
        return version;
    }

    public Optional<WorkspaceFile> find(String path) {
        return entry(path).map(Entry::file);
    }

    /** The first files, in the order of their paths. */
    public List<WorkspaceFile> list(int limit) {
        return list("", "", limit);
    }

    /**
     * Files in the order of their paths.
     *
     * @param prefix what their paths begin with, such as {@code modules/}; empty for all
     * @param after the last path that is known already; empty to begin
     */
    public List<WorkspaceFile> list(String prefix, String after, int limit) {
        if (limit < 1 || limit > MOST_LISTED) {
            throw new IllegalArgumentException("limit must be from 1 to " + MOST_LISTED + ": " + limit);
        }
        return entries(prefix, after, limit).stream().map(Entry::file).toList();
    }

    /**
     * The bytes of a file. What cannot be read is a {@link ChunkException} or a
     * {@link io.howdah.workspace.store.StoreException}, from the stream.
     *
     * @throws PathException if there is no such file
     */
    public InputStream read(String path) {
        return read(path, 0, Long.MAX_VALUE);
    }

    /** Some of the bytes of a file: as many as there are from the offset on, up to the length. */
    public InputStream read(String path, long offset, long length) {
        if (offset < 0 || length < 0) {
            throw new IllegalArgumentException("offset and length must not be negative: " + offset + ", " + length);
        }
        var entry = entry(path).orElseThrow(() -> PathException.unknown(name, version.number(), path));
        var size = entry.file().size();
        var end = length > size - Math.min(offset, size) ? size : offset + length;
        if (offset >= end) {
            return InputStream.nullInputStream();
        }
        var content = core.versions().contents(new long[] {entry.content()}).get(entry.content());
        if (content == null) {
            throw WorkspaceException.unknownVersion(name, version.number());
        }
        return new ContentStream(
                core.chunks(name, content.store()),
                content,
                offset,
                end,
                core.grace().dividedBy(4));
    }

    /**
     * Makes the directory hold exactly these files: what is missing is written, what differs is replaced, everything
     * else is removed, and what is the same already is left alone. It must be new, empty, or written so before from the
     * same workspace. No symbolic link in it is followed. Nobody else may change it meanwhile.
     *
     * @throws WorkspaceException if there is something else in the directory
     */
    public void writeTo(Path directory) throws IOException {
        new DirectoryWriter(core, this, directory).write();
    }

    WorkspaceName name() {
        return name;
    }

    long workspace() {
        return workspace;
    }

    Optional<Entry> entry(String path) {
        FilePath.require(path);
        return core.versions()
                .file(workspace, version.number(), path)
                .orElseThrow(() -> WorkspaceException.unknownVersion(name, version.number()));
    }

    List<Entry> entries(String prefix, String after, int limit) {
        if (prefix.indexOf('\0') >= 0 || after.indexOf('\0') >= 0) {
            throw PathException.invalid(prefix + after, "a path has no NUL");
        }
        return core.versions()
                .files(workspace, version.number(), prefix, after, limit)
                .orElseThrow(() -> WorkspaceException.unknownVersion(name, version.number()));
    }
}
