// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/** When a job that failed is tried again, how often, and which failures are final at once. Immutable. */
public final class Retry {
    private static final int MOST_ATTEMPTS = 1_000;

    private final IntFunction<Duration> pauses;
    private final int attempts;
    private final List<Class<? extends Throwable>> pointless;

    private Retry(IntFunction<Duration> pauses, int attempts, List<Class<? extends Throwable>> pointless) {
        if (attempts < 1 || attempts > MOST_ATTEMPTS) {
            throw new IllegalArgumentException("attempts must be 1 to 1000: " + attempts);
        }
        this.pauses = pauses;
        this.attempts = attempts;
        this.pointless = List.copyOf(pointless);
    }

    /** Twenty attempts, from 5 s to 1 h apart: some half a day. */
    public static Retry standard() {
        return exponential(Duration.ofSeconds(5), Duration.ofHours(1)).attempts(20);
    }

    /** Pauses that double from the first to the longest, each shortened at random by up to half. */
    public static Retry exponential(Duration first, Duration longest) {
        require(first);
        require(longest);
        return custom(failures -> {
            var doubled = first.multipliedBy(1L << Math.min(failures - 1, 20));
            var nanos = (doubled.compareTo(longest) < 0 ? doubled : longest).toNanos();
            return Duration.ofNanos(nanos / 2 + ThreadLocalRandom.current().nextLong(nanos / 2 + 1));
        });
    }

    public static Retry fixed(Duration pause) {
        require(pause);
        return custom(failures -> pause);
    }

    /** A pause for each failure, and one attempt more than there are pauses. */
    public static Retry after(Duration... pauses) {
        var list = List.of(pauses);
        list.forEach(Retry::require);
        return custom(failures -> list.get(Math.min(failures, list.size()) - 1)).attempts(list.size() + 1);
    }

    public static Retry never() {
        return fixed(Duration.ZERO).attempts(1);
    }

    /** Pauses of your own: the function is given how many failures there have been. */
    public static Retry custom(IntFunction<Duration> pauses) {
        return new Retry(pauses, 20, List.of());
    }

    /** How often it is tried at most, the first time included. */
    public Retry attempts(int most) {
        return new Retry(pauses, most, pointless);
    }

    /** A failure after which trying again is pointless: the job is dead at once. May be said for several. */
    public Retry notOn(Class<? extends Throwable> failure) {
        return new Retry(
                pauses,
                attempts,
                Stream.concat(pointless.stream(), Stream.of(failure)).toList());
    }

    public int attempts() {
        return attempts;
    }

    Duration pauseAfter(int failures) {
        var pause = pauses.apply(failures);
        require(pause);
        return pause;
    }

    boolean isPointlessAfter(Throwable failure) {
        return pointless.stream().anyMatch(type -> type.isInstance(failure));
    }

    private static void require(Duration pause) {
        if (pause.isNegative()) {
            throw new IllegalArgumentException("a pause must not be negative: " + pause);
        }
    }
}
