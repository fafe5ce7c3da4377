// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.sample;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;

/** Whoever the webhooks of the sample go to: it takes nearly all of them. */
public final class Receiver implements AutoCloseable {
    private static final int BUSY_ONE_IN = 10;

    private final HttpServer server;

    private Receiver(HttpServer server) {
        this.server = server;
    }

    public static Receiver start() throws IOException {
        return start(Luck.USUAL);
    }

    static Receiver start(Luck luck) throws IOException {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> {
            try (exchange) {
                exchange.getRequestBody().readAllBytes();
                var busy = luck.isBad(BUSY_ONE_IN);
                exchange.sendResponseHeaders(busy ? 503 : 204, -1);
            }
        });
        server.start();
        return new Receiver(server);
    }

    public String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/hooks";
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
