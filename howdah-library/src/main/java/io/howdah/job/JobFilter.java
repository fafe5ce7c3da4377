// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Which jobs are meant: all, unless it says otherwise. Immutable. */
public final class JobFilter {
    private static final JobFilter ALL = new JobFilter(new Choices(JobState.DEAD, null, null, null, null, null, null));

    private final Choices choices;

    /** What was said; null is anything. */
    record Choices(
            JobState state,
            @Nullable String type,
            @Nullable String queue,
            @Nullable String key,
            @Nullable String correlation,
            @Nullable Instant from,
            @Nullable Instant until) {

        String[] states() {
            return new String[] {state.name().toLowerCase(Locale.ROOT)};
        }
    }

    private JobFilter(Choices choices) {
        this.choices = choices;
    }

    public static JobFilter all() {
        return ALL;
    }

    /** How they ended: DEAD unless it is said to be DISCARDED or CANCELLED. Of no account where none has ended. */
    public JobFilter state(JobState state) {
        if (!state.isFinal() || state == JobState.DONE) {
            throw new IllegalArgumentException("a job that failed is DEAD, DISCARDED or CANCELLED, not " + state);
        }
        var c = choices;
        return new JobFilter(new Choices(state, c.type, c.queue, c.key, c.correlation, c.from, c.until));
    }

    public JobFilter type(String type) {
        var c = choices;
        return new JobFilter(new Choices(c.state, type, c.queue, c.key, c.correlation, c.from, c.until));
    }

    public JobFilter queue(String queue) {
        var c = choices;
        return new JobFilter(new Choices(c.state, c.type, queue, c.key, c.correlation, c.from, c.until));
    }

    /** What they are ordered by: {@link JobOptions#key}. */
    public JobFilter key(String key) {
        var c = choices;
        return new JobFilter(new Choices(c.state, c.type, c.queue, key, c.correlation, c.from, c.until));
    }

    public JobFilter correlation(String correlation) {
        var c = choices;
        return new JobFilter(new Choices(c.state, c.type, c.queue, c.key, correlation, c.from, c.until));
    }

    /** Not before: when they ended, or when they were enqueued if they have not ended. */
    public JobFilter from(Instant from) {
        var c = choices;
        return new JobFilter(new Choices(c.state, c.type, c.queue, c.key, c.correlation, from, c.until));
    }

    /** Before: when they ended, or when they were enqueued if they have not ended. */
    public JobFilter until(Instant until) {
        var c = choices;
        return new JobFilter(new Choices(c.state, c.type, c.queue, c.key, c.correlation, c.from, until));
    }

    Choices choices() {
        return choices;
    }
}
