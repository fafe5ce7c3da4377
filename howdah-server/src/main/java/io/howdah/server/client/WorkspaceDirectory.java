// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.client;

import io.howdah.server.CommandException;
import io.howdah.web.workspace.TarReader;
import io.howdah.web.workspace.TarWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** A directory that a version was written into; a file in it says of which workspace, and which version. */
record WorkspaceDirectory(Path root) {
    private static final String MARKER = ".howdah-checkout";
    private static final Pattern MARK = Pattern.compile("howdah workspace (\\S+) version (\\d+)\\s*");

    /** Which version of which workspace it is. */
    record Mark(String workspace, long version) {}

    Mark mark() throws IOException {
        var file = root.resolve(MARKER);
        if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            var mark = MARK.matcher(Files.readString(file));
            if (mark.matches()) {
                return new Mark(mark.group(1), Long.parseLong(mark.group(2)));
            }
        }
        throw CommandException.withCode(
                2, root + " is no checkout. Make one by: howdah workspaces checkout NAME " + root);
    }

    void mark(Mark mark) throws IOException {
        var beside = root.resolve(MARKER + ".new");
        Files.writeString(beside, "howdah workspace " + mark.workspace() + " version " + mark.version() + "\n");
        Files.move(beside, root.resolve(MARKER), StandardCopyOption.ATOMIC_MOVE);
    }

    /** Nothing that is there already is ever lost: it must be new or empty. */
    void requireEmpty() throws IOException {
        Files.createDirectories(root);
        try (var files = Files.list(root)) {
            if (files.findAny().isPresent()) {
                throw CommandException.withCode(
                        4, root + " is not empty, and what is in it would be lost. Name another directory.");
            }
        }
    }

    int take(InputStream archive) throws IOException {
        var tar = new TarReader(archive);
        var count = 0;
        for (var next = tar.next(); next.isPresent(); next = tar.next()) {
            var file = root.resolve(next.get().path()).normalize();
            if (!next.get().isFile() || !file.startsWith(root.normalize()) || file.equals(root.normalize())) {
                throw CommandException.withCode(1, next.get().path() + " would be written outside of " + root);
            }
            Files.createDirectories(file.getParent() == null ? root : file.getParent());
            Files.copy(tar.content(), file);
            if (next.get().isExecutable() && !file.toFile().setExecutable(true, false)) {
                throw CommandException.withCode(1, file + " could not be made a program");
            }
            count++;
        }
        return count;
    }

    /** Everything but the mark. A link would be something else wherever it is checked out. */
    void give(OutputStream out) throws IOException {
        var tar = new TarWriter(out, Instant.now());
        for (var file : files()) {
            var path = root.relativize(file)
                    .toString()
                    .replace(file.getFileSystem().getSeparator(), "/");
            try (var content = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
                tar.write(new TarReader.Entry(path, Files.size(file), Files.isExecutable(file), true), content);
            }
        }
        tar.end();
    }

    private List<Path> files() throws IOException {
        var files = new ArrayList<Path>();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (!attributes.isRegularFile()) {
                    throw CommandException.withCode(4, file + " is a link or the like, which a workspace cannot hold.");
                }
                if (!file.equals(root.resolve(MARKER))) {
                    files.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return files;
    }
}
