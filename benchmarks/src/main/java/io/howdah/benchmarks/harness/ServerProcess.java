// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.harness;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;

/** A server beside PostgreSQL: a process on a port of this machine, in a directory that is deleted when it ends. */
public final class ServerProcess implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration PAUSE = Duration.ofMillis(20);

    private final Process process;
    private final Path directory;
    private final int port;

    private ServerProcess(Process process, Path directory, int port) {
        this.process = process;
        this.directory = directory;
        this.port = port;
        // A run that is broken off leaves nothing behind.
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroy, "end-of-server"));
    }

    /** Starts the command for a free port, and waits until the port answers as it should. */
    public static ServerProcess start(String name, IntFunction<ProcessBuilder> command, IntPredicate isReady)
            throws IOException, InterruptedException {
        var directory = Files.createTempDirectory("howdah-bench-" + name + "-");
        var port = freePort();
        var process = command.apply(port)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("log").toFile())
                .start();
        var server = new ServerProcess(process, directory, port);
        server.await(name, isReady);
        return server;
    }

    public int port() {
        return port;
    }

    private void await(String name, IntPredicate isReady) throws IOException, InterruptedException {
        var deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!isReady.test(port)) {
            if (!process.isAlive() || System.nanoTime() > deadline) {
                var said = Files.readString(directory.resolve("log"));
                close();
                throw new IOException("The " + name + " did not start: " + said);
            }
            TimeUnit.NANOSECONDS.sleep(PAUSE.toNanos());
        }
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void close() throws IOException {
        process.destroy();
        try {
            if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException interrupted) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        try (var files = Files.walk(directory)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
