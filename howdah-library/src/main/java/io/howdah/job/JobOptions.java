// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import io.howdah.Payload;
import io.howdah.work.NewWork;
import io.howdah.work.Uniqueness;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How one job is to be treated, where that differs from its type. Immutable. */
public final class JobOptions {
    /** What happens when a job with the same unique key is there already. */
    public enum IfExists {
        /** An error. */
        REJECT,
        /** Nothing is enqueued; the answer is the id of the job that is there. */
        KEEP,
        /** The new job takes its place, unless that one is running already. */
        REPLACE
    }

    private static final JobOptions NONE =
            new JobOptions(NewWork.DEFAULT_PRIORITY, null, null, 0, Optional.empty(), null);

    private final int priority;
    private final @Nullable Duration delay;
    private final @Nullable Instant at;
    private final int attempts;
    private final Optional<Uniqueness> uniqueness;
    private final @Nullable String correlation;

    private JobOptions(
            int priority,
            @Nullable Duration delay,
            @Nullable Instant at,
            int attempts,
            Optional<Uniqueness> uniqueness,
            @Nullable String correlation) {
        this.priority = priority;
        this.delay = delay;
        this.at = at;
        this.attempts = attempts;
        this.uniqueness = uniqueness;
        this.correlation = correlation;
    }

    public static JobOptions none() {
        return NONE;
    }

    public static JobOptions delayed(Duration delay) {
        return NONE.delay(delay);
    }

    /** 0 to 9, default 5. Small is urgent. */
    public JobOptions priority(int priority) {
        return new JobOptions(priority, delay, at, attempts, uniqueness, correlation);
    }

    /** Not before this much later, by the database's clock. */
    public JobOptions delay(Duration delay) {
        return new JobOptions(priority, delay, null, attempts, uniqueness, correlation);
    }

    /** Not before this time, by the database's clock. */
    public JobOptions at(Instant at) {
        return new JobOptions(priority, null, at, attempts, uniqueness, correlation);
    }

    /** How often it is tried at most, instead of what its type says. */
    public JobOptions attempts(int most) {
        return new JobOptions(priority, delay, at, most, uniqueness, correlation);
    }

    /** At most one job of its queue with this key until it has ended. */
    public JobOptions unique(String key, IfExists ifExists) {
        return unique(new Uniqueness(key, conflict(ifExists), Optional.empty()));
    }

    /** At most one job of its queue with this key within a period, whether or not it has ended. */
    public JobOptions uniqueFor(Duration period, String key, IfExists ifExists) {
        return unique(new Uniqueness(key, conflict(ifExists), Optional.of(period)));
    }

    /** What it belongs to, carried on to whatever it starts: up to 200 characters. */
    public JobOptions correlation(String correlation) {
        return new JobOptions(priority, delay, at, attempts, uniqueness, correlation);
    }

    private JobOptions unique(Uniqueness uniqueness) {
        return new JobOptions(priority, delay, at, attempts, Optional.of(uniqueness), correlation);
    }

    private static Uniqueness.Conflict conflict(IfExists ifExists) {
        return Uniqueness.Conflict.valueOf(ifExists.name());
    }

    boolean rejects() {
        return uniqueness
                .filter(unique -> unique.conflict() == Uniqueness.Conflict.REJECT)
                .isPresent();
    }

    NewWork work(JobType<?> type, Payload payload) {
        return new NewWork(
                type.queue(),
                type.name(),
                priority,
                delay,
                at,
                attempts == 0 ? type.retry().attempts() : attempts,
                type.timeout().orElse(null),
                correlation,
                null,
                uniqueness,
                payload);
    }
}
