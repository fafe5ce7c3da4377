// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.job;

import io.howdah.job.JobState;
import io.howdah.web.WebException;
import io.howdah.web.access.Gate;
import io.howdah.web.access.Permission;
import io.howdah.web.api.Given;
import io.howdah.web.api.Redaction;
import io.howdah.web.api.SoughtField;
import io.howdah.web.console.Words;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Which jobs are looked for; empty is any.
 *
 * @param from enqueued then or later
 * @param until enqueued before that
 * @param header a word about it that is not its payload
 * @param field what its payload says
 */
public record JobFilter(
        Optional<JobState> state,
        Optional<String> type,
        Optional<String> queue,
        Optional<String> key,
        Optional<String> correlation,
        Optional<Instant> from,
        Optional<Instant> until,
        Optional<SoughtField> header,
        Optional<SoughtField> field) {
    /** As it is written in an address. */
    static JobFilter of(Map<String, String> parameters) {
        return new JobFilter(
                Given.word(parameters, "state").map(JobFilter::state),
                Given.word(parameters, "type"),
                Given.word(parameters, "queue"),
                Given.word(parameters, "key"),
                Given.word(parameters, "correlation"),
                Given.time(parameters, "from"),
                Given.time(parameters, "until"),
                Given.word(parameters, "header").map(SoughtField::header),
                Given.word(parameters, "field").map(SoughtField::of));
    }

    /** Payloads and headers are for those who operate, and what is masked in them for nobody. */
    JobFilter require(HttpServletRequest request, Redaction by) {
        if (looksInside()) {
            var caller = Gate.caller(request).orElseThrow(() -> WebException.unauthenticated(Optional.empty()));
            if (!caller.may(Permission.OPERATE)) {
                throw WebException.forbidden(caller.name(), Permission.OPERATE.name());
            }
        }
        header.ifPresent(sought -> sought.require(by));
        field.ifPresent(sought -> sought.require(by));
        return this;
    }

    /** Whether more must be read of a job than is in a list. */
    public boolean looksInside() {
        return header.isPresent() || field.isPresent();
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
        state.ifPresent(given -> words.put("state", given.name().toLowerCase(Locale.ROOT)));
        type.ifPresent(given -> words.put("type", given));
        queue.ifPresent(given -> words.put("queue", given));
        key.ifPresent(given -> words.put("key", given));
        correlation.ifPresent(given -> words.put("correlation", given));
        from.ifPresent(given -> words.put("from", given.toString()));
        until.ifPresent(given -> words.put("until", given.toString()));
        header.ifPresent(given -> words.put("header", given.toString()));
        field.ifPresent(given -> words.put("field", given.toString()));
        return words;
    }

    private static JobState state(String word) {
        return Arrays.stream(JobState.values())
                .filter(state -> state.name().equals(word.toUpperCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> WebException.invalid("state must be one of "
                        + Arrays.toString(JobState.values()).toLowerCase(Locale.ROOT) + ": " + word));
    }
}
