// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.account;

import io.howdah.web.WebException;
import io.howdah.web.api.Given;
import io.howdah.web.console.Words;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Which changes are looked for; empty is any.
 *
 * @param from made then or later
 * @param until made before that
 */
public record AuditFilter(
        Optional<String> actor,
        Optional<String> action,
        Optional<String> subject,
        Optional<Instant> from,
        Optional<Instant> until) {
    /** As it is written in an address. */
    static AuditFilter of(Map<String, String> parameters) {
        return new AuditFilter(
                Given.word(parameters, "actor"),
                Given.word(parameters, "action"),
                Given.word(parameters, "subject"),
                Given.time(parameters, "from"),
                Given.time(parameters, "until"));
    }

    public boolean isEmpty() {
        return words().isEmpty();
    }

    /** As it is written in an address, behind the question mark. */
    public String query() {
        return words().entrySet().stream()
                .map(word -> word.getKey() + "=" + Words.value(word.getValue()))
                .collect(Collectors.joining("&"));
    }

    private Map<String, String> words() {
        Map<String, String> words = new LinkedHashMap<>();
        actor.ifPresent(given -> words.put("actor", given));
        action.ifPresent(given -> words.put("action", given));
        subject.ifPresent(given -> words.put("subject", given));
        from.ifPresent(given -> words.put("from", given.toString()));
        until.ifPresent(given -> words.put("until", given.toString()));
        return words;
    }

    /** Where a page ends: when the last change was made, to the microsecond, and its number. */
    record Place(Instant at, long id) {
        static Optional<Place> of(Map<String, String> parameters) {
            return Given.word(parameters, "after").map(word -> {
                var parts = word.split("_", 2);
                try {
                    return new Place(Instant.parse(parts[0]), Long.parseLong(parts[parts.length - 1]));
                } catch (DateTimeException | NumberFormatException wrong) {
                    throw WebException.invalid("after must be what \"next\" of the page before said: " + word);
                }
            });
        }

        @Override
        public String toString() {
            return at + "_" + id;
        }
    }
}
