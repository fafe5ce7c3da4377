// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import io.howdah.Payload;
import io.howdah.internal.trace.Traces;
import io.howdah.work.NewWork;
import io.howdah.work.Uniqueness;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** How one job is to be treated, where that differs from its type. Immutable. */
public final class JobOptions {
    /** What happens when a job with the same unique key is there already. */
    public enum IfExists {
        /** An error. */
        REJECT,
        /** Nothing is enqueued; the answer is the id of the job that is there. */
        KEEP,
        /** The new job takes its place. One that is running already ends as it does, and is not tried again. */
        REPLACE
    }

    private static final JobOptions NONE = new JobOptions(work -> work);

    private final UnaryOperator<NewWork.Builder> choices;

    private JobOptions(UnaryOperator<NewWork.Builder> choices) {
        this.choices = choices;
    }

    public static JobOptions none() {
        return NONE;
    }

    public static JobOptions delayed(Duration delay) {
        return NONE.delay(delay);
    }

    /** 0 to 9, default 5. Small is urgent. */
    public JobOptions priority(int priority) {
        return and(work -> work.priority(priority));
    }

    /** Not before this much later, by the database's clock. */
    public JobOptions delay(Duration delay) {
        return and(work -> work.delay(delay).dueAt(null));
    }

    /** Not before this time, by the database's clock. */
    public JobOptions at(Instant at) {
        return and(work -> work.delay(null).dueAt(at));
    }

    /** How often it is tried at most, instead of what its type says. */
    public JobOptions attempts(int most) {
        return and(work -> work.maxAttempts(most));
    }

    /**
     * What it is ordered by, such as a customer: jobs of a queue with the same key run one after the other in the order
     * in which they were enqueued, those of different keys beside each other. {@link io.howdah.queue.Queues#limit}
     * allows more at a time. Up to 200 characters.
     */
    public JobOptions key(String key) {
        return and(work -> work.lane(key));
    }

    /** At most one job of its queue with this unique key until it has ended. */
    public JobOptions unique(String key, IfExists ifExists) {
        return unique(new Uniqueness(key, conflict(ifExists), Optional.empty()));
    }

    /** At most one job of its queue with this unique key within a period, whether or not it has ended. */
    public JobOptions uniqueFor(Duration period, String key, IfExists ifExists) {
        return unique(new Uniqueness(key, conflict(ifExists), Optional.of(period)));
    }

    /**
     * Only the last of many: a job with this unique key begins when none has been enqueued for that long, and it is the
     * last one.
     */
    public JobOptions debounce(String key, Duration quiet) {
        return unique(key, IfExists.REPLACE).delay(quiet);
    }

    /** What it belongs to, carried on to whatever it starts: up to 200 characters. */
    public JobOptions correlation(String correlation) {
        return and(work -> work.correlation(correlation));
    }

    /** The W3C traceparent it is part of, where that is not what {@link io.howdah.Tracing} says. */
    public JobOptions trace(String traceparent) {
        Traces.require(traceparent);
        return and(work -> work.trace(traceparent));
    }

    /** Words about it that are not its payload, such as who asked for it; altogether up to 16 KB. */
    public JobOptions headers(Map<String, String> headers) {
        return and(work -> work.headers(headers));
    }

    private JobOptions unique(Uniqueness uniqueness) {
        return and(work -> work.uniqueness(Optional.of(uniqueness)));
    }

    private JobOptions and(UnaryOperator<NewWork.Builder> choice) {
        return new JobOptions(work -> choice.apply(choices.apply(work)));
    }

    private static Uniqueness.Conflict conflict(IfExists ifExists) {
        return Uniqueness.Conflict.valueOf(ifExists.name());
    }

    /** @param origin what it has from where it was started, unless it is said here */
    NewWork work(JobType<?> type, Payload payload, UnaryOperator<NewWork.Builder> origin) {
        return choices.apply(origin.apply(NewWork.of(type.queue(), type.name(), payload)
                        .maxAttempts(type.retry().attempts())
                        .timeout(type.timeout().orElse(null))))
                .build();
    }
}
