// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.howdah.server.CommandException;
import io.howdah.web.WebException;
import io.howdah.web.api.Trees;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLEncoder;
import java.net.UnknownHostException;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A replica's API, as commands call it. */
final class Remote {
    private static final int CONNECT_MILLIS = 3_000;
    private static final int READ_MILLIS = 75_000;
    private static final int PIECE = 64 * 1024;
    private static final String JSON = "application/json";
    private static final JsonMapper MAPPER = new JsonMapper();

    private final Target target;
    private final int readMillis;

    private Remote(Target target, int readMillis) {
        this.target = target;
        this.readMillis = readMillis;
    }

    /** The one that is meant where the command is called. */
    static Remote of(CommandSpec command) throws IOException {
        return new Remote(Destination.of((Caller) command.root().userObject()).target(), READ_MILLIS);
    }

    /** One that waits for an answer for as long as it takes. */
    Remote patient() {
        return new Remote(target, 0);
    }

    JsonNode get(String path) throws IOException {
        return call("GET", path, null);
    }

    JsonNode post(String path, Object body) throws IOException {
        return call("POST", path, MAPPER.writeValueAsBytes(body));
    }

    /** Bytes as they are, whatever they are. */
    JsonNode send(String path, byte[] body) throws IOException {
        return call(opened("POST", path, Map.of()), body, "application/octet-stream");
    }

    JsonNode put(String path, Object body) throws IOException {
        return call("PUT", path, MAPPER.writeValueAsBytes(body));
    }

    JsonNode delete(String path) throws IOException {
        return call("DELETE", path, null);
    }

    /** A request with headers of its own. */
    JsonNode send(String method, String path, Map<String, String> headers, Optional<?> body) throws IOException {
        return call(
                opened(method, path, headers),
                body.map(MAPPER::writeValueAsBytes).orElse(null),
                JSON);
    }

    /** What is sent as it is made, however much it is. */
    @FunctionalInterface
    interface Upload {
        void writeTo(OutputStream out) throws IOException;
    }

    JsonNode upload(String method, String path, Map<String, String> headers, Upload body) throws IOException {
        var connection = opened(method, path, headers);
        connection.setDoOutput(true);
        connection.setChunkedStreamingMode(PIECE);
        try {
            var out = connection.getOutputStream();
            try {
                body.writeTo(out);
            } catch (IOException broken) {
                // Not closed, which would say that this was all of it.
                connection.disconnect();
                throw CommandException.withCode(
                        1,
                        "Not all of it was sent (" + broken.getMessage() + "), and nothing was changed. Perhaps it is"
                                + " more than the workspace may hold.");
            }
            out.close();
            return answered(connection);
        } catch (IOException away) {
            throw away(away);
        }
    }

    /** Bytes as they come; what ends too early is an IOException. */
    Download download(String path) throws IOException {
        return download("GET", path);
    }

    Download download(String method, String path) throws IOException {
        var connection = opened(method, path, Map.of());
        try {
            if (connection.getResponseCode() >= 400) {
                throw refused(connection.getResponseCode(), text(connection.getErrorStream()));
            }
            return new Download(connection, connection.getInputStream());
        } catch (IOException away) {
            throw away(away);
        }
    }

    /** An answer that is bytes. */
    record Download(HttpURLConnection connection, InputStream content) implements AutoCloseable {
        String header(String name) {
            return String.valueOf(connection.getHeaderField(name));
        }

        @Override
        public void close() throws IOException {
            content.close();
        }
    }

    /** A query of those that are given, with the question mark; nothing when none is. */
    static String query(Map<String, Optional<?>> parameters) {
        var given = parameters.entrySet().stream()
                .flatMap(one -> one.getValue().stream()
                        .map(value -> one.getKey() + "=" + URLEncoder.encode(value.toString(), UTF_8)))
                .collect(Collectors.joining("&"));
        return given.isEmpty() ? "" : "?" + given;
    }

    static JsonNode parsed(String json) {
        try {
            return Trees.given("This", json);
        } catch (WebException wrong) {
            throw CommandException.withCode(2, String.valueOf(wrong.getMessage()));
        }
    }

    static JsonNode tree(Object value) {
        return MAPPER.valueToTree(value);
    }

    /** Line by line for as long as it comes; the server is heard of every ten seconds. */
    void stream(String method, String path, Consumer<String> lines) throws IOException {
        var connection = opened(method, path, Map.of());
        connection.setRequestProperty("Accept", "text/event-stream");
        try {
            if (connection.getResponseCode() >= 400) {
                throw refused(connection.getResponseCode(), text(connection.getErrorStream()));
            }
            try (var reader = new BufferedReader(new InputStreamReader(connection.getInputStream(), UTF_8))) {
                reader.lines().forEach(lines);
            }
        } catch (IOException away) {
            throw away(away);
        }
    }

    private HttpURLConnection opened(String method, String path, Map<String, String> headers) throws IOException {
        var connection = (HttpURLConnection)
                URI.create(target.url() + "/api/v1/" + path).toURL().openConnection();
        connection.setConnectTimeout(CONNECT_MILLIS);
        connection.setReadTimeout(readMillis);
        connection.setRequestMethod(method);
        connection.setRequestProperty("Authorization", "Bearer " + target.key());
        headers.forEach(connection::setRequestProperty);
        return connection;
    }

    private static String text(@Nullable InputStream stream) throws IOException {
        return stream == null ? "{}" : new String(stream.readAllBytes(), UTF_8);
    }

    static String written(JsonNode node) {
        return Trees.laidOut(node);
    }

    static String step(String name) {
        if (name.isEmpty()) {
            throw CommandException.withCode(2, "A name must not be empty.");
        }
        return URLEncoder.encode(name, UTF_8).replace("+", "%20");
    }

    private JsonNode call(String method, String path, byte @Nullable [] body) throws IOException {
        return call(opened(method, path, Map.of()), body, JSON);
    }

    private JsonNode call(HttpURLConnection connection, byte @Nullable [] body, String type) throws IOException {
        try {
            if (body != null) {
                connection.setRequestProperty("Content-Type", type);
                connection.setRequestProperty(
                        "Idempotency-Key", UUID.randomUUID().toString());
                connection.setDoOutput(true);
                connection.getOutputStream().write(body);
            }
            return answered(connection);
        } catch (IOException away) {
            throw away(away);
        }
    }

    private static JsonNode answered(HttpURLConnection connection) throws IOException {
        var status = connection.getResponseCode();
        try (var stream = status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
            var answer = text(stream);
            if (status >= 400) {
                throw refused(status, answer);
            }
            return Trees.stored(answer);
        } catch (JacksonException notOurs) {
            throw CommandException.withCode(6, "What answers at " + connection.getURL() + " is no replica.");
        }
    }

    private CommandException away(IOException away) {
        var unheard = away instanceof ConnectException || away instanceof UnknownHostException;
        return CommandException.withCode(
                6,
                (unheard ? "Nobody answers at " : "There was no answer from ") + target.url() + ": "
                        + away.getMessage());
    }

    private static CommandException refused(int status, String answer) {
        var code = switch (status) {
            case 400 -> 2;
            case 404 -> 3;
            case 409, 412, 413, 422, 423, 429 -> 4;
            case 401, 403 -> 5;
            default -> status >= 502 && status <= 504 ? 6 : 1;
        };
        try {
            var problem = MAPPER.readTree(answer);
            return CommandException.withCode(
                    code,
                    problem.path("detail").asString(answer) + " ("
                            + problem.path("code").asString("") + ")");
        } catch (JacksonException notOurs) {
            return CommandException.withCode(code, "Status " + status);
        }
    }
}
