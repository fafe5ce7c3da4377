// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

import io.howdah.HowdahException;

/** A producer has used the same key for something else. */
public final class NotificationConflictException extends HowdahException {
    private final NotificationId existing;

    NotificationConflictException(String reason, NotificationId existing) {
        super("notification-conflict", "The intent was not taken in: " + reason, null);
        this.existing = existing;
    }

    /** What the key belongs to. */
    public NotificationId existing() {
        return existing;
    }
}
