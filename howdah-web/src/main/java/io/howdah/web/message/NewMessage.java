// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.message;

import io.howdah.Payload;
import io.howdah.queue.SendOptions;
import io.howdah.web.WebException;
import io.howdah.web.api.Content;
import io.howdah.web.api.Given;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A message as it is sent over HTTP: JSON, or bytes in Base64. */
record NewMessage(
        @Nullable JsonNode payload,
        @Nullable String base64,
        @Nullable String contentType,
        @Nullable Integer priority,
        @Nullable Duration delay,
        @Nullable Instant at,
        @Nullable Map<String, String> headers,
        @Nullable String group,
        @Nullable NewDeduplication deduplication,
        @Nullable String correlation) {
    NewMessage {
        if (delay != null && at != null) {
            throw WebException.invalid("delay and at exclude each other.");
        }
    }

    /** The same id within the window is sent once. */
    record NewDeduplication(@Nullable String id, @Nullable Duration window) {
        NewDeduplication {
            if (id == null || window == null) {
                throw WebException.invalid("deduplication has an id and a window, such as PT5M.");
            }
        }

        SendOptions addTo(SendOptions options) {
            return id == null || window == null ? options : options.deduplicate(id, window);
        }
    }

    Payload content() {
        return Content.payload(payload, base64, contentType);
    }

    SendOptions options() {
        var options = SendOptions.none();
        options = Given.with(options, priority, SendOptions::priority);
        options = Given.with(options, delay, SendOptions::delay);
        options = Given.with(options, at, SendOptions::at);
        options = Given.with(options, headers, SendOptions::headers);
        options = Given.with(options, group, SendOptions::group);
        options = Given.with(options, deduplication, (all, one) -> one.addTo(all));
        return Given.with(options, correlation, SendOptions::correlation);
    }

    /** Two of them that differ in nothing but what is said can be sent together. */
    NewMessage withoutContent() {
        return new NewMessage(null, null, null, priority, delay, at, headers, group, deduplication, correlation);
    }
}
