// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.limits;

import io.howdah.benchmarks.harness.ServerProcess;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** A redis-server of the trial's own. */
final class RedisServer {
    private RedisServer() {}

    static Optional<Path> binary() {
        var path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Stream.of(path.split(File.pathSeparator, -1))
                .map(folder -> Path.of(folder, "redis-server"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    static ServerProcess start() throws IOException, InterruptedException {
        var binary = binary().orElseThrow().toString();
        return ServerProcess.start(
                "redis-server",
                port -> new ProcessBuilder(
                        binary,
                        "--port",
                        Integer.toString(port),
                        "--bind",
                        "127.0.0.1",
                        "--appendonly",
                        "yes",
                        "--appendfsync",
                        "everysec"),
                RedisServer::accepts);
    }

    private static boolean accepts(int port) {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException notYet) {
            return false;
        }
    }
}
