// SPDX-License-Identifier: Apache-2.0
package io.howdah.queue;

import io.howdah.internal.loop.Backoff;
import java.time.Duration;
import java.util.Optional;

/** How a process takes messages of a queue. Immutable. */
public final class SubscribeOptions {
    private static final SubscribeOptions STANDARD =
            new SubscribeOptions(50, Optional.empty(), Backoff.between(Duration.ofSeconds(1), Duration.ofMinutes(5)));

    private static final Duration LONGEST_FIRST = Duration.ofHours(1);

    private final int concurrency;
    private final Optional<Integer> prefetch;
    private final Backoff pauses;

    private SubscribeOptions(int concurrency, Optional<Integer> prefetch, Backoff pauses) {
        this.concurrency = concurrency;
        this.prefetch = prefetch;
        this.pauses = pauses;
    }

    /** 50 at a time; a failed delivery is repeated after 1 s, later ones after up to 5 min. */
    public static SubscribeOptions standard() {
        return STANDARD;
    }

    /** How many messages this process handles at the same time: 1 to 10 000. */
    public SubscribeOptions concurrency(int most) {
        return new SubscribeOptions(most, prefetch, pauses);
    }

    /**
     * How many more messages it takes so as to have the next at hand: 0 to 1 000. Default: as many as keep handlers
     * busy. What is not begun when the process stops is given back.
     */
    public SubscribeOptions prefetch(int most) {
        return new SubscribeOptions(concurrency, Optional.of(most), pauses);
    }

    /** Pauses before a failed delivery is repeated: they double from the first to the longest. */
    public SubscribeOptions backoff(Duration first, Duration longest) {
        if (first.isNegative() || first.compareTo(LONGEST_FIRST) > 0 || longest.compareTo(first) < 0) {
            throw new IllegalArgumentException(
                    "the first pause must be from nothing to an hour, and the longest no shorter: " + first + " to "
                            + longest);
        }
        return new SubscribeOptions(concurrency, prefetch, Backoff.between(first, longest));
    }

    int concurrency() {
        return concurrency;
    }

    Optional<Integer> prefetch() {
        return prefetch;
    }

    Backoff pauses() {
        return pauses;
    }
}
