// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

import java.util.List;
import java.util.Optional;

/**
 * Some of many notifications.
 *
 * @param next where the next page begins, to be said as {@link NotificationFilter#before}; a page may be short, even
 *     empty, and still have a next
 */
public record NotificationPage(List<Notification> notifications, Optional<NotificationId> next) {}
