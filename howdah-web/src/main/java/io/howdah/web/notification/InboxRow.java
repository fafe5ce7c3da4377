// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.notification;

import io.howdah.notification.InboxItem;
import io.howdah.web.api.Trees;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Something in the caller's inbox. */
public record InboxRow(
        String id,
        String notification,
        String type,
        Optional<String> subject,
        Optional<String> text,
        Optional<JsonNode> data,
        Instant at,
        Optional<Instant> readAt) {

    static InboxRow of(InboxItem item) {
        return new InboxRow(
                Long.toString(item.number()),
                item.notification().toString(),
                item.type(),
                item.subject(),
                item.text(),
                item.data().map(Trees::stored),
                item.at(),
                item.readAt());
    }

    public boolean isUnread() {
        return readAt.isEmpty();
    }
}
