// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.locks;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** A Redis for one trial, which writes its log to the disk every second. */
final class Redis implements AutoCloseable {
    private static final int TRIES = 1000;

    private final Path directory;
    private final Process process;
    private final int port;

    private Redis(Path directory, Process process, int port) {
        this.directory = directory;
        this.process = process;
        this.port = port;
    }

    static Optional<String> unavailable() {
        var found = Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "redis-server")));
        return found
                ? Optional.empty()
                : Optional.of("redis-server is not installed (Debian: apt install redis-server)");
    }

    static Redis start() throws IOException {
        int port;
        try (var free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        var directory = Files.createTempDirectory("howdah-bench-redis-");
        var process = new ProcessBuilder(
                        "redis-server",
                        "--port",
                        Integer.toString(port),
                        "--bind",
                        "127.0.0.1",
                        "--dir",
                        directory.toString(),
                        "--appendonly",
                        "yes",
                        "--appendfsync",
                        "everysec")
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("log").toFile())
                .start();
        var redis = new Redis(directory, process, port);
        redis.awaitAnswer();
        return redis;
    }

    int port() {
        return port;
    }

    private void awaitAnswer() throws IOException {
        IOException last = new IOException("redis-server was not tried");
        for (int i = 0; i < TRIES && process.isAlive(); i++) {
            try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                if (socket.isConnected()) {
                    return;
                }
            } catch (IOException notYet) {
                last = notYet;
                LockSupport.parkNanos(10_000_000);
            }
        }
        close();
        throw new IOException("redis-server does not answer", last);
    }

    @Override
    public void close() throws IOException {
        process.destroy();
        try {
            process.waitFor(10, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        try (var files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        }
    }
}
