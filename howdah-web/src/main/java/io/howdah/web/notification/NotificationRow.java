// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.notification;

import io.howdah.notification.Notification;
import java.time.Instant;
import java.util.Optional;

/**
 * A notification in a list.
 *
 * @param routes how many addresses it goes to; of the first 1000 of them it is told how they stand
 */
public record NotificationRow(
        String id,
        String producer,
        Optional<String> key,
        String type,
        int priority,
        Optional<String> correlation,
        Instant acceptedAt,
        int routes,
        int waiting,
        int delivered,
        int dead) {
    static NotificationRow of(Notification notification) {
        return new NotificationRow(
                notification.id().toString(),
                notification.producer(),
                notification.key(),
                notification.type(),
                notification.priority(),
                notification.correlation(),
                notification.acceptedAt(),
                notification.routes(),
                notification.waiting(),
                notification.delivered(),
                notification.dead());
    }
}
