// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.browser;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The connection to a browser: commands with their answers, and events. Thread-safe. */
final class DevTools implements WebSocket.Listener, AutoCloseable {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final int LONGEST_SECONDS = 60;

    private final HttpClient client = HttpClient.newHttpClient();
    private final AtomicInteger lastId = new AtomicInteger();
    private final Map<Integer, CompletableFuture<JsonNode>> awaited = new ConcurrentHashMap<>();
    private final Map<String, BiConsumer<String, JsonNode>> listeners = new ConcurrentHashMap<>();
    private final StringBuilder partial = new StringBuilder();
    private @Nullable WebSocket socket;

    private DevTools() {}

    static DevTools at(String address) {
        var tools = new DevTools();
        tools.socket = tools.client
                .newWebSocketBuilder()
                .buildAsync(URI.create(address), tools)
                .join();
        return tools;
    }

    /** Has the events of that session told to somebody, who must not wait for an answer meanwhile. */
    void listen(String session, BiConsumer<String, JsonNode> listener) {
        listeners.put(session, listener);
    }

    /** Does it, and gives what the browser answers; an empty session is the browser itself. */
    JsonNode call(String session, String method, Map<String, ?> parameters) {
        try {
            var answer = send(session, method, parameters).get(LONGEST_SECONDS, TimeUnit.SECONDS);
            if (answer.has("error")) {
                throw new IllegalStateException(
                        method + ": " + answer.at("/error/message").asString());
            }
            return answer.get("result");
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted at " + method, interrupted);
        } catch (ExecutionException | TimeoutException failure) {
            throw new AssertionError("no answer to " + method, failure);
        }
    }

    CompletableFuture<JsonNode> send(String session, String method, Map<String, ?> parameters) {
        var id = lastId.incrementAndGet();
        var command = MAPPER.createObjectNode().put("id", id).put("method", method);
        command.set("params", MAPPER.valueToTree(parameters));
        if (!session.isEmpty()) {
            command.put("sessionId", session);
        }
        var answer = new CompletableFuture<JsonNode>();
        awaited.put(id, answer);
        synchronized (this) {
            if (socket == null) {
                throw new IllegalStateException("not connected yet");
            }
            socket.sendText(command.toString(), true).join();
        }
        return answer;
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
        partial.append(data);
        if (last) {
            var text = partial.toString();
            partial.setLength(0);
            receive(MAPPER.readTree(text));
        }
        from.request(1);
        return null;
    }

    private void receive(JsonNode message) {
        if (message.has("id")) {
            var waiting = awaited.remove(message.get("id").asInt());
            if (waiting != null) {
                waiting.complete(message);
            }
            return;
        }
        var listener = listeners.get(message.path("sessionId").asString(""));
        if (listener != null) {
            listener.accept(message.get("method").asString(), message.get("params"));
        }
    }

    @Override
    public void close() {
        if (socket != null) {
            socket.abort();
        }
        client.shutdownNow();
    }
}
