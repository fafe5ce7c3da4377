// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.howdah.server.fuzz.ApiDescription.Operation;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Requests that nobody should send, the same for the same seed. */
public final class Garbage {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final String JSON = "application/json";
    private static final String LONG = "x".repeat(5_000);

    private static final List<String> TEXTS = List.of(
            "",
            " ",
            "0",
            "-1",
            "abc",
            "1.5",
            "1e9",
            "9223372036854775808",
            "NaN",
            "null",
            "true",
            "\u0000",
            "a\u0000b",
            "\n",
            "\u001b[2J",
            "..",
            "../../etc/passwd",
            "a/b",
            "%",
            "%00",
            "'; drop table x; --",
            "<b>",
            "\u202e",
            "\ud83d\ude00",
            "é".repeat(300),
            LONG,
            "P",
            "PT-1S",
            "PT99999999999999H",
            "-P106751991167300D",
            "2026-02-30T00:00:00Z",
            "+1000000000-12-31T23:59:59Z",
            "*",
            "#",
            "eyJhIjoxfQ==",
            "0-0",
            "\"");

    private static final List<String> VALUES = List.of(
            "null",
            "true",
            "0",
            "-1",
            "1.5",
            "1e400",
            "9223372036854775808",
            "2147483648",
            "\"\"",
            "\" \"",
            "\"\\u0000\"",
            "\"a\\u0000b\"",
            "\"\\ud800\"",
            "\"\\n\"",
            "[]",
            "{}",
            "[null]",
            "[[]]",
            "{\"a\":1}",
            "\"PT-1S\"",
            "\"P\"",
            "\"PT99999999999999H\"",
            "\"2026-02-30\"",
            "\"%00\"",
            "\"../x\"",
            "\"*\"",
            "\"" + LONG + "\"",
            "\"\\ud83d\\ude00\"",
            "\"2147483648\"");

    private static final List<byte[]> BODIES = List.of(
            bytes(""),
            bytes("{"),
            bytes("}"),
            bytes("[1,"),
            bytes("nul"),
            bytes("\"x"),
            bytes("{\"a\":}"),
            bytes("{} {}"),
            bytes("null"),
            bytes("[]"),
            bytes("1"),
            bytes("\"x\""),
            bytes("{\"a\":1,\"a\":2}"),
            bytes("\ufeff{}"),
            bytes("[".repeat(3_000)),
            bytes("{\"a\":".repeat(2_000)),
            bytes("{\"n\":1" + "0".repeat(2_000) + "}"),
            new byte[] {'{', '"', (byte) 0xff, (byte) 0xfe, '"', ':', '1', '}'},
            new byte[] {0, 0, 0},
            bytes("{\"\u0000\":1}"));

    private static final List<String> TYPES = List.of(
            "text/plain", "application/xml", "application/json;charset=utf-16", "x", ";;;", "multipart/form-data");

    private final ApiDescription description;
    private final Random random;

    public Garbage(ApiDescription description, long seed) {
        this.description = description;
        this.random = new Random(seed);
    }

    /** A request as it is sent. */
    @SuppressWarnings("ArrayRecordComponent")
    public record Request(String method, String path, Map<String, String> headers, byte[] body) {
        @Override
        public String toString() {
            var text = new String(body, UTF_8);
            return method + " " + (path.length() > 200 ? path.substring(0, 200) + "…" : path) + " " + headers + " "
                    + (text.length() > 300 ? text.substring(0, 300) + "…" : text);
        }
    }

    public List<Request> requests(Operation operation) {
        var made = new ArrayList<Request>();
        made.add(request(operation, Map.of(), Map.of(), example(operation)));
        for (var name : operation.pathNames()) {
            some(TEXTS, 7)
                    .forEach(text -> made.add(request(operation, Map.of(name, text), Map.of(), example(operation))));
        }
        for (var name : operation.queryNames()) {
            some(TEXTS, 5)
                    .forEach(text -> made.add(request(operation, Map.of(), Map.of(name, text), example(operation))));
        }
        if (operation.body().isPresent()) {
            some(BODIES, 8).forEach(body -> made.add(request(operation, Map.of(), Map.of(), body)));
            for (int i = 0; i < 14; i++) {
                made.add(request(operation, Map.of(), Map.of(), spoiled(operation)));
            }
            some(TYPES, 2)
                    .forEach(type -> made.add(
                            with(request(operation, Map.of(), Map.of(), example(operation)), "Content-Type", type)));
        }
        var usual = request(operation, Map.of(), Map.of(), example(operation));
        made.add(with(usual, "If-Match", pick(List.of("\"999999\"", "W/\"1\"", "x", "\"\"", "*"))));
        made.add(with(usual, "Accept", pick(List.of("application/xml", "x", "image/*;q=2"))));
        if (!operation.method().equals("GET")) {
            made.add(with(usual, "Idempotency-Key", pick(List.of(" ", LONG, "é", "x".repeat(201)))));
        }
        return made;
    }

    private Request request(Operation operation, Map<String, String> places, Map<String, String> query, byte[] body) {
        var path = operation.path();
        for (var name : operation.pathNames()) {
            var value = places.getOrDefault(name, Things.NAMES.getOrDefault(name, "1"));
            path = path.replace("{" + name + "}", encoded(value));
        }
        var asked = query.entrySet().stream()
                .map(one -> one.getKey() + "=" + encoded(one.getValue()))
                .collect(Collectors.joining("&", "?", ""));
        return new Request(
                operation.method(),
                path + (query.isEmpty() ? "" : asked),
                operation.body().isPresent() ? Map.of("Content-Type", JSON) : Map.of(),
                body);
    }

    private static Request with(Request request, String header, String value) {
        var headers = new LinkedHashMap<>(request.headers);
        headers.put(header, value);
        return new Request(request.method, request.path, headers, request.body);
    }

    private byte[] example(Operation operation) {
        return operation.body().map(schema -> bytes(tree(schema).toString())).orElse(new byte[0]);
    }

    private JsonNode tree(Map<String, Object> schema) {
        return MAPPER.valueToTree(description.example("", schema, 0));
    }

    /** A body with one value replaced, or one field too many. */
    private byte[] spoiled(Operation operation) {
        var root = tree(operation.body().orElseThrow());
        var spots = new ArrayList<Runnable>();
        // As text, because some of it is no value that a mapper would write.
        var mark = "\"replace-me\"";
        collect(root, spots);
        if (spots.isEmpty() || random.nextInt(8) == 0) {
            return root instanceof ObjectNode object
                    ? bytes(object.put("noSuchField", 1).toString())
                    : bytes("{\"x\":1}");
        }
        pick(spots).run();
        return bytes(root.toString().replaceFirst(mark, java.util.regex.Matcher.quoteReplacement(pick(VALUES))));
    }

    private static void collect(JsonNode node, List<Runnable> spots) {
        if (node instanceof ObjectNode object) {
            List.copyOf(object.propertyNames()).forEach(name -> {
                spots.add(() -> object.put(name, "replace-me"));
                collect(object.get(name), spots);
            });
        } else if (node instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                var place = i;
                spots.add(() -> array.set(place, "replace-me"));
                collect(array.get(i), spots);
            }
        }
    }

    private <T> T pick(List<T> from) {
        return from.get(random.nextInt(from.size()));
    }

    private <T> List<T> some(List<T> from, int count) {
        return random.ints(0, from.size())
                .distinct()
                .limit(Math.min(count, from.size()))
                .mapToObj(from::get)
                .toList();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, UTF_8).replace("+", "%20");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
