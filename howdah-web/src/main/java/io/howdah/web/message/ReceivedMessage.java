// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.message;

import io.howdah.Payload;
import io.howdah.queue.Message;
import io.howdah.web.api.Content;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * A message that was received.
 *
 * @param receipt ends it
 * @param delivery how many times it has been delivered, this time included
 * @param traceparent of the trace that it was sent in
 */
record ReceivedMessage(
        String id,
        String receipt,
        Optional<JsonNode> payload,
        Optional<String> base64,
        String contentType,
        int delivery,
        int priority,
        Map<String, String> headers,
        Optional<String> group,
        Optional<String> correlation,
        Optional<String> traceparent,
        Instant sentAt) {
    static ReceivedMessage of(Message<Payload> message) {
        var content = Content.of(message.payload());
        return new ReceivedMessage(
                message.id().toString(),
                message.receipt().text(),
                content.json(),
                content.base64(),
                content.contentType(),
                message.delivery(),
                message.priority(),
                message.headers(),
                message.group(),
                message.correlation(),
                message.trace(),
                message.sentAt());
    }
}
