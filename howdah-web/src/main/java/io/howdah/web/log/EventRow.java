// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.log;

import io.howdah.log.LogEvent;
import io.howdah.web.api.Content;
import io.howdah.web.api.Redaction;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * An event with its place in the log. Its attributes are those of CloudEvents.
 *
 * @param bytes how many the payload has
 * @param redacted whether there is more to it than is shown
 */
public record EventRow(
        int partition,
        String offset,
        String unit,
        String id,
        String type,
        Optional<String> key,
        Optional<String> source,
        Optional<String> subject,
        Optional<String> schema,
        Map<String, String> headers,
        Instant appendedAt,
        Instant numberedAt,
        Optional<JsonNode> payload,
        Optional<String> base64,
        String contentType,
        int bytes,
        boolean redacted) {
    static EventRow of(LogEvent event, Redaction by) {
        var content = by.content(event.payload());
        var headers = by.words(event.headers());
        return new EventRow(
                event.partition(),
                Long.toString(event.offset()),
                Long.toString(event.unit()),
                event.id(),
                event.type(),
                event.key(),
                event.source(),
                event.subject(),
                event.schema(),
                headers,
                event.appendedAt(),
                event.numberedAt(),
                content.json(),
                content.base64(),
                content.contentType(),
                content.bytes(),
                content.redacted() || !headers.equals(event.headers()));
    }

    /** For people, on one line. */
    public String shown() {
        return Content.line(payload, base64, contentType, bytes);
    }
}
