// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.notification;

import io.howdah.web.WebException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is asked for in an address or a form: words and times, of which each may be left out. */
final class Asking {
    private Asking() {}

    static @Nullable String word(Map<String, String> parameters, String name) {
        var given = parameters.getOrDefault(name, "").strip();
        return given.isEmpty() ? null : given;
    }

    /** As people and programs write it: to the second or finer, or a day and a time without a zone, which is UTC. */
    static @Nullable Instant time(Map<String, String> parameters, String name) {
        var given = word(parameters, name);
        try {
            return given == null ? null : Instant.parse(given.endsWith("Z") ? given : whole(given));
        } catch (DateTimeParseException wrong) {
            throw WebException.invalid(name + " is a time such as 2026-01-31T12:00:00Z: " + given);
        }
    }

    private static String whole(String given) {
        return given + (given.length() == "2026-01-31T12:00".length() ? ":00Z" : "Z");
    }

    static @Nullable Integer number(Map<String, String> parameters, String name) {
        var given = word(parameters, name);
        if (given != null && !given.matches("\\d{1,9}")) {
            throw WebException.invalid(name + " must be a number: " + given);
        }
        return given == null ? null : Integer.valueOf(given);
    }
}
