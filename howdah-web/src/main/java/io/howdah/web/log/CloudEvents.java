// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.log;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.howdah.Payload;
import io.howdah.log.NewEvent;
import io.howdah.web.WebException;
import io.howdah.web.api.Content;
import io.howdah.web.api.Trees;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URLDecoder;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * CloudEvents 1.0 as HTTP carries them: structured, in batches, and binary. {@code partitionkey} is the event's key;
 * what has no place of its own in the log becomes a header.
 */
final class CloudEvents {
    static final String STRUCTURED = "application/cloudevents+json";
    static final String BATCH = "application/cloudevents-batch+json";

    private static final int MOST = 1_000;
    private static final Set<String> KNOWN =
            Set.of("specversion", "type", "id", "source", "subject", "dataschema", "datacontenttype", "partitionkey");

    private CloudEvents() {}

    static boolean isBinary(HttpServletRequest request) {
        return request.getHeader("ce-specversion") != null;
    }

    static List<NewEvent> structured(byte[] body, boolean batch) {
        var tree = parsed(body);
        if (!batch) {
            return List.of(structured(tree));
        }
        if (!tree.isArray() || tree.isEmpty() || tree.size() > MOST) {
            throw WebException.invalid("A batch of CloudEvents is an array of 1 to " + MOST + ".");
        }
        var events = new ArrayList<NewEvent>();
        tree.forEach(one -> events.add(structured(one)));
        return events;
    }

    private static NewEvent structured(JsonNode tree) {
        if (!tree.isObject()) {
            throw WebException.invalid("A CloudEvent is an object.");
        }
        Map<String, String> attributes = new LinkedHashMap<>();
        tree.properties().stream()
                .filter(one -> !one.getKey().equals("data") && !one.getKey().equals("data_base64"))
                .filter(one -> !one.getValue().isNull())
                .forEach(one -> attributes.put(one.getKey(), one.getValue().asString()));
        return event(attributes, data(tree, attributes.getOrDefault("datacontenttype", Payload.JSON)));
    }

    private static Payload data(JsonNode tree, String type) {
        var encoded = tree.path("data_base64");
        if (!encoded.isMissingNode()) {
            try {
                return new Payload(Base64.getDecoder().decode(encoded.asString()), type);
            } catch (IllegalArgumentException wrong) {
                throw WebException.invalid("data_base64 is not Base64: " + wrong.getMessage());
            }
        }
        var data = tree.path("data");
        return data.isString() && !isJson(type)
                ? new Payload(data.asString().getBytes(UTF_8), type)
                : Content.payload(data.isMissingNode() ? null : data);
    }

    /** Attributes are headers, percent-encoded where they are not plain. */
    static NewEvent binary(HttpServletRequest request, byte[] body) {
        Map<String, String> attributes = new LinkedHashMap<>();
        for (var name : Collections.list(request.getHeaderNames())) {
            var lower = name.toLowerCase(Locale.ROOT);
            if (lower.startsWith("ce-")) {
                attributes.put(lower.substring(3), decoded(request.getHeader(name)));
            }
        }
        var type = Optional.ofNullable(request.getContentType()).orElse(Payload.BYTES);
        if (isJson(type)) {
            parsed(body);
        }
        return event(attributes, new Payload(body, isJson(type) ? Payload.JSON : type));
    }

    private static NewEvent event(Map<String, String> attributes, Payload payload) {
        for (var required : List.of("specversion", "type", "id", "source")) {
            if (attributes.getOrDefault(required, "").isEmpty()) {
                throw WebException.invalid("The CloudEvent lacks its attribute " + required + ".");
            }
        }
        if (!attributes.getOrDefault("specversion", "").equals("1.0")) {
            throw WebException.invalid("CloudEvents of version 1.0 are understood: " + attributes.get("specversion"));
        }
        var event = NewEvent.of(attributes.getOrDefault("type", ""), payload)
                .id(attributes.getOrDefault("id", ""))
                .source(attributes.getOrDefault("source", ""));
        for (var one : attributes.entrySet()) {
            event = switch (one.getKey()) {
                case "subject" -> event.subject(one.getValue());
                case "dataschema" -> event.schema(one.getValue());
                case "partitionkey" -> event.key(one.getValue());
                default -> KNOWN.contains(one.getKey()) ? event : event.header(one.getKey(), one.getValue());
            };
        }
        return event;
    }

    private static boolean isJson(String type) {
        var plain = type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        return plain.equals(Payload.JSON) || plain.endsWith("+json");
    }

    private static String decoded(String value) {
        try {
            return URLDecoder.decode(value.replace("+", "%2B"), UTF_8);
        } catch (IllegalArgumentException wrong) {
            throw WebException.invalid("A CloudEvents header is not percent-encoded as it should be: " + value);
        }
    }

    private static JsonNode parsed(byte[] body) {
        return Trees.given("The body", body);
    }
}
