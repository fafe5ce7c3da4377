// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.db;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Headers as the JSON object that is stored: names and values, both text. Written out here because the library has no
 * JSON parser of its own, and this much needs none.
 */
public final class Headers {
    private final String json;
    private int position;

    private Headers(String json) {
        this.json = json;
    }

    public static @Nullable String json(Map<String, String> headers) {
        if (headers.isEmpty()) {
            return null;
        }
        var text = new StringBuilder("{");
        new TreeMap<>(headers).forEach((name, value) -> {
            text.append(text.length() == 1 ? "" : ",");
            quote(text, name);
            text.append(':');
            quote(text, value);
        });
        return text.append('}').toString();
    }

    /** In bytes, about as much as is stored. */
    public static int length(Map<String, String> headers) {
        return headers.entrySet().stream()
                .mapToInt(one -> bytes(one.getKey()) + bytes(one.getValue()) + 12)
                .sum();
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    private static void quote(StringBuilder text, String value) {
        text.append('"');
        value.chars().forEach(character -> {
            switch (character) {
                case '"', '\\' -> text.append('\\').append((char) character);
                // PostgreSQL's text cannot hold a NUL.
                case 0 -> text.append('\uFFFD');
                default -> {
                    if (character < ' ') {
                        text.append(String.format("\\u%04x", character));
                    } else {
                        text.append((char) character);
                    }
                }
            }
        });
        text.append('"');
    }

    /** Reads what PostgreSQL prints for a jsonb object whose values are all text. */
    public static Map<String, String> parse(@Nullable String json) {
        return json == null ? Map.of() : new Headers(json).object();
    }

    private Map<String, String> object() {
        var headers = new TreeMap<String, String>();
        while (skipTo('"')) {
            var name = string();
            skipTo('"');
            headers.put(name, string());
        }
        return Map.copyOf(headers);
    }

    private boolean skipTo(char wanted) {
        while (position < json.length() && json.charAt(position) != wanted) {
            position++;
        }
        return position < json.length();
    }

    private String string() {
        var text = new StringBuilder();
        position++;
        for (; json.charAt(position) != '"'; position++) {
            text.append(json.charAt(position) == '\\' ? escaped() : json.charAt(position));
        }
        position++;
        return text.toString();
    }

    private char escaped() {
        position++;
        return switch (json.charAt(position)) {
            case 'n' -> '\n';
            case 't' -> '\t';
            case 'r' -> '\r';
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'u' -> {
                position += 4;
                yield (char) Integer.parseInt(json.substring(position - 3, position + 1), 16);
            }
            default -> json.charAt(position);
        };
    }
}
