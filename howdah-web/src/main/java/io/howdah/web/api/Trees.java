// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.howdah.web.WebException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;

/** Somebody's JSON as a tree that the same is written of again: no digit of a number is lost on the way. */
public final class Trees {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    /** Of two fields of one name a tree keeps one: whoever sends both is told, while the sender can still mend it. */
    private static final JsonMapper STRICT = MAPPER.rebuild()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    /** Some programs begin what is in UTF-8 with it. It is no part of the text; of bytes, Jackson skips it too. */
    private static final String MARK = "\ufeff";

    private Trees() {}

    /**
     * What was stored.
     *
     * @throws JacksonException if it is not JSON
     */
    public static JsonNode stored(byte[] json) {
        return MAPPER.readTree(json);
    }

    public static JsonNode stored(String json) {
        return MAPPER.readTree(json);
    }

    /** What somebody sends or has typed; what it is, such as "The payload", is for the refusal. */
    public static JsonNode given(String what, String json) {
        try {
            return STRICT.readTree(json);
        } catch (JacksonException wrong) {
            throw WebException.malformed(what + " is not JSON: " + wrong.getOriginalMessage(), wrong);
        }
    }

    /** The same of what is stored as it was sent: a byte that is no character is refused, and not made another one. */
    public static JsonNode given(String what, byte[] json) {
        try {
            var text = UTF_8.newDecoder().decode(ByteBuffer.wrap(json)).toString();
            return given(what, text.startsWith(MARK) ? text.substring(MARK.length()) : text);
        } catch (CharacterCodingException wrong) {
            throw WebException.malformed(what + " is not written in UTF-8.", wrong);
        }
    }

    static byte[] written(JsonNode tree) {
        return MAPPER.writeValueAsBytes(tree);
    }

    /** For people, a line to each field. */
    public static String laidOut(JsonNode tree) {
        return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(tree);
    }
}
