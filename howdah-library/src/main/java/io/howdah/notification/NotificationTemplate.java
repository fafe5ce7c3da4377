// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

import java.util.Optional;

/**
 * Words with places for data: <code>{{order.id}}</code> stands for that value of the data. What the data does not have
 * is an error when the notification is taken in, so that nobody gets half a sentence.
 *
 * @param html values in it are escaped
 */
public record NotificationTemplate(String name, String subject, String text, Optional<String> html) {
    public static NotificationTemplate of(String name, String subject, String text) {
        return new NotificationTemplate(name, subject, text, Optional.empty());
    }

    public NotificationTemplate html(String html) {
        return new NotificationTemplate(name, subject, text, Optional.of(html));
    }
}
