// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A server that gets webhooks and answers each path as the test says. Thread-safe. */
final class Receiver implements AutoCloseable {
    /** What came, and how often it had come to that path before. */
    record Call(String path, Map<String, List<String>> headers, String body, int earlier) {
        String header(String name) {
            return headers.entrySet().stream()
                    .filter(header -> header.getKey().equalsIgnoreCase(name))
                    .map(header -> header.getValue().getFirst())
                    .findFirst()
                    .orElse("");
        }

        String id() {
            return header("webhook-id");
        }
    }

    record Answer(int status, Map<String, String> headers, String body) {
        static Answer of(int status) {
            return new Answer(status, Map.of(), "answered " + status);
        }
    }

    @FunctionalInterface
    interface Behaviour {
        Answer answer(Call call) throws Exception;
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<String, Behaviour> behaviours = new ConcurrentHashMap<>();
    private final List<Call> calls = new CopyOnWriteArrayList<>();
    private final Map<String, Integer> counts = new ConcurrentHashMap<>();

    private Receiver(HttpServer server) {
        this.server = server;
    }

    static Receiver start() {
        try {
            var receiver =
                    new Receiver(HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1_000));
            receiver.server.setExecutor(receiver.threads);
            receiver.server.createContext("/", receiver::handle);
            receiver.server.start();
            return receiver;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    String url(String path) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + path;
    }

    void on(String path, Behaviour behaviour) {
        behaviours.put(path, behaviour);
    }

    List<Call> calls() {
        return calls;
    }

    List<Call> calls(String path) {
        return calls.stream().filter(call -> call.path().equals(path)).toList();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            var path = exchange.getRequestURI().getPath();
            var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            var earlier = counts.merge(path, 1, Integer::sum) - 1;
            var call = new Call(path, Map.copyOf(exchange.getRequestHeaders()), body, earlier);
            calls.add(call);
            var answer = behaviours.getOrDefault(path, any -> Answer.of(200)).answer(call);
            answer.headers().forEach(exchange.getResponseHeaders()::add);
            var bytes = answer.body().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(answer.status(), bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        } catch (IOException gone) {
            throw gone;
        } catch (Exception failure) {
            throw new IOException(failure);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
