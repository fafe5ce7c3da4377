// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.message;

import io.howdah.queue.WaitingMessage;
import io.howdah.web.api.Content;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * A message that waits, as somebody sees who does not receive it.
 *
 * @param deliveries how many times it has been delivered before
 */
public record MessageRow(
        String id,
        Optional<JsonNode> payload,
        Optional<String> base64,
        String contentType,
        int deliveries,
        int priority,
        Map<String, String> headers,
        Optional<String> group,
        Optional<String> correlation,
        Instant sentAt) {
    static MessageRow of(WaitingMessage message) {
        var content = Content.of(message.payload());
        return new MessageRow(
                message.id().toString(),
                content.json(),
                content.base64(),
                content.contentType(),
                message.deliveries(),
                message.priority(),
                message.headers(),
                message.group(),
                message.correlation(),
                message.sentAt());
    }

    /** For people, on one line. */
    public String shown() {
        return payload.map(JsonNode::toString).or(() -> base64).orElse("");
    }
}
