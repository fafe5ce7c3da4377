// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/** What a replica answers over HTTP: whether it lives, whether it is ready, and a page for people. */
final class Web implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Web.class);

    static {
        // Read once, when the server's classes are loaded. Without them a client may hold a connection for ever.
        System.setProperty("sun.net.httpserver.maxReqTime", "10");
        System.setProperty("sun.net.httpserver.maxRspTime", "30");
        System.setProperty("jdk.httpserver.maxConnections", "200");
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final JsonMapper json = new JsonMapper();

    private Web(HttpServer server) {
        this.server = server;
    }

    /** Takes the port; nothing is answered yet. */
    static Web on(InetSocketAddress address) {
        if (address.isUnresolved()) {
            throw new CommandException("The address " + address.getHostString() + " to bind to is not known.");
        }
        try {
            return new Web(HttpServer.create(address, 0));
        } catch (IOException e) {
            throw new CommandException(
                    "Port " + address.getPort() + " on " + address.getHostString() + " is not free (" + e.getMessage()
                            + "). Stop what listens there, or choose another with --port.",
                    e);
        }
    }

    /** Answers for this replica from now on. */
    void serve(Replica replica) {
        server.createContext("/", exchange -> handle(exchange, replica));
        server.setExecutor(threads);
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }

    private void handle(HttpExchange exchange, Replica replica) throws IOException {
        try (exchange) {
            reply(exchange, answer(exchange, replica));
        } catch (RuntimeException e) {
            log.warn(
                    "{} {} failed",
                    exchange.getRequestMethod(),
                    exchange.getRequestURI().getPath(),
                    e);
            throw e;
        }
    }

    private Answer answer(HttpExchange exchange, Replica replica) {
        var path = exchange.getRequestURI().getPath();
        if (!List.of("/", "/health/live", "/health/ready").contains(path)) {
            return Answer.text(404, "There is nothing here.\n");
        }
        if (!List.of("GET", "HEAD").contains(exchange.getRequestMethod())) {
            exchange.getResponseHeaders().set("Allow", "GET, HEAD");
            return Answer.text(405, "Only GET and HEAD.\n");
        }
        return switch (path) {
            case "/health/live" -> Answer.json(200, "{\"live\":true}");
            case "/health/ready" -> readiness(replica.health());
            default -> Answer.html(StatusPage.of(replica));
        };
    }

    private Answer readiness(Health health) {
        var body = new Readiness(health.isReady(), health.reasons());
        return Answer.json(health.isReady() ? 200 : 503, json.writeValueAsString(body));
    }

    private static void reply(HttpExchange exchange, Answer answer) throws IOException {
        var headers = exchange.getResponseHeaders();
        headers.set("Content-Type", answer.type);
        headers.set("Cache-Control", "no-store");
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("Referrer-Policy", "no-referrer");
        headers.set("Content-Security-Policy", StatusPage.CONTENT_SECURITY_POLICY);
        var body = answer.body.getBytes(UTF_8);
        if (exchange.getRequestMethod().equals("HEAD")) {
            headers.set("Content-Length", Integer.toString(body.length));
            exchange.sendResponseHeaders(answer.status, -1);
            return;
        }
        exchange.sendResponseHeaders(answer.status, body.length);
        exchange.getResponseBody().write(body);
    }

    private record Readiness(boolean ready, List<String> reasons) {}

    private record Answer(int status, String type, String body) {
        static Answer text(int status, String body) {
            return new Answer(status, "text/plain; charset=utf-8", body);
        }

        static Answer json(int status, String body) {
            return new Answer(status, "application/json", body + "\n");
        }

        static Answer html(String body) {
            return new Answer(200, "text/html; charset=utf-8", body);
        }
    }
}
