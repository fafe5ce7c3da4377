// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.job;

import io.howdah.job.JobState;
import io.howdah.web.WebException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Which jobs are looked for; empty is any. */
public record JobFilter(Optional<JobState> state, Optional<String> type, Optional<String> queue, Optional<String> key) {
    /** As it is written in an address. */
    static JobFilter of(Map<String, String> parameters) {
        return new JobFilter(
                word(parameters.get("state")).map(JobFilter::state),
                word(parameters.get("type")),
                word(parameters.get("queue")),
                word(parameters.get("key")));
    }

    public boolean isEmpty() {
        return state.isEmpty() && type.isEmpty() && queue.isEmpty() && key.isEmpty();
    }

    private static Optional<String> word(@Nullable String text) {
        return Optional.ofNullable(text).map(String::strip).filter(word -> !word.isEmpty());
    }

    private static JobState state(String word) {
        return Arrays.stream(JobState.values())
                .filter(state -> state.name().equals(word.toUpperCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> WebException.invalid("state must be one of "
                        + Arrays.toString(JobState.values()).toLowerCase(Locale.ROOT) + ": " + word));
    }
}
