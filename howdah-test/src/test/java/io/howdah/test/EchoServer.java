// SPDX-License-Identifier: Apache-2.0
package io.howdah.test;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A server that sends back what it receives, and tells how its connections ended. */
final class EchoServer implements AutoCloseable {
    private final ServerSocket server;
    private final Set<Socket> clients = ConcurrentHashMap.newKeySet();
    private final ByteArrayOutputStream received = new ByteArrayOutputStream();
    private final AtomicInteger resets = new AtomicInteger();
    private final AtomicInteger ends = new AtomicInteger();

    private EchoServer(ServerSocket server) {
        this.server = server;
    }

    static EchoServer start() {
        try {
            var server = new EchoServer(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
            Thread.ofVirtual().start(server::acceptUntilClosed);
            return server;
        } catch (IOException noPort) {
            throw new UncheckedIOException(noPort);
        }
    }

    int port() {
        return server.getLocalPort();
    }

    String received() {
        return received.toString(StandardCharsets.US_ASCII);
    }

    int resets() {
        return resets.get();
    }

    int ends() {
        return ends.get();
    }

    void sendToAll(String text) throws IOException {
        for (Socket client : clients) {
            client.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        }
    }

    @Override
    public void close() {
        try {
            server.close();
            for (Socket client : clients) {
                client.close();
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private void acceptUntilClosed() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                clients.add(client);
                Thread.ofVirtual().start(() -> echo(client));
            } catch (IOException failed) {
                if (!server.isClosed()) {
                    throw new UncheckedIOException(failed);
                }
            }
        }
    }

    private void echo(Socket client) {
        try (client) {
            byte[] buffer = new byte[8192];
            int length;
            while ((length = client.getInputStream().read(buffer)) >= 0) {
                received.write(buffer, 0, length);
                client.getOutputStream().write(buffer, 0, length);
            }
            ends.incrementAndGet();
        } catch (IOException reset) {
            resets.incrementAndGet();
        } finally {
            clients.remove(client);
        }
    }
}
