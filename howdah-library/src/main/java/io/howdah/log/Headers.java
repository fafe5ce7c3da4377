// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Headers on their way to the database and back. */
final class Headers {
    /** Keeps them below what the database allows, whatever they are encoded as. */
    private static final int MOST_CHARACTERS = 4_000;

    private Headers() {}

    static Map<String, String> require(Map<String, String> headers) {
        int characters = 0;
        for (var header : headers.entrySet()) {
            characters += header.getKey().length() + header.getValue().length();
            if (header.getKey().isEmpty() || (header.getKey() + header.getValue()).indexOf('\0') >= 0) {
                throw new IllegalArgumentException("a header has a name, and no NUL: \"" + header.getKey() + "\"");
            }
        }
        if (characters > MOST_CHARACTERS) {
            throw new IllegalArgumentException(
                    "the headers of an event have at most 4000 characters together, these have " + characters);
        }
        return headers;
    }

    /** As JSON, or null when there are none. */
    static @Nullable String json(Map<String, String> headers) {
        if (headers.isEmpty()) {
            return null;
        }
        var json = new StringBuilder("{");
        headers.forEach((name, value) -> {
            json.append(json.length() > 1 ? "," : "");
            quote(json, name);
            json.append(':');
            quote(json, value);
        });
        return json.append('}').toString();
    }

    private static void quote(StringBuilder json, String text) {
        json.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                json.append('\\').append(c);
            } else if (c < ' ') {
                json.append(String.format("\\u%04x", (int) c));
            } else {
                json.append(c);
            }
        }
        json.append('"');
    }

    /** From names and values in turn. */
    static Map<String, String> of(List<String> pairs) {
        var headers = new LinkedHashMap<String, String>();
        for (int i = 0; i < pairs.size(); i += 2) {
            headers.put(pairs.get(i), pairs.get(i + 1));
        }
        return Map.copyOf(headers);
    }
}
