// SPDX-License-Identifier: Apache-2.0
package io.howdah.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;

/** The description of the API, and how it compares with the code. */
record OpenApiDocument(Map<String, Object> content) {
    private static final List<String> METHODS = List.of("get", "post", "put", "delete", "patch");

    static OpenApiDocument of(String yaml) {
        return new OpenApiDocument(new Yaml().load(yaml));
    }

    List<String> operations() {
        var operations = new TreeSet<String>();
        map(content, "paths")
                .forEach((path, item) -> map(item).keySet().stream()
                        .filter(METHODS::contains)
                        .forEach(method -> operations.add(method.toUpperCase(Locale.ROOT) + " " + path)));
        return List.copyOf(operations);
    }

    List<String> danglingReferences() {
        var dangling = new ArrayList<String>();
        collect(content, dangling);
        return dangling;
    }

    private void collect(Object node, List<String> dangling) {
        switch (node) {
            case Map<?, ?> map ->
                map.forEach((key, value) -> {
                    if (key.equals("$ref") && resolve(value.toString()).isEmpty()) {
                        dangling.add(value.toString());
                    }
                    collect(value, dangling);
                });
            case List<?> list -> list.forEach(item -> collect(item, dangling));
            default -> {}
        }
    }

    private Optional<Object> resolve(String reference) {
        Object node = content;
        for (var step : reference.substring(2).split("/", -1)) {
            node = map(node).get(step);
            if (node == null) {
                return Optional.empty();
            }
        }
        return Optional.of(node);
    }

    /**
     * Every schema of an object is a record of the same simple name with the same components, and says which are sure.
     */
    List<String> schemasThatDifferFromTheirRecords() throws IOException {
        var records = records();
        var differing = new ArrayList<String>();
        map(content, "components", "schemas").forEach((name, schema) -> {
            if (!map(schema).containsKey("properties")) {
                return;
            }
            var described = new TreeSet<>(map(schema, "properties").keySet());
            var type = records.get(name);
            if (type == null) {
                differing.add(name + " is no record");
            } else if (!described.equals(names(type.getRecordComponents()))) {
                differing.add(name + ": " + described + " but " + names(type.getRecordComponents()));
            } else if (!name.startsWith("New")
                    && !name.equals("Unique")
                    && !required(schema).equals(sure(type))) {
                differing.add(name + " requires " + required(schema) + " but sure are " + sure(type));
            }
        });
        return differing;
    }

    void requireFits(JsonNode answer, String schema) {
        var described = map(content, "components", "schemas", schema);
        assertThat(answer.propertyNames()).as(schema).containsAll(required(described));
        assertThat(map(described, "properties").keySet()).as(schema).containsAll(answer.propertyNames());
    }

    private static TreeSet<String> required(Object schema) {
        var required = map(schema).get("required");
        return required instanceof List<?> list
                ? list.stream().map(Object::toString).collect(Collectors.toCollection(TreeSet::new))
                : new TreeSet<>();
    }

    private static TreeSet<String> sure(Class<?> type) {
        return Arrays.stream(type.getRecordComponents())
                .filter(component -> component.getType() != Optional.class)
                .map(RecordComponent::getName)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static TreeSet<String> names(RecordComponent[] components) {
        return Arrays.stream(components).map(RecordComponent::getName).collect(Collectors.toCollection(TreeSet::new));
    }

    private static Map<String, Class<?>> records() throws IOException {
        var found = new HashMap<String, Class<?>>();
        var resolver = new PathMatchingResourcePatternResolver();
        for (var pattern : List.of("io/howdah/web/**/*", "io/howdah/cluster/*", "io/howdah/LoopState*")) {
            for (var resource : resolver.getResources("classpath*:" + pattern + ".class")) {
                var path = resource.getURL().getPath();
                var name = path.substring(path.lastIndexOf("io/howdah/"), path.length() - ".class".length());
                try {
                    var type = Class.forName(name.replace('/', '.'), false, OpenApiDocument.class.getClassLoader());
                    if (type.isRecord()) {
                        found.put(type.getSimpleName(), type);
                    }
                } catch (ClassNotFoundException impossible) {
                    throw new AssertionError(impossible);
                }
            }
        }
        return found;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object node, String... steps) {
        var map = (Map<String, Object>) node;
        for (var step : steps) {
            map = (Map<String, Object>) Objects.requireNonNull(map.get(step), step);
        }
        return map;
    }
}
