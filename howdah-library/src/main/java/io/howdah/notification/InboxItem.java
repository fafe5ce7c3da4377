// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

import java.time.Instant;
import java.util.Optional;

/**
 * Something in somebody's inbox.
 *
 * @param number grows from item to item
 * @param data as JSON
 */
public record InboxItem(
        long number,
        NotificationId notification,
        String type,
        Optional<String> subject,
        Optional<String> text,
        Optional<String> data,
        Instant at,
        Optional<Instant> readAt) {}
