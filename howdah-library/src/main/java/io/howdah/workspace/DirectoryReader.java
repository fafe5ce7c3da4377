// SPDX-License-Identifier: Apache-2.0
package io.howdah.workspace;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes a change of what is different in a directory. */
final class DirectoryReader {
    private static final int PAGE = 10_000;

    private final Change change;
    private final Snapshot base;
    private final Path root;

    DirectoryReader(Change change, Snapshot base, Path root) {
        this.change = change;
        this.base = base;
        this.root = root;
    }

    void read() throws IOException {
        var gone = baseFiles(base);
        Files.walkFileTree(root.toRealPath(), new SimpleFileVisitor<>() {
            private final Path real = root.toRealPath();

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                var path = pathOf(real, file);
                if (!path.equals(FilePath.MARKER)) {
                    requireRegular(file, attributes);
                    take(file, FilePath.require(path), attributes.size(), gone);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        gone.keySet().forEach(change::remove);
    }

    static Map<String, WorkspaceFile> baseFiles(Snapshot snapshot) {
        var files = new HashMap<String, WorkspaceFile>();
        var after = "";
        for (var page = snapshot.list("", after, PAGE); !page.isEmpty(); page = snapshot.list("", after, PAGE)) {
            page.forEach(file -> files.put(file.path(), file));
            after = page.getLast().path();
        }
        return files;
    }

    static String pathOf(Path root, Path file) {
        return root.relativize(file).toString().replace(File.separatorChar, '/');
    }

    static boolean isSame(Path file, long size, WorkspaceFile known) throws IOException {
        return known.size() == size
                && known.executable() == isExecutable(file, known)
                && known.sha256().equals(Sha256.of(file));
    }

    /** Where file systems do not tell programs from other files, it is what it was. */
    private static boolean isExecutable(Path file, @Nullable WorkspaceFile known) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? Files.isExecutable(file)
                : known != null && known.executable();
    }

    private void take(Path file, String path, long size, Map<String, WorkspaceFile> gone) throws IOException {
        var known = gone.remove(path);
        if (known != null && isSame(file, size, known)) {
            return;
        }
        try (var content = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            change.write(new WorkspaceFile(path, 0, "", isExecutable(file, known)), content);
        }
    }

    private static void requireRegular(Path file, BasicFileAttributes attributes) {
        if (attributes.isSymbolicLink()) {
            throw PathException.notAFile(file, "a symbolic link");
        }
        if (!attributes.isRegularFile()) {
            throw PathException.notAFile(file, "neither a file nor a directory");
        }
    }
}
