// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import io.howdah.Howdah;
import io.howdah.approval.Approvals;
import io.howdah.notification.NotificationRetention;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Map;

/** How long a replica keeps what has ended; the one that cleans up decides, so it is set alike on all. */
record RetentionSettings(NotificationRetention notifications, Duration approvals) {
    static final String RECORDS = "HOWDAH_KEEP_NOTIFICATIONS";
    static final String DEAD_LETTERS = "HOWDAH_KEEP_DEAD_LETTERS";
    static final String ATTEMPTS = "HOWDAH_KEEP_ATTEMPTS";
    static final String MALFORMED = "HOWDAH_KEEP_MALFORMED";
    static final String INBOX = "HOWDAH_KEEP_INBOX";
    static final String APPROVALS = "HOWDAH_KEEP_APPROVALS";

    private static final Duration SHORTEST = Duration.ofMinutes(1);
    private static final Duration LONGEST = Duration.ofDays(36_500);

    static RetentionSettings from(Map<String, String> environment) {
        var standard = NotificationRetention.DEFAULT;
        var notifications = new NotificationRetention(
                set(RECORDS, environment, standard.records()),
                set(DEAD_LETTERS, environment, standard.deadLetters()),
                set(ATTEMPTS, environment, standard.attempts()),
                set(MALFORMED, environment, standard.malformed()),
                set(INBOX, environment, standard.inbox()));
        return new RetentionSettings(notifications, set(APPROVALS, environment, Approvals.KEPT));
    }

    private static Duration set(String name, Map<String, String> environment, Duration standard) {
        var text = environment.get(name);
        if (text == null) {
            return standard;
        }
        try {
            var duration = Duration.parse(text.strip());
            if (duration.compareTo(SHORTEST) >= 0 && duration.compareTo(LONGEST) <= 0) {
                return duration;
            }
        } catch (DateTimeParseException notOne) {
            throw CommandException.wrongSetting(name + " is a time such as P14D or PT36H: " + text, notOne);
        }
        throw CommandException.wrongSetting(name + " is a minute (PT1M) to a hundred years (P36500D): " + text);
    }

    void applyTo(Howdah howdah) {
        howdah.notifications().keep(notifications);
        howdah.approvals().keep(approvals);
    }
}
