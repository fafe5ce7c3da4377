// SPDX-License-Identifier: Apache-2.0
package io.howdah.workspace.store;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;

/** Directories whose entries survive a loss of power. */
final class Folders {
    private Folders() {}

    /** Windows has no such thing: there a rename is written through. */
    static void flush(Path folder) throws IOException {
        if (File.separatorChar == '/') {
            try (var channel = FileChannel.open(folder, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }

    static void makeSure(Path parent, Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            return;
        }
        try {
            Files.createDirectory(folder);
        } catch (FileAlreadyExistsException madeMeanwhile) {
            return;
        } finally {
            flush(parent);
        }
    }

    /** By the clock that wrote the files against this machine's: the age must be large against their difference. */
    static void deleteOlder(Path folder, Duration age) throws IOException {
        var limit = Instant.now().minus(age);
        try (var files = Files.newDirectoryStream(folder)) {
            for (var file : files) {
                if (Files.getLastModifiedTime(file).toInstant().isBefore(limit)) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }
}
