// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.message;

import io.howdah.queue.WaitingMessage;
import io.howdah.web.api.Content;
import io.howdah.web.api.Redaction;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/**
 * A message that waits, as somebody sees who does not receive it.
 *
 * @param bytes how many the payload has
 * @param redacted whether there is more to it than is shown
 * @param deliveries how many times it has been delivered before
 */
public record MessageRow(
        String id,
        Optional<JsonNode> payload,
        Optional<String> base64,
        String contentType,
        int bytes,
        boolean redacted,
        int deliveries,
        int priority,
        Map<String, String> headers,
        Optional<String> group,
        Optional<String> correlation,
        Instant sentAt) {
    static MessageRow of(WaitingMessage message, Redaction by) {
        var content = by.content(message.payload());
        // A dead letter says in a header why it is one, and that may quote the message.
        var words = by.about(message.payload(), message.headers());
        var headers = new TreeMap<String, String>(by.words(message.headers()));
        headers.replaceAll((name, value) -> words.apply(value));
        return new MessageRow(
                message.id().toString(),
                content.json(),
                content.base64(),
                content.contentType(),
                content.bytes(),
                content.redacted() || !headers.equals(message.headers()),
                message.deliveries(),
                message.priority(),
                headers,
                message.group(),
                message.correlation(),
                message.sentAt());
    }

    /** For people, on one line. */
    public String shown() {
        return Content.line(payload, base64, contentType, bytes);
    }
}
