// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.api;

import io.howdah.Payload;
import io.howdah.web.WebException;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * A payload as JSON has it: itself if it is JSON, and in Base64 if it is anything else.
 *
 * @param json absent when it is not JSON
 * @param base64 absent when it is, and when it is not shown
 * @param bytes how many it has
 * @param redacted whether there is more to it than is shown
 */
public record Content(
        Optional<JsonNode> json, Optional<String> base64, String contentType, int bytes, boolean redacted) {
    public static Content of(Payload payload) {
        if (payload.contentType().equals(Payload.JSON)) {
            try {
                return new Content(
                        Optional.of(Trees.stored(payload.bytes())),
                        Optional.empty(),
                        payload.contentType(),
                        payload.bytes().length,
                        false);
            } catch (JacksonException notJson) {
                return encoded(payload);
            }
        }
        return encoded(payload);
    }

    /** Also of types that are written in JSON. */
    static boolean isJson(String contentType) {
        var type = contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        return type.equals(Payload.JSON) || type.endsWith("+json");
    }

    /** For people, on one line. */
    public static String line(Optional<JsonNode> json, Optional<String> base64, String contentType, int bytes) {
        return json.map(JsonNode::toString).or(() -> base64).orElse(bytes + " bytes of " + contentType);
    }

    private static Content encoded(Payload payload) {
        return new Content(
                Optional.empty(),
                Optional.of(Base64.getEncoder().encodeToString(payload.bytes())),
                payload.contentType(),
                payload.bytes().length,
                false);
    }

    /** What is not given is null, as JSON has it. */
    public static Payload payload(@Nullable JsonNode json) {
        return new Payload(json == null ? new byte[] {'n', 'u', 'l', 'l'} : Trees.written(json), Payload.JSON);
    }

    /** Either JSON, or bytes of some type in Base64. */
    public static Payload payload(@Nullable JsonNode json, @Nullable String base64, @Nullable String contentType) {
        if (base64 == null) {
            if (contentType != null && !contentType.equals(Payload.JSON)) {
                throw WebException.invalid("contentType goes with base64; a payload is " + Payload.JSON + ".");
            }
            return payload(json);
        }
        if (json != null) {
            throw WebException.invalid("payload and base64 exclude each other.");
        }
        try {
            return new Payload(Base64.getDecoder().decode(base64), Given.or(contentType, "application/octet-stream"));
        } catch (IllegalArgumentException wrong) {
            throw WebException.invalid("base64 is not Base64: " + wrong.getMessage());
        }
    }
}
