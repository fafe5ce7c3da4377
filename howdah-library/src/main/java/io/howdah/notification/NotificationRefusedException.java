// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

import io.howdah.HowdahException;
import org.jspecify.annotations.Nullable;

/** An intent that cannot be taken in as it is; nothing was written. */
public final class NotificationRefusedException extends HowdahException {
    private NotificationRefusedException(String code, String reason, @Nullable Throwable cause) {
        super(code, "The intent was not taken in: " + reason, cause);
    }

    static NotificationRefusedException of(String outcome, String reason) {
        return switch (outcome) {
            case "unknown-recipient" ->
                new NotificationRefusedException("notification-unknown-recipient", reason, null);
            case "unknown-template" -> new NotificationRefusedException("notification-unknown-template", reason, null);
            case "template-failed" -> new NotificationRefusedException("notification-template-failed", reason, null);
            default -> new NotificationRefusedException("notification-malformed", reason, null);
        };
    }

    static NotificationRefusedException unreadable(Throwable cause) {
        return new NotificationRefusedException("notification-malformed", String.valueOf(cause.getMessage()), cause);
    }
}
