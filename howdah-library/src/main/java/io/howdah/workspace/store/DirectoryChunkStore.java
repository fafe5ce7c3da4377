// SPDX-License-Identifier: Apache-2.0
package io.howdah.workspace.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Chunks as files in a directory that all machines share, such as one on NFS. Thread-safe.
 *
 * <p>A chunk is written under a name of its own, flushed, and renamed: whoever can see it sees all of it. No file is
 * ever locked, changed or appended to, so that nothing depends on what a network file system makes of that. The
 * directory has a marker in it: where it is missing, because nothing is mounted there for instance, the store says so
 * instead of beginning a new one.
 */
public final class DirectoryChunkStore implements ChunkStore {
    private static final int CHUNK_SIZE = 4 << 20;
    private static final String MARKER = "howdah-chunks";
    private static final String UNFINISHED = "unfinished";

    private final String name;
    private final Path root;

    private DirectoryChunkStore(String name, Path root) {
        this.name = name;
        this.root = root;
    }

    /** A store in a directory that has one. */
    public static DirectoryChunkStore open(String name, Path directory) {
        var store = new DirectoryChunkStore(name, directory.toAbsolutePath());
        store.requireMarker();
        return store;
    }

    /** A store in a directory that is new or empty, or that has one already. */
    public static DirectoryChunkStore create(String name, Path directory) {
        var store = new DirectoryChunkStore(name, directory.toAbsolutePath());
        store.run("cannot be made in " + directory, store::make);
        return store;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int chunkSize() {
        return CHUNK_SIZE;
    }

    @Override
    public void put(List<Chunk> chunks) {
        requireMarker();
        run("could not be written to", () -> {
            Set<Path> changed = new HashSet<>();
            for (var chunk : chunks) {
                if (!Files.exists(fileOf(chunk.name()), LinkOption.NOFOLLOW_LINKS)) {
                    changed.add(write(chunk));
                }
            }
            for (var folder : changed) {
                Folders.flush(folder);
            }
        });
    }

    @Override
    public List<Chunk> get(Collection<ChunkName> names) {
        requireMarker();
        var found = new ArrayList<Chunk>();
        run("could not be read from", () -> {
            for (var chunk : names) {
                read(chunk).ifPresent(bytes -> found.add(new Chunk(chunk, bytes)));
            }
        });
        return found;
    }

    @Override
    public void delete(Collection<ChunkName> names) {
        requireMarker();
        run("could not be removed from", () -> {
            for (var chunk : names) {
                Files.deleteIfExists(fileOf(chunk));
            }
        });
    }

    @Override
    public void tidy(Duration age) {
        requireMarker();
        run("could not be tidied", () -> Folders.deleteOlder(root.resolve(UNFINISHED), age));
    }

    private void make() throws IOException {
        Files.createDirectories(root);
        var marker = root.resolve(MARKER);
        if (Files.exists(marker)) {
            return;
        }
        try (var files = Files.list(root)) {
            if (files.findAny().isPresent()) {
                throw new FileAlreadyExistsException(root.toString(), null, "it is not empty");
            }
        }
        Files.createDirectory(root.resolve(UNFINISHED));
        Files.writeString(marker, "Chunks of Howdah's workspaces. Nothing in here is to be changed by hand.\n");
        Folders.flush(root);
    }

    private void requireMarker() {
        if (!Files.exists(root.resolve(MARKER))) {
            throw new StoreException(
                    name, "is not in " + root + ": mount it, or make it by DirectoryChunkStore.create", null);
        }
    }

    /** The folder that has to be flushed for the new name in it. */
    private Path write(Chunk chunk) throws IOException {
        var target = fileOf(chunk.name());
        var folder = root.resolve(chunk.name().sha256().substring(0, 2));
        Folders.makeSure(root, folder);
        var unfinished = root.resolve(UNFINISHED).resolve(UUID.randomUUID().toString());
        try {
            try (var file = FileChannel.open(unfinished, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                var bytes = ByteBuffer.wrap(chunk.bytes());
                while (bytes.hasRemaining()) {
                    file.write(bytes);
                }
                file.force(true);
            }
            Files.move(unfinished, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(unfinished);
        }
        return folder;
    }

    /** Again when the file system's idea of the file was out of date, as NFS has it for a moment. */
    private Optional<byte[]> read(ChunkName chunk) throws IOException {
        try {
            return Optional.of(Files.readAllBytes(fileOf(chunk)));
        } catch (NoSuchFileException missing) {
            return Optional.empty();
        } catch (IOException stale) {
            try {
                return Optional.of(Files.readAllBytes(fileOf(chunk)));
            } catch (NoSuchFileException missing) {
                return Optional.empty();
            }
        }
    }

    private Path fileOf(ChunkName chunk) {
        return root.resolve(chunk.sha256().substring(0, 2)).resolve(chunk.toString());
    }

    private void run(String what, FileWork work) {
        try {
            work.run();
        } catch (IOException failure) {
            throw new StoreException(name, what + ", at " + root, failure);
        }
    }

    private interface FileWork {
        void run() throws IOException;
    }
}
