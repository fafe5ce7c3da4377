// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import io.howdah.web.api.Redaction;
import java.util.List;
import java.util.Map;

/** Which fields of payloads are masked wherever they are shown. */
final class Redacted {
    static final String REDACT = "HOWDAH_REDACT";

    private Redacted() {}

    /** The names that the environment has, with commas; those that most want, if it has none. */
    static String from(Map<String, String> environment) {
        var names = environment.getOrDefault(REDACT, Redaction.STANDARD);
        try {
            Redaction.of(List.of(names));
        } catch (IllegalArgumentException wrong) {
            throw CommandException.withCode(2, REDACT + ": " + wrong.getMessage());
        }
        return names;
    }
}
