// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.notifications;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A receiver that counts and says 200, as cheaply as can be: it is not what is measured. */
final class Counter implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Counter.class);
    private static final byte[] FINE =
            "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final ServerSocket server;
    private final LongAdder calls = new LongAdder();

    private Counter(ServerSocket server) {
        this.server = server;
    }

    static Counter start() throws IOException {
        var counter = new Counter(new ServerSocket(0, 1_000, InetAddress.getLoopbackAddress()));
        Thread.ofPlatform().daemon().name("receiver").start(counter::listen);
        return counter;
    }

    String url(int path) {
        return "http://127.0.0.1:" + server.getLocalPort() + "/" + path;
    }

    long calls() {
        return calls.sum();
    }

    private void listen() {
        try {
            while (true) {
                var socket = server.accept();
                Thread.ofVirtual().start(() -> answer(socket));
            }
        } catch (IOException closed) {
            log.debug("No more calls", closed);
        }
    }

    private void answer(Socket socket) {
        try (socket) {
            var in = new BufferedInputStream(socket.getInputStream());
            in.skipNBytes(length(in));
            socket.getOutputStream().write(FINE);
            calls.increment();
        } catch (IOException gone) {
            log.debug("The caller has gone", gone);
        }
    }

    private static int length(InputStream in) throws IOException {
        var length = 0;
        for (var line = line(in); !line.isEmpty(); line = line(in)) {
            if (line.startsWith("Content-Length: ")) {
                length = Integer.parseInt(line.substring("Content-Length: ".length()));
            }
        }
        return length;
    }

    private static String line(InputStream in) throws IOException {
        var line = new StringBuilder();
        for (var one = in.read(); one != '\n' && one >= 0; one = in.read()) {
            if (one != '\r') {
                line.append((char) one);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
