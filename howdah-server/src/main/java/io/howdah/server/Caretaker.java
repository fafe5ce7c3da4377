// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A small process that stops PostgreSQL and deletes an ephemeral directory when the one that made it has been killed
 * and can do neither.
 */
final class Caretaker implements AutoCloseable {
    // cat ends when this process does, in whatever way; SIGINT is PostgreSQL's fast shutdown.
    private static final String SCRIPT = """
            trap '' INT HUP TERM
            cat > /dev/null
            if [ -f "$1/postgres/data/postmaster.pid" ]; then
              pid=$(head -n 1 "$1/postgres/data/postmaster.pid")
              kill -INT "$pid"
              tries=0
              while kill -0 "$pid" && [ "$tries" -lt 100 ]; do sleep 0.1; tries=$((tries + 1)); done
            fi
            rm -rf "$1"
            """;

    private final Process process;

    private Caretaker(Process process) {
        this.process = process;
    }

    static Caretaker of(Path directory) throws IOException {
        return new Caretaker(new ProcessBuilder("sh", "-c", SCRIPT, "sh", directory.toString())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start());
    }

    /** Lets it go: it finds nothing left to do. */
    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
    }
}
