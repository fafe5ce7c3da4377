// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.notification;

import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** What a notification says. */
public record NotificationWords(
        Optional<String> subject, Optional<String> text, Optional<String> html, Optional<JsonNode> data) {}
