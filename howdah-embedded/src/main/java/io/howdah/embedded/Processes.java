// SPDX-License-Identifier: Apache-2.0
package io.howdah.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Processes of this machine that are no children of this one, known by their pids. */
final class Processes {

    private static final Duration POLL = Duration.ofMillis(50);
    private static final Duration KILL_LIMIT = Duration.ofSeconds(10);

    private Processes() {}

    /** Whether a process has this pid, be it a zombie. */
    static boolean exists(long pid) {
        return ProcessHandle.of(pid).isPresent();
    }

    /** Whether the process runs. A zombie does not: in a container without an init nobody ever collects it. */
    static boolean isAlive(long pid) {
        return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false) && !isZombie(pid);
    }

    static String commandLine(long pid) {
        return ProcessHandle.of(pid)
                .flatMap(handle -> handle.info().commandLine())
                .orElse("");
    }

    /** Sends SIGKILL and waits until the process is gone. */
    static void kill(long pid) {
        ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
        var deadline = System.nanoTime() + KILL_LIMIT.toNanos();
        while (isAlive(pid)) {
            if (System.nanoTime() > deadline) {
                throw new EmbeddedException("Process " + pid + " is still there after SIGKILL.");
            }
            pause(POLL);
        }
    }

    /** Completes when the process has ended. */
    static CompletableFuture<Void> onExit(long pid) {
        var ended = new CompletableFuture<Void>();
        Thread.ofVirtual().name("howdah-postgres-" + pid).start(() -> {
            while (isAlive(pid)) {
                pause(POLL);
            }
            ended.complete(null);
        });
        return ended;
    }

    static void pause(Duration duration) {
        try {
            Thread.sleep(duration);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new EmbeddedException("Interrupted while waiting for PostgreSQL.", e);
        }
    }

    private static boolean isZombie(long pid) {
        var stat = Path.of("/proc", Long.toString(pid), "stat");
        try {
            // "42 (the name, with any character) Z 1 …"
            return Files.exists(stat)
                    && Files.readString(stat).replaceFirst("(?s).*\\) ", "").startsWith("Z");
        } catch (IOException e) {
            // Gone between the two looks.
            return true;
        }
    }
}
