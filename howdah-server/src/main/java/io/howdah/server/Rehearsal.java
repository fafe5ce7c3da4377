// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;

/**
 * Runs the usual commands against itself, so that the JVM learns which classes they need. The launcher script lets it
 * write them into an archive (class data sharing), with which every later command starts sooner.
 */
final class Rehearsal {
    private static final String ANSWER = """
        {"items": [{"id": "1", "name": "mail", "type": "hello", "state": "ready", "depth": {"ready": 1},
          "groups": ["a"], "current": true, "createdAt": "2026-01-31T12:00:00Z"}],
         "job": {"id": "1", "type": "hello", "state": "done", "attempts": 1, "maxAttempts": 3}, "id": "1",
         "attempts": [], "changed": true}
        """;

    private static final List<String> COMMANDS = List.of(
            "queues",
            "queues -o json",
            "queues -o csv",
            "queues pause mail",
            "jobs --state ready",
            "jobs show 1",
            "jobs enqueue hello {\"to\":\"world\"} --wait",
            "jobs retry --all --dry-run",
            "messages peek mail",
            "schedules",
            "approvals",
            "notifications",
            "locks",
            "log",
            "limits",
            "workflows",
            "workspaces",
            "members",
            "users",
            "keys",
            "timeline 1",
            "top --once",
            "doctor",
            "context",
            "cheat",
            "jobs --help",
            "no-such-command");

    private Rehearsal() {}

    public static void main(String[] arguments) throws IOException {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", Rehearsal::answer);
        server.start();
        var environment = Map.of(
                "HOWDAH_URL", "http://127.0.0.1:" + server.getAddress().getPort(),
                "HOWDAH_API_KEY", "rehearsal",
                "XDG_CONFIG_HOME", "/nonexistent");
        var nobody = new PrintWriter(Writer.nullWriter());
        for (var command : COMMANDS) {
            var words = command.split(" ", -1);
            var stop = new StopSignal();
            stop.finished(Main.commandLine(stop, environment, words)
                    .setOut(nobody)
                    .setErr(nobody)
                    .execute(words));
        }
        server.stop(0);
    }

    private static void answer(HttpExchange exchange) throws IOException {
        exchange.getRequestBody().readAllBytes();
        var answer = ANSWER.getBytes(UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, answer.length);
        exchange.getResponseBody().write(answer);
        exchange.close();
    }
}
