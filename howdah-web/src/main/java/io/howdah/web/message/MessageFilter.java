// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.message;

import io.howdah.queue.Queues;
import io.howdah.queue.WaitingMessage;
import io.howdah.web.api.Given;
import io.howdah.web.api.Redaction;
import io.howdah.web.api.SoughtField;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which of the messages that wait are looked for; empty is any. */
public record MessageFilter(Optional<SoughtField> header, Optional<SoughtField> field) {
    static final MessageFilter NONE = new MessageFilter(Optional.empty(), Optional.empty());

    /** How many of those that are received next are looked through. */
    public static final int WINDOW = 500;

    /** As it is written in an address. */
    static MessageFilter of(Map<String, String> parameters) {
        return new MessageFilter(
                Given.word(parameters, "header").map(SoughtField::header),
                Given.word(parameters, "field").map(SoughtField::of));
    }

    public boolean isEmpty() {
        return header.isEmpty() && field.isEmpty();
    }

    /** What is received next and matches what is shown of it. */
    List<MessageRow> peek(Queues queues, String queue, int limit, Redaction by) {
        header.ifPresent(sought -> sought.require(by));
        field.ifPresent(sought -> sought.require(by));
        return queues.peek(queue, isEmpty() ? limit : WINDOW).stream()
                .filter(message -> isWanted(message, by))
                .limit(limit)
                .map(message -> MessageRow.of(message, by))
                .toList();
    }

    private boolean isWanted(WaitingMessage message, Redaction by) {
        return header.map(sought -> sought.matches(message.headers(), by)).orElse(true)
                && field.map(sought -> sought.matches(message.payload(), by)).orElse(true);
    }
}
