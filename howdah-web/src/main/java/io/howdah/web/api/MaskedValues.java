// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.howdah.Payload;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Masks what stands under masked names in a payload wherever it stands in words about it: programs quote what they were
 * given when it does not suit them. Found as it was written, or as JSON writes it; what somebody made of it is not. A
 * payload that is no JSON is masked as a whole, and so is each of its lines.
 */
final class MaskedValues {
    /** What is shorter would be found in words that have nothing to do with it. */
    private static final int SHORTEST = 4;

    private static final int SHORTEST_LINE = 8;
    private static final int MOST = 200;
    private static final int DEEPEST = 200;
    private static final JsonMapper MAPPER = new JsonMapper();

    private final Redaction by;
    private final Set<String> found = new LinkedHashSet<>();
    private List<String> values = List.of();

    private MaskedValues(Redaction by) {
        this.by = by;
    }

    static MaskedValues of(Redaction by, Payload payload, Map<String, String> headers) {
        var values = new MaskedValues(by);
        Redaction.parsed(payload)
                .ifPresentOrElse(json -> values.look(json, 0), () -> values.add(new String(payload.bytes(), UTF_8)));
        headers.forEach((name, value) -> {
            if (by.isMasked(name)) {
                values.add(value);
            }
        });
        // Of two that overlap, the longer one is more of a secret.
        values.values = values.found.stream()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList();
        return values;
    }

    private void look(JsonNode node, int depth) {
        if (node.isObject()) {
            for (var field : node.properties()) {
                if (by.isMasked(field.getKey()) || depth > DEEPEST) {
                    take(field.getValue());
                } else {
                    look(field.getValue(), depth + 1);
                }
            }
        } else if (node.isArray()) {
            node.forEach(element -> look(element, depth + 1));
        } else if (node.isString() && depth <= DEEPEST) {
            lookInto(node.asString().strip(), depth + 1);
        }
    }

    private void lookInto(String text, int depth) {
        if (text.startsWith("{") || text.startsWith("[")) {
            try {
                look(Trees.stored(text), depth);
            } catch (JacksonException notJson) {
                // Then it is words, in which there are no fields to take values of.
                return;
            }
        }
    }

    private void take(JsonNode masked) {
        if (masked.isContainer()) {
            masked.forEach(this::take);
        } else if (masked.isString() || masked.isNumber()) {
            add(masked.asString());
        }
    }

    private void add(String value) {
        keep(value.strip(), SHORTEST);
        var written = MAPPER.writeValueAsString(value.strip());
        keep(written.substring(1, written.length() - 1), SHORTEST);
        if (value.indexOf('\n') >= 0) {
            value.lines().forEach(line -> keep(line.strip(), SHORTEST_LINE));
        }
    }

    private void keep(String value, int shortest) {
        // One more than is looked for says that there are too many.
        if (value.length() >= shortest && found.size() <= MOST) {
            found.add(value);
        }
    }

    /** Words without them. More of them than anybody looks for make all of it masked. */
    String in(String words) {
        if (values.size() > MOST) {
            return Redaction.MASK;
        }
        var masked = words;
        for (var value : values) {
            masked = masked.replace(value, Redaction.MASK);
        }
        for (var value : values) {
            var cut = cutOff(masked, value);
            if (cut > 0) {
                return masked.substring(0, masked.length() - cut) + Redaction.MASK;
            }
        }
        return masked;
    }

    /** How much of a value the words end with: what is too long for its place is cut, wherever that is. */
    private static int cutOff(String words, String value) {
        for (int length = Math.min(value.length() - 1, words.length()); length >= SHORTEST; length--) {
            if (words.startsWith(value.substring(0, SHORTEST), words.length() - length)
                    && words.regionMatches(words.length() - length, value, 0, length)) {
                return length;
            }
        }
        return 0;
    }
}
