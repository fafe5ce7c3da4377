// SPDX-License-Identifier: Apache-2.0
package io.howdah.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The right of one process to a directory, kept until it is closed or the process ends. */
final class DirectoryLock implements AutoCloseable {

    private static final int PID_BYTES_MAX = 32;

    // Closing any channel of a file gives up all of the process's locks on it: never open it twice in one JVM.
    private static final Set<Path> heldHere = ConcurrentHashMap.newKeySet();

    private final Path directory;
    private final FileChannel channel;

    private DirectoryLock(Path directory, FileChannel channel) {
        this.directory = directory;
        this.channel = channel;
    }

    static DirectoryLock take(Path directory) throws IOException {
        if (!heldHere.add(directory)) {
            throw inUse(directory, "this process (" + ProcessHandle.current().pid() + ")");
        }
        var taken = false;
        var channel = FileChannel.open(
                directory.resolve("lock"),
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE);
        try {
            if (channel.tryLock() == null) {
                throw inUse(directory, "process " + read(channel));
            }
            channel.truncate(0);
            channel.write(UTF_8.encode(Long.toString(ProcessHandle.current().pid())), 0);
            taken = true;
            return new DirectoryLock(directory, channel);
        } finally {
            if (!taken) {
                channel.close();
                heldHere.remove(directory);
            }
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
        heldHere.remove(directory);
    }

    private static String read(FileChannel channel) throws IOException {
        var bytes = ByteBuffer.allocate(PID_BYTES_MAX);
        channel.read(bytes, 0);
        return UTF_8.decode(bytes.flip()).toString().strip();
    }

    private static EmbeddedException inUse(Path directory, String holder) {
        return new EmbeddedException("The PostgreSQL in " + directory + " is in use by " + holder
                + ". Stop that one first, or choose another directory.");
    }
}
