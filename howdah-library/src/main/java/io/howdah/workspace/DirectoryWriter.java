// SPDX-License-Identifier: Apache-2.0
package io.howdah.workspace;

import io.howdah.workspace.VersionStore.Content;
import io.howdah.workspace.VersionStore.Entry;
import io.howdah.workspace.store.ChunkName;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes a directory hold exactly the files of a version. First everything goes that does not belong there, links
 * included; after that every directory on the way to a file is one of ours.
 */
final class DirectoryWriter {
    private static final int PAGE = 1000;

    /** What is larger is streamed; what is not is fetched together with others. */
    private static final long LARGE = 1 << 20;

    private final Core core;
    private final Snapshot snapshot;
    private final Path directory;
    private final Set<String> there = new HashSet<>();

    DirectoryWriter(Core core, Snapshot snapshot, Path directory) {
        this.core = core;
        this.snapshot = snapshot;
        this.directory = directory;
    }

    void write() throws IOException {
        Files.createDirectories(directory);
        var root = directory.toRealPath();
        claim(root);
        clear(root, DirectoryReader.baseFiles(snapshot));
        var after = "";
        for (var page = snapshot.entries("", after, PAGE); !page.isEmpty(); page = snapshot.entries("", after, PAGE)) {
            var missing = page.stream()
                    .filter(entry -> !there.contains(entry.file().path()))
                    .toList();
            writeAll(root, missing);
            after = page.getLast().file().path();
        }
    }

    private void claim(Path root) throws IOException {
        var marker = root.resolve(FilePath.MARKER);
        var name = snapshot.name().toString();
        if (Files.isRegularFile(marker, LinkOption.NOFOLLOW_LINKS)) {
            if (!Files.readString(marker).equals(name)) {
                throw WorkspaceException.foreignDirectory(directory, snapshot.name());
            }
            return;
        }
        try (var files = Files.list(root)) {
            if (files.findAny().isPresent()) {
                throw WorkspaceException.foreignDirectory(directory, snapshot.name());
            }
        }
        Files.writeString(marker, name, StandardOpenOption.CREATE_NEW);
    }

    private void clear(Path root, Map<String, WorkspaceFile> wanted) throws IOException {
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                var path = DirectoryReader.pathOf(root, file);
                if (path.equals(FilePath.MARKER)) {
                    return FileVisitResult.CONTINUE;
                }
                var known = wanted.get(path);
                if (known != null
                        && attributes.isRegularFile()
                        && DirectoryReader.isSame(file, attributes.size(), known)) {
                    there.add(path);
                } else {
                    Files.delete(file);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure) throws IOException {
                if (failure != null) {
                    throw failure;
                }
                if (!folder.equals(root)) {
                    deleteIfEmpty(folder);
                }
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private static void deleteIfEmpty(Path folder) throws IOException {
        try {
            Files.delete(folder);
        } catch (DirectoryNotEmptyException kept) {
            // Something in it belongs to the version.
            return;
        }
    }

    private void writeAll(Path root, List<Entry> entries) throws IOException {
        var contents = core.versions()
                .contents(entries.stream().mapToLong(Entry::content).toArray());
        var together = new ArrayList<Entry>();
        long bytes = 0;
        for (var entry : entries) {
            var size = entry.file().size();
            if (size > LARGE) {
                writeLarge(root, entry.file());
                continue;
            }
            if (bytes + size > Chunks.MOST_BYTES) {
                writeSmall(root, together, contents);
                together.clear();
                bytes = 0;
            }
            together.add(entry);
            bytes += size;
        }
        writeSmall(root, together, contents);
    }

    private void writeLarge(Path root, WorkspaceFile file) throws IOException {
        try (var content = snapshot.read(file.path());
                var out = open(root, file)) {
            content.transferTo(out);
        }
    }

    private void writeSmall(Path root, List<Entry> entries, Map<Long, Content> contents) throws IOException {
        var wanted = new HashMap<String, Set<ChunkName>>();
        for (var entry : entries) {
            if (entry.file().size() > 0) {
                var content = contentOf(entry, contents);
                wanted.computeIfAbsent(content.store(), store -> new HashSet<>())
                        .addAll(content.chunks());
            }
        }
        var found = new HashMap<ChunkName, byte[]>();
        for (var store : wanted.entrySet()) {
            found.putAll(core.chunks(snapshot.name(), store.getKey()).get(store.getValue()));
        }
        for (var entry : entries) {
            try (var out = open(root, entry.file())) {
                if (entry.file().size() > 0) {
                    for (var chunk : contentOf(entry, contents).chunks()) {
                        out.write(found.getOrDefault(chunk, new byte[0]));
                    }
                }
            }
        }
    }

    private Content contentOf(Entry entry, Map<Long, Content> contents) {
        var content = contents.get(entry.content());
        if (content == null) {
            throw WorkspaceException.unknownVersion(
                    snapshot.name(), snapshot.version().number());
        }
        return content;
    }

    private static OutputStream open(Path root, WorkspaceFile file) throws IOException {
        var target = root.resolve(file.path());
        var parent = target.getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        var out = Files.newOutputStream(
                target, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        if (file.executable() && !target.toFile().setExecutable(true)) {
            out.close();
            throw new IOException(target + " cannot be made executable");
        }
        return out;
    }
}
