// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.workspaces;

import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;

/** Files in a directory, each flushed: what the file system itself does. */
final class RawFiles implements Place {
    private final Path directory;

    RawFiles() throws IOException {
        this.directory = Files.createTempDirectory("howdah-bench-files-");
    }

    @Override
    public void write(Freight freight) throws IOException {
        for (int number = 0; number < freight.files(); number++) {
            try (var content = freight.content(number);
                    var file = FileChannel.open(
                            directory.resolve("file-" + number), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                content.transferTo(Channels.newOutputStream(file));
                file.force(true);
            }
        }
    }

    @Override
    public long read(Freight freight) throws IOException {
        var total = 0L;
        var buffer = new byte[1 << 20];
        for (int number = 0; number < freight.files(); number++) {
            try (var content = Files.newInputStream(directory.resolve("file-" + number))) {
                for (int n = content.read(buffer); n >= 0; n = content.read(buffer)) {
                    total += n;
                }
            }
        }
        return total;
    }

    @Override
    public void close() throws IOException {
        delete(directory);
    }

    static void delete(Path directory) throws IOException {
        try (var files = Files.walk(directory)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
