// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.job;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.howdah.Payload;
import io.howdah.web.api.Content;
import io.howdah.web.api.Redaction;
import io.howdah.web.api.Trees;
import java.util.HexFormat;
import tools.jackson.core.JacksonException;

/**
 * What a job was given, or something else that is shown like it.
 *
 * @param masked whether there is more to it than is shown
 */
@SuppressWarnings("ArrayRecordComponent") // Read once, shown once.
public record JobPayload(String contentType, byte[] bytes, boolean masked) {
    private static final int MOST_SHOWN = 20_000;
    private static final int MOST_SHOWN_BYTES = 1_000;

    public JobPayload(String contentType, byte[] bytes) {
        this(contentType, bytes, false);
    }

    /** As it may be shown: with masks, and what cannot be masked not at all. */
    public JobPayload redacted(Redaction by) {
        if (!by.isOn()) {
            return this;
        }
        var content = by.content(new Payload(bytes, contentType));
        var shown = content.json().map(json -> Content.payload(json).bytes()).orElse(new byte[0]);
        return new JobPayload(contentType, shown, content.redacted());
    }

    /** Whether it is not shown at all. */
    public boolean isHidden() {
        return masked && bytes.length == 0;
    }

    public int size() {
        return bytes.length;
    }

    /** For people: JSON laid out, other text as it is, the beginning of anything else in hexadecimal digits. */
    public String shown() {
        if (!isHidden() && (contentType.startsWith("application/json") || contentType.contains("+json"))) {
            return cut(laidOut());
        }
        return contentType.startsWith("text/")
                ? cut(new String(bytes, UTF_8))
                : HexFormat.ofDelimiter(" ").formatHex(bytes, 0, Math.min(bytes.length, MOST_SHOWN_BYTES));
    }

    private String laidOut() {
        try {
            return Trees.laidOut(Trees.stored(bytes));
        } catch (JacksonException notJson) {
            return new String(bytes, UTF_8);
        }
    }

    private static String cut(String text) {
        return text.length() <= MOST_SHOWN ? text : text.substring(0, MOST_SHOWN) + "\n…";
    }
}
