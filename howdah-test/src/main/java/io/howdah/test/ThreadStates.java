// SPDX-License-Identifier: Apache-2.0
package io.howdah.test;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What Linux tells about the threads of a process. */
final class ThreadStates {
    private ThreadStates() {}

    /**
     * Whether a stop signal has reached every thread; it reaches them one after the other. Where there is no /proc, the
     * signal is taken to have arrived.
     */
    static boolean allStopped(long pid) throws IOException {
        Path tasks = Path.of("/proc", Long.toString(pid), "task");
        if (!Files.isDirectory(tasks)) {
            return !Files.isDirectory(Path.of("/proc/self"));
        }
        try (Stream<Path> threads = Files.list(tasks)) {
            for (Path thread : List.copyOf(threads.toList())) {
                if (!isStopped(thread)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean isStopped(Path thread) throws IOException {
        try {
            // "pid (name) state …"; the name may hold any byte, so the last bracket counts.
            String stat = Files.readString(thread.resolve("stat"), StandardCharsets.ISO_8859_1);
            return stat.charAt(stat.lastIndexOf(')') + 2) == 'T';
        } catch (NoSuchFileException ended) {
            return true;
        }
    }
}
