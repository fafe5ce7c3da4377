// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.howdah.server.CommandException;
import io.howdah.server.DevDirectory;
import java.io.IOException;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.UnknownHostException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A replica's API, as commands call it. */
final class Remote {
    private static final int CONNECT_MILLIS = 3_000;
    private static final int READ_MILLIS = 30_000;
    private static final JsonMapper MAPPER = new JsonMapper();

    private final Target target;

    private Remote(Target target) {
        this.target = target;
    }

    /** The one that the environment names, or else the one that is for development here. */
    static Remote usual() throws IOException {
        return new Remote(Target.from(System.getenv(), DevDirectory.usual().resolve("client"))
                .orElseThrow(() -> CommandException.withCode(
                        2,
                        "No replica is named: set " + Target.URL + " (such as http://127.0.0.1:7070) and " + Target.KEY
                                + ", or run: howdah dev")));
    }

    JsonNode get(String path) throws IOException {
        return call("GET", path, null);
    }

    JsonNode post(String path, Object body) throws IOException {
        return call("POST", path, MAPPER.writeValueAsBytes(body));
    }

    static JsonNode parsed(String json) {
        try {
            return MAPPER.readTree(json);
        } catch (JacksonException wrong) {
            throw CommandException.withCode(2, "This is not JSON: " + wrong.getOriginalMessage());
        }
    }

    static String written(JsonNode node) {
        return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(node);
    }

    static String step(String name) {
        return URLEncoder.encode(name, UTF_8).replace("+", "%20");
    }

    private JsonNode call(String method, String path, byte @Nullable [] body) throws IOException {
        var connection = (HttpURLConnection)
                URI.create(target.url() + "/api/v1/" + path).toURL().openConnection();
        connection.setConnectTimeout(CONNECT_MILLIS);
        connection.setReadTimeout(READ_MILLIS);
        connection.setRequestMethod(method);
        connection.setRequestProperty("Authorization", "Bearer " + target.key());
        try {
            if (body != null) {
                connection.setRequestProperty("Content-Type", "application/json");
                connection.setRequestProperty(
                        "Idempotency-Key", UUID.randomUUID().toString());
                connection.setDoOutput(true);
                connection.getOutputStream().write(body);
            }
            var status = connection.getResponseCode();
            try (var stream = status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
                var answer = stream == null ? "{}" : new String(stream.readAllBytes(), UTF_8);
                if (status >= 400) {
                    throw refused(status, answer);
                }
                return MAPPER.readTree(answer);
            }
        } catch (ConnectException | SocketTimeoutException | UnknownHostException away) {
            throw CommandException.withCode(6, "Nobody answers at " + target.url() + ": " + away.getMessage());
        }
    }

    private static CommandException refused(int status, String answer) {
        var code = switch (status) {
            case 404 -> 3;
            case 409, 412, 422 -> 4;
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
