// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.message;

import io.howdah.Payload;
import io.howdah.queue.MessageId;
import io.howdah.queue.Messages;
import io.howdah.queue.QueueName;
import io.howdah.web.WebException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Messages that are sent together: all of them or none. */
record NewMessages(@Nullable List<NewMessage> messages) {
    private static final int MOST = 1_000;

    NewMessages {
        if (messages == null || messages.isEmpty() || messages.size() > MOST) {
            throw WebException.invalid("messages is a list of 1 to " + MOST + ".");
        }
    }

    /** Those that follow each other and are treated alike travel in one statement. */
    List<MessageId> send(Messages sender, QueueName<Payload> queue) {
        var ids = new ArrayList<MessageId>();
        var alike = new ArrayList<NewMessage>();
        for (var message : List.copyOf(messages == null ? List.of() : messages)) {
            if (!alike.isEmpty() && !alike.getFirst().withoutContent().equals(message.withoutContent())) {
                ids.addAll(sendAlike(sender, queue, alike));
                alike.clear();
            }
            alike.add(message);
        }
        ids.addAll(sendAlike(sender, queue, alike));
        return ids;
    }

    private static List<MessageId> sendAlike(Messages sender, QueueName<Payload> queue, List<NewMessage> alike) {
        return sender.sendAll(
                queue,
                alike.stream().map(NewMessage::content).toList(),
                alike.getFirst().options());
    }
}
