// SPDX-License-Identifier: Apache-2.0
package io.howdah.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.security.auth.module.UnixSystem;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** A program of PostgreSQL that ran to its end: its exit code and what it printed. */
record Command(int exitCode, String output) {

    private static final int TAIL_LINES = 12;
    private static final List<String> AS_NOBODY = List.of("unshare", "-U");

    boolean succeeded() {
        return exitCode == 0;
    }

    /** The last lines printed, indented, for the end of an error message. */
    String tail() {
        return tail(output);
    }

    static String tail(String text) {
        var lines = text.lines().filter(line -> !line.isBlank()).toList();
        var last = lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size());
        return last.isEmpty() ? "" : "\n  " + String.join("\n  ", last);
    }

    /**
     * Runs a program that PostgreSQL does not want root to run. For root it runs in a user namespace of its own, where
     * it is nobody and yet owns root's files.
     */
    static Command runUnprivileged(Duration limit, List<String> arguments) {
        if (!isRoot()) {
            return run(limit, arguments);
        }
        requireUserNamespaces(AS_NOBODY);
        var wrapped = new ArrayList<>(AS_NOBODY);
        wrapped.addAll(arguments);
        return run(limit, wrapped);
    }

    static void requireUserNamespaces(List<String> wrapper) {
        var probe = new ArrayList<>(wrapper);
        probe.add("true");
        String reason;
        try {
            var tried = run(Duration.ofSeconds(10), probe);
            if (tried.succeeded()) {
                return;
            }
            reason = tried.output().strip();
        } catch (EmbeddedException e) {
            reason = String.valueOf(e.getMessage());
        }
        throw new EmbeddedException("PostgreSQL does not run as root, and this machine does not let root start an"
                + " unprivileged server: \"" + String.join(" ", probe) + "\" failed (" + reason + "). Run this as an"
                + " ordinary user, or allow user namespaces (in a container: --security-opt seccomp=unconfined), or"
                + " use a database of your own.");
    }

    static boolean isRoot() {
        return new UnixSystem().getUid() == 0;
    }

    static Command run(Duration limit, List<String> arguments) {
        var name = Path.of(arguments.getFirst()).getFileName();
        try {
            var process = builder(arguments).start();
            process.getOutputStream().close();
            var output = new FutureTask<>(() -> read(process));
            // A thread of its own: those that are shared may all be busy with what waits for this.
            Thread.ofPlatform().daemon().name("read-" + name).start(output);
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
                throw new EmbeddedException(
                        String.join(" ", arguments) + " did not end within " + limit.toSeconds() + " s.");
            }
            return new Command(process.exitValue(), output.get());
        } catch (IOException | ExecutionException e) {
            throw new EmbeddedException(name + " could not be run: " + e.getMessage() + ".", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new EmbeddedException("Interrupted while waiting for " + name + ".", e);
        }
    }

    private static ProcessBuilder builder(List<String> arguments) {
        var builder = new ProcessBuilder(arguments).redirectErrorStream(true);
        // PGDATA, PGPORT, PGOPTIONS and their like are meant for somebody else's server.
        builder.environment().keySet().removeIf(name -> name.startsWith("PG"));
        builder.environment().put("LC_ALL", "C");
        return builder;
    }

    private static String read(Process process) throws IOException {
        try (var in = process.getInputStream()) {
            return new String(in.readAllBytes(), UTF_8);
        }
    }
}
