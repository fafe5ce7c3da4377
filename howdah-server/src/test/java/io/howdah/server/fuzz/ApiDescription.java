// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.fuzz;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.Yaml;

/** What an OpenAPI document says that can be asked for, with every reference followed. */
public final class ApiDescription {
    private static final List<String> METHODS = List.of("get", "post", "put", "delete", "patch");

    private final Map<String, Object> document;

    private ApiDescription(Map<String, Object> document) {
        this.document = document;
    }

    public static ApiDescription of(String yaml) {
        return new ApiDescription(new Yaml().load(yaml));
    }

    /** One method on one path; the schema is that of a body of JSON. */
    public record Operation(
            String method,
            String path,
            List<String> pathNames,
            List<String> queryNames,
            Optional<Map<String, Object>> body) {
        @Override
        public String toString() {
            return method + " " + path;
        }
    }

    public List<Operation> operations() {
        var operations = new ArrayList<Operation>();
        map(document.get("paths"))
                .forEach((path, item) -> METHODS.stream()
                        .filter(map(item)::containsKey)
                        .forEach(method -> operations.add(operation(path, method, map(item)))));
        return operations;
    }

    private Operation operation(String path, String method, Map<String, Object> item) {
        var described = map(Objects.requireNonNull(item.get(method)));
        var parameters = new ArrayList<Object>(list(item.get("parameters")));
        parameters.addAll(list(described.get("parameters")));
        var body = Optional.ofNullable(described.get("requestBody"))
                .map(found -> map(resolved(found).get("content")))
                .filter(content -> content.containsKey("application/json"))
                .map(content -> map(map(content.get("application/json")).get("schema")));
        return new Operation(
                method.toUpperCase(Locale.ROOT), path, names(parameters, "path"), names(parameters, "query"), body);
    }

    private List<String> names(List<Object> parameters, String place) {
        return parameters.stream()
                .map(this::resolved)
                .filter(parameter -> place.equals(parameter.get("in")))
                .map(parameter -> String.valueOf(parameter.get("name")))
                .distinct()
                .toList();
    }

    /** What the schema allows, near enough: it is the ground that garbage is put on. */
    Object example(String name, Object described, int depth) {
        var schema = resolved(described);
        if (schema.get("enum") instanceof List<?> choices) {
            return Objects.requireNonNull(choices.getFirst());
        }
        if (schema.get("allOf") instanceof List<?> parts) {
            return example(name, parts.getLast(), depth);
        }
        if (schema.get("oneOf") instanceof List<?> choices) {
            return example(name, choices.getFirst(), depth);
        }
        return switch (String.valueOf(schema.getOrDefault("type", schema.containsKey("properties") ? "object" : ""))) {
            case "integer", "number" -> 1;
            case "boolean" -> true;
            case "array" -> depth > 3 ? List.of() : List.of(example(name, orEmpty(schema.get("items")), depth + 1));
            case "object" -> object(schema, depth);
            default -> text(name, String.valueOf(schema.get("format")));
        };
    }

    private Object object(Map<String, Object> schema, int depth) {
        var made = new LinkedHashMap<String, Object>();
        if (depth <= 3) {
            map(schema.get("properties"))
                    .forEach((name, property) -> made.put(name, example(name, property, depth + 1)));
        }
        return made;
    }

    private static String text(String name, String format) {
        return switch (format) {
            case "duration" -> name.equals("wait") ? "PT0S" : "PT1S";
            case "date-time" -> "2026-01-31T12:00:00Z";
            default -> Things.NAMES.getOrDefault(name, "x");
        };
    }

    private Map<String, Object> resolved(Object node) {
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

    private static Object orEmpty(@Nullable Object node) {
        return node == null ? Map.of() : node;
    }

    private static List<?> list(@Nullable Object node) {
        return node instanceof List<?> list ? list : List.of();
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(@Nullable Object node) {
        return node instanceof Map<?, ?> ? (Map<String, Object>) node : Map.of();
    }
}
