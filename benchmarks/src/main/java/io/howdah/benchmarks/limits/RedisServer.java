// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.limits;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A redis-server of the trial's own, in a directory that is deleted when it ends. */
final class RedisServer implements AutoCloseable {
    private static final Duration START = Duration.ofSeconds(20);

    private final Process process;
    private final Path directory;
    private final int port;

    private RedisServer(Process process, Path directory, int port) {
        this.process = process;
        this.directory = directory;
        this.port = port;
    }

    static Optional<Path> binary() {
        var path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Stream.of(path.split(File.pathSeparator, -1))
                .map(folder -> Path.of(folder, "redis-server"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    static RedisServer start() throws IOException, InterruptedException {
        var directory = Files.createTempDirectory("howdah-bench-redis-");
        var port = freePort();
        var process = new ProcessBuilder(List.of(
                        binary().orElseThrow().toString(),
                        "--port",
                        Integer.toString(port),
                        "--bind",
                        "127.0.0.1",
                        "--appendonly",
                        "yes",
                        "--appendfsync",
                        "everysec"))
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("log").toFile())
                .start();
        var server = new RedisServer(process, directory, port);
        server.awaitPort();
        return server;
    }

    int port() {
        return port;
    }

    private void awaitPort() throws IOException, InterruptedException {
        var deadline = System.nanoTime() + START.toNanos();
        while (!accepts()) {
            if (!process.isAlive() || System.nanoTime() > deadline) {
                var log = Files.readString(directory.resolve("log"));
                close();
                throw new IOException("redis-server did not start: " + log);
            }
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    private boolean accepts() {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException notYet) {
            return false;
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
            if (!process.waitFor(START.toSeconds(), TimeUnit.SECONDS)) {
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
