// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A kind of job: its name, what its payload is, and how it is to be treated. Make it a constant that those who enqueue
 * and those who handle share. Immutable.
 */
public final class JobType<T> {
    private final String name;
    private final Class<T> payload;
    private final String queue;
    private final Retry retry;
    private final @Nullable Duration timeout;

    private JobType(String name, Class<T> payload, String queue, Retry retry, @Nullable Duration timeout) {
        this.name = name;
        this.payload = payload;
        this.queue = queue;
        this.retry = retry;
        this.timeout = timeout;
    }

    /** A type in the queue {@code default}, with {@link Retry#standard} and no timeout. */
    public static <T> JobType<T> of(String name, Class<T> payload) {
        return new JobType<>(name, payload, "default", Retry.standard(), null);
    }

    /** The queue its jobs wait in; queues have workers of their own. */
    public JobType<T> queue(String queue) {
        return new JobType<>(name, payload, queue, retry, timeout);
    }

    /** When and how often it is tried again. */
    public JobType<T> retry(Retry retry) {
        return new JobType<>(name, payload, queue, retry, timeout);
    }

    /** How long an attempt may take before it is interrupted and counts as failed. */
    public JobType<T> timeout(Duration timeout) {
        if (!timeout.isPositive()) {
            throw new IllegalArgumentException("the timeout of " + name + " must be positive: " + timeout);
        }
        return new JobType<>(name, payload, queue, retry, timeout);
    }

    public String name() {
        return name;
    }

    public Class<T> payload() {
        return payload;
    }

    public String queue() {
        return queue;
    }

    public Retry retry() {
        return retry;
    }

    public Optional<Duration> timeout() {
        return Optional.ofNullable(timeout);
    }

    @Override
    public String toString() {
        return name;
    }
}
