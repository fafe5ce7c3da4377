// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

import java.time.Duration;

/**
 * How long what has ended is kept.
 *
 * @param records notifications all of whose deliveries have ended well, and those; their keys are kept at least as long
 *     as they are valid
 * @param deadLetters notifications that have dead or discarded deliveries
 * @param attempts what was tried, dropped by the day
 * @param malformed what could not be taken in
 * @param inbox what people have in their inboxes
 */
public record NotificationRetention(
        Duration records, Duration deadLetters, Duration attempts, Duration malformed, Duration inbox) {
    public static final NotificationRetention DEFAULT = new NotificationRetention(
            Duration.ofDays(14), Duration.ofDays(90), Duration.ofDays(90), Duration.ofDays(90), Duration.ofDays(180));

    public NotificationRetention {
        for (var one : new Duration[] {records, deadLetters, attempts, malformed, inbox}) {
            if (one.compareTo(Duration.ofMinutes(1)) < 0) {
                throw new IllegalArgumentException("something is kept for a minute at least: " + one);
            }
        }
    }
}
