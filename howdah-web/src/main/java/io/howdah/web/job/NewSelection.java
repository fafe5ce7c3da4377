// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.job;

import io.howdah.job.JobFilter;
import io.howdah.job.JobState;
import io.howdah.web.WebException;
import io.howdah.web.api.Given;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which of many jobs are meant, and what else there is to say of them. */
record NewSelection(
        @Nullable String state,
        @Nullable String type,
        @Nullable String queue,
        @Nullable String key,
        @Nullable String correlation,
        @Nullable Instant from,
        @Nullable Instant until,
        @Nullable String reason,
        @Nullable Boolean dryRun) {
    /** As it is written in an address. */
    static NewSelection of(Map<String, String> parameters) {
        return new NewSelection(
                word(parameters, "state"),
                word(parameters, "type"),
                word(parameters, "queue"),
                word(parameters, "key"),
                word(parameters, "correlation"),
                time(parameters, "from"),
                time(parameters, "until"),
                word(parameters, "reason"),
                "true".equals(parameters.get("dryRun")));
    }

    JobFilter filter() {
        var filter = JobFilter.all();
        filter = Given.with(filter, state, (all, word) -> all.state(state(word)));
        filter = Given.with(filter, type, JobFilter::type);
        filter = Given.with(filter, queue, JobFilter::queue);
        filter = Given.with(filter, key, JobFilter::key);
        filter = Given.with(filter, correlation, JobFilter::correlation);
        filter = Given.with(filter, from, JobFilter::from);
        return Given.with(filter, until, JobFilter::until);
    }

    boolean isDryRun() {
        return Boolean.TRUE.equals(dryRun);
    }

    String why(String otherwise) {
        return Given.or(reason, otherwise);
    }

    private static JobState state(String word) {
        return switch (word.toLowerCase(Locale.ROOT)) {
            case "dead" -> JobState.DEAD;
            case "discarded" -> JobState.DISCARDED;
            case "cancelled" -> JobState.CANCELLED;
            default -> throw WebException.invalid("state is dead, discarded or cancelled: " + word);
        };
    }

    private static @Nullable String word(Map<String, String> parameters, String name) {
        var given = parameters.getOrDefault(name, "").strip();
        return given.isEmpty() ? null : given;
    }

    private static @Nullable Instant time(Map<String, String> parameters, String name) {
        var given = word(parameters, name);
        try {
            return given == null ? null : Instant.parse(given);
        } catch (DateTimeParseException wrong) {
            throw WebException.invalid(name + " is a time such as 2026-01-31T12:00:00Z: " + given);
        }
    }
}
