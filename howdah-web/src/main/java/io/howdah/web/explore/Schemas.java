// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.explore;

import io.howdah.web.explore.Operation.Body;
import io.howdah.web.explore.Operation.Field;
import io.howdah.web.explore.Operation.Necessity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import tools.jackson.databind.json.JsonMapper;

/**
 * A description in OpenAPI with every reference followed. It is our own, so what it lacks is left out.
 *
 * @param document as it was written
 */
record Schemas(Map<String, Object> document) {
    private static final String JSON = "application/json";
    private static final int DEEPEST = 4;
    private static final JsonMapper MAPPER = new JsonMapper();

    static Schemas of(String yaml) {
        return new Schemas(map(new Yaml(new SafeConstructor(new LoaderOptions())).load(yaml)));
    }

    /** What is sent: with JSON, what a body must at least have, and all it can. */
    Body body(Map<String, Object> described) {
        var content = map(described.get("content"));
        var types = new ArrayList<>(content.keySet());
        if (!content.containsKey(JSON)) {
            return new Body(List.copyOf(types), "", List.of());
        }
        types.remove(JSON);
        types.addFirst(JSON);
        var schema = resolved(map(content.get(JSON)).get("schema"));
        var example = MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(example("", schema, 0));
        return new Body(List.copyOf(types), example, fields(schema));
    }

    private List<Field> fields(Map<String, Object> schema) {
        var required = list(schema.get("required"));
        var fields = new ArrayList<Field>();
        map(schema.get("properties")).forEach((name, property) -> {
            var resolved = resolved(property);
            fields.add(new Field(
                    name,
                    required.contains(name) ? Necessity.REQUIRED : Necessity.OPTIONAL,
                    kind(resolved),
                    text(resolved, "description")));
        });
        return List.copyOf(fields);
    }

    /** In a word or a few. */
    String kind(Map<String, Object> schema) {
        if (schema.get("enum") instanceof List<?> choices) {
            return String.join(", ", choices.stream().map(Object::toString).toList());
        }
        var type = text(schema, "type");
        if (type.equals("array")) {
            return "list of " + kind(resolved(schema.get("items")));
        }
        var format = text(schema, "format");
        return type.isEmpty() ? "anything" : format.isEmpty() ? type : format;
    }

    /** The least that fits, with names for values that nobody but the caller knows. */
    private Object example(String name, Map<String, Object> schema, int depth) {
        if (schema.get("enum") instanceof List<?> choices) {
            return Objects.requireNonNull(choices.getFirst());
        }
        return switch (text(schema, "type")) {
            case "integer", "number" -> Objects.requireNonNullElse(schema.get("minimum"), 1);
            case "boolean" -> false;
            case "array" ->
                depth > DEEPEST ? List.of() : List.of(example(name, resolved(schema.get("items")), depth + 1));
            case "object" -> object(schema, depth);
            case "string" -> word(name, text(schema, "format"));
            default -> Map.of();
        };
    }

    private Map<String, Object> object(Map<String, Object> schema, int depth) {
        var made = new LinkedHashMap<String, Object>();
        var properties = map(schema.get("properties"));
        for (var name : list(schema.get("required"))) {
            made.put(name.toString(), example(name.toString(), resolved(properties.get(name)), depth + 1));
        }
        // What it is about goes along, also where it may be left out.
        if (properties.containsKey("payload")) {
            made.putIfAbsent("payload", Map.of());
        }
        return made;
    }

    private static String word(String name, String format) {
        return switch (format) {
            case "duration" -> "PT10S";
            case "date-time" -> "2026-01-31T12:00:00Z";
            default -> name;
        };
    }

    Map<String, Object> resolved(@Nullable Object node) {
        var map = map(node);
        while (map.get("$ref") instanceof String reference) {
            Object found = document;
            for (var step : reference.substring(2).split("/", -1)) {
                found = Objects.requireNonNull(map(found).get(step), reference);
            }
            map = map(found);
        }
        return map;
    }

    static String text(Map<String, Object> node, String name) {
        return Objects.requireNonNullElse(node.get(name), "").toString().strip();
    }

    static List<?> list(@Nullable Object node) {
        return node instanceof List<?> list ? list : List.of();
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> map(@Nullable Object node) {
        return node instanceof Map<?, ?> ? (Map<String, Object>) node : Map.of();
    }
}
