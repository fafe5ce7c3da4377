// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

import java.time.Instant;
import java.util.Optional;

/**
 * A notification that was taken in, and how its deliveries stand; its words are its {@link NotificationContent}.
 *
 * @param key absent once it may be used again and somebody has
 * @param routes how many addresses it goes to; of the first 1000 of them it is told how they stand
 * @param waiting for their time, their turn, their next attempt, or a digest
 */
public record Notification(
        NotificationId id,
        String producer,
        Optional<String> key,
        String type,
        int priority,
        Optional<String> correlation,
        Instant acceptedAt,
        int routes,
        int waiting,
        int delivered,
        int dead) {}
