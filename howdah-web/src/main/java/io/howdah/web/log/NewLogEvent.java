// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.log;

import io.howdah.log.NewEvent;
import io.howdah.web.WebException;
import io.howdah.web.api.Content;
import io.howdah.web.api.Given;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** An event as it is appended over HTTP: JSON, or bytes in Base64. */
record NewLogEvent(
        @Nullable String type,
        @Nullable String key,
        @Nullable String id,
        @Nullable String source,
        @Nullable String subject,
        @Nullable String schema,
        @Nullable Map<String, String> headers,
        @Nullable JsonNode payload,
        @Nullable String base64,
        @Nullable String contentType) {
    NewLogEvent {
        if (type == null) {
            throw WebException.invalid("type is missing: what happened.");
        }
    }

    NewEvent event() {
        var event = NewEvent.of(Given.or(type, ""), Content.payload(payload, base64, contentType));
        event = Given.with(event, key, NewEvent::key);
        event = Given.with(event, id, NewEvent::id);
        event = Given.with(event, source, NewEvent::source);
        event = Given.with(event, subject, NewEvent::subject);
        event = Given.with(event, schema, NewEvent::schema);
        for (var header : Given.or(headers, Map.<String, String>of()).entrySet()) {
            event = event.header(header.getKey(), header.getValue());
        }
        return event;
    }
}
