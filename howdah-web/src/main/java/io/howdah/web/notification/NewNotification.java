// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.notification;

import io.howdah.notification.Intent;
import io.howdah.notification.Recipient;
import io.howdah.web.WebException;
import io.howdah.web.access.Caller;
import io.howdah.web.api.Given;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What somebody wants others to know, over HTTP.
 *
 * @param producer a program may say whose keys these are; a person's are his own
 * @param to such as {@code person:ada}, {@code group:sales}, {@code endpoint:billing}, {@code subscribers}
 */
record NewNotification(
        @Nullable String producer,
        @Nullable String key,
        @Nullable String type,
        @Nullable List<String> to,
        @Nullable String subject,
        @Nullable String text,
        @Nullable String html,
        @Nullable String template,
        @Nullable JsonNode data,
        @Nullable Integer priority,
        @Nullable String correlation,
        @Nullable Instant notBefore,
        @Nullable Duration keyFor) {
    NewNotification {
        if (key == null || type == null || to == null || to.isEmpty()) {
            throw WebException.invalid("A notification has a key, a type, and whom it goes to.");
        }
    }

    Intent intent(Caller caller) {
        var from = producerOf(producer, caller);
        var recipients = Given.or(to, List.<String>of()).stream().map(NewNotification::recipient);
        var intent =
                Intent.of(from, String.valueOf(key), String.valueOf(type)).to(recipients.toArray(Recipient[]::new));
        intent = Given.with(intent, subject, Intent::subject);
        intent = Given.with(intent, text, Intent::text);
        intent = Given.with(intent, html, Intent::html);
        intent = Given.with(intent, template, Intent::template);
        intent = Given.with(intent, data, (all, json) -> all.dataJson(json.toString()));
        intent = Given.with(intent, priority, Intent::priority);
        intent = Given.with(intent, correlation, Intent::correlation);
        intent = Given.with(intent, notBefore, Intent::notBefore);
        return Given.with(intent, keyFor, Intent::keyFor);
    }

    /** One that is null in the list is nobody. */
    private static Recipient recipient(@Nullable String text) {
        return new Recipient(Given.or(text, ""));
    }

    static String producerOf(@Nullable String producer, Caller caller) {
        if (caller.isPerson() && !Given.or(producer, caller.name()).equals(caller.name())) {
            throw WebException.invalid("producer is you: " + caller.name());
        }
        return Given.or(producer, caller.name());
    }
}
