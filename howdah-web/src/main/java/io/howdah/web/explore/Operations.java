// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.explore;

import io.howdah.web.explore.Operation.Necessity;
import io.howdah.web.explore.Operation.Parameter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** All that the description of the API has, in its order. Immutable. */
final class Operations {
    private static final List<String> METHODS = List.of("get", "post", "put", "patch", "delete");

    private final List<Operation> all;

    private Operations(List<Operation> all) {
        this.all = List.copyOf(all);
    }

    /** Reads OpenAPI as YAML. */
    static Operations of(String yaml) {
        var schemas = Schemas.of(yaml);
        var all = new ArrayList<Operation>();
        Schemas.map(schemas.document().get("paths")).forEach((path, described) -> {
            var item = Schemas.map(described);
            for (var method : METHODS) {
                if (item.containsKey(method)) {
                    all.add(operation(schemas, path, method, item));
                }
            }
        });
        return new Operations(all);
    }

    private static Operation operation(Schemas schemas, String path, String method, Map<String, Object> item) {
        var described = Schemas.map(item.get(method));
        var parameters = new ArrayList<Parameter>();
        for (var each : List.of(Schemas.list(item.get("parameters")), Schemas.list(described.get("parameters")))) {
            each.forEach(parameter -> parameters.add(parameter(schemas, schemas.resolved(parameter))));
        }
        var answers = new LinkedHashMap<String, String>();
        Schemas.map(described.get("responses"))
                .forEach(
                        (status, answer) -> answers.put(status, Schemas.text(schemas.resolved(answer), "description")));
        return new Operation(
                Schemas.text(described, "operationId"),
                method.toUpperCase(Locale.ROOT),
                path,
                Schemas.list(described.get("tags")).stream()
                        .findFirst()
                        .map(Object::toString)
                        .orElse("other"),
                Schemas.text(described, "summary"),
                Schemas.text(described, "description").replace("`", ""),
                List.copyOf(parameters),
                Optional.ofNullable(described.get("requestBody")).map(body -> schemas.body(schemas.resolved(body))),
                answers);
    }

    private static Parameter parameter(Schemas schemas, Map<String, Object> described) {
        var schema = schemas.resolved(described.get("schema"));
        return new Parameter(
                Schemas.text(described, "name"),
                Schemas.text(described, "in"),
                Boolean.TRUE.equals(described.get("required")) ? Necessity.REQUIRED : Necessity.OPTIONAL,
                schemas.kind(schema),
                Schemas.text(described, "description"),
                Schemas.list(schema.get("enum")).stream().map(Object::toString).toList());
    }

    Optional<Operation> find(String id) {
        return all.stream().filter(operation -> operation.id().equals(id)).findFirst();
    }

    /** Those that have all these words, by what they belong to. */
    Map<String, List<Operation>> matching(String words) {
        var each = List.of(words.toLowerCase(Locale.ROOT).split("\\s+"));
        var groups = new LinkedHashMap<String, List<Operation>>();
        all.stream()
                .filter(operation -> operation.matches(each))
                .forEach(operation -> groups.computeIfAbsent(operation.group(), name -> new ArrayList<>())
                        .add(operation));
        return groups;
    }
}
