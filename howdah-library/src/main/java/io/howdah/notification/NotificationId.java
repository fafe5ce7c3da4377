// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

/** Names a notification that was taken in. */
public record NotificationId(long value) {
    @Override
    public String toString() {
        return Long.toString(value);
    }
}
