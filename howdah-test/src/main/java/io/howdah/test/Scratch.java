// SPDX-License-Identifier: Apache-2.0
package io.howdah.test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where the files of a server are that ends with its tests: in memory, if the system has much of it for that. Every
 * database and every truncate makes hundreds of files, and some file systems take a millisecond for two of them.
 */
final class Scratch {
    private static final Path MEMORY = Path.of("/dev/shm");

    /** Far more than a server takes that has one database at a time. A container has 64 MB there. */
    private static final long ROOM = 4L << 30;

    private static final String PREFIX = "howdah-test-";

    private Scratch() {}

    static Path directory() throws IOException {
        return memoryHasRoom() ? Files.createTempDirectory(MEMORY, PREFIX) : Files.createTempDirectory(PREFIX);
    }

    private static boolean memoryHasRoom() throws IOException {
        return Files.isDirectory(MEMORY)
                && Files.isWritable(MEMORY)
                && Files.getFileStore(MEMORY).getUsableSpace() >= ROOM;
    }
}
