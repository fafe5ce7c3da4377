// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.job;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.HexFormat;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** What a job was given. */
@SuppressWarnings("ArrayRecordComponent") // Read once, shown once.
public record JobPayload(String contentType, byte[] bytes) {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final int MOST_SHOWN = 20_000;
    private static final int MOST_SHOWN_BYTES = 1_000;

    public int size() {
        return bytes.length;
    }

    /** For people: JSON laid out, other text as it is, the beginning of anything else in hexadecimal digits. */
    public String shown() {
        if (contentType.startsWith("application/json")) {
            return cut(laidOut());
        }
        return contentType.startsWith("text/")
                ? cut(new String(bytes, UTF_8))
                : HexFormat.ofDelimiter(" ").formatHex(bytes, 0, Math.min(bytes.length, MOST_SHOWN_BYTES));
    }

    private String laidOut() {
        try {
            return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(MAPPER.readTree(bytes));
        } catch (JacksonException notJson) {
            return new String(bytes, UTF_8);
        }
    }

    private static String cut(String text) {
        return text.length() <= MOST_SHOWN ? text : text.substring(0, MOST_SHOWN) + "\n…";
    }
}
