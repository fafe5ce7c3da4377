// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import java.util.concurrent.CompletableFuture;

/**
 * The wish of a person or a system that this process end: Ctrl-C, SIGTERM, or a terminal that is closed. The process
 * then ends with the code of its command, not with the one that the JVM has for signals: a stop that was wished for is
 * no failure. Thread-safe.
 */
final class StopSignal {
    private final CompletableFuture<Void> requested = new CompletableFuture<>();
    private final CompletableFuture<Integer> finished = new CompletableFuture<>();

    private final Thread hook = new Thread(this::endWithCommand, "howdah-stop");

    /** From now on the end of this process waits for its command to finish. */
    void listen() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    void request() {
        requested.complete(null);
    }

    CompletableFuture<Void> requested() {
        return requested;
    }

    /** Says with which code the command has finished. */
    void finished(int exitCode) {
        finished.complete(exitCode);
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ending) {
            // It is what ends the process now, with this code.
        }
    }

    private void endWithCommand() {
        request();
        Runtime.getRuntime().halt(finished.join());
    }
}
