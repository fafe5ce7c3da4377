// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

import java.util.Optional;

/**
 * What a notification says.
 *
 * @param data as JSON
 */
public record NotificationContent(
        Optional<String> subject, Optional<String> text, Optional<String> html, Optional<String> data) {}
