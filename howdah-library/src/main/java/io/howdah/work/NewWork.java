// SPDX-License-Identifier: Apache-2.0
package io.howdah.work;

import io.howdah.Payload;
import io.howdah.internal.db.Headers;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Work to be added.
 *
 * @param priority 0 to 9; small is urgent
 * @param delay how long from now until it is due, by the database's clock; none is at once
 * @param dueAt when it is due, instead of a delay
 * @param lane the key that it is ordered or limited by
 * @param maxAttempts 0 is as many as its queue says
 * @param parent the work that it was started by
 * @param tie how it hangs together with other work
 */
public record NewWork(
        String queue,
        String kind,
        Payload payload,
        int priority,
        @Nullable Duration delay,
        @Nullable Instant dueAt,
        int maxAttempts,
        @Nullable Duration timeout,
        @Nullable String correlation,
        @Nullable String trace,
        Optional<Uniqueness> uniqueness,
        @Nullable String lane,
        @Nullable Long parent,
        Map<String, String> headers,
        Tie tie) {

    /** How a piece of work hangs together with others. */
    public enum Tie {
        NONE,
        /** Somebody wants to know when it is over. */
        WATCHED,
        /** It does not begin before somebody starts it, who wants to know when it is over. */
        WAITING
    }

    public static final int DEFAULT_PRIORITY = 5;

    private static final int MOST_ATTEMPTS = 1_000;
    private static final int MOST_BYTES = 1 << 20;
    private static final int MOST_HEADERS = 1 << 14;
    private static final int LONGEST_LANE = 200;
    private static final int LONGEST_CORRELATION = 200;
    private static final Duration LONGEST_DELAY = Duration.ofDays(3_650);

    public NewWork {
        require(priority >= 0 && priority <= 9, "priority must be 0 (urgent) to 9: " + priority);
        require(maxAttempts >= 0 && maxAttempts <= MOST_ATTEMPTS, "attempts must be 1 to 1000: " + maxAttempts);
        require(delay == null || isSensible(delay), "a delay must be from nothing to ten years: " + delay);
        require(timeout == null || timeout.isPositive(), "a timeout must be positive: " + timeout);
        require(
                lane == null || (!lane.isEmpty() && lane.length() <= LONGEST_LANE),
                "a key has 1 to 200 characters: \"" + lane + "\"");
        require(
                correlation == null || (!correlation.isEmpty() && correlation.length() <= LONGEST_CORRELATION),
                "a correlation has 1 to 200 characters: \"" + correlation + "\"");
        require(
                payload.bytes().length <= MOST_BYTES,
                "a payload has at most 1 MiB, this one has " + payload.bytes().length + " bytes; store it elsewhere and"
                        + " send where it is");
        headers = Map.copyOf(headers);
        var headersLength = Headers.length(headers);
        require(headersLength <= MOST_HEADERS, "headers have at most 16 KB, these have " + headersLength);
    }

    public static Builder of(String queue, String kind, Payload payload) {
        return new Builder(queue, kind, payload);
    }

    /** Nothing is added, and that is an error, when its unique key is taken. */
    public boolean isRejectedIfThere() {
        return uniqueness
                .filter(unique -> unique.conflict() == Uniqueness.Conflict.REJECT)
                .isPresent();
    }

    /** It goes to where it can be claimed at once, and nothing of it is looked up or stored besides its payload. */
    boolean isPlain() {
        return delay == null
                && dueAt == null
                && uniqueness.isEmpty()
                && lane == null
                && parent == null
                && tie == Tie.NONE
                && headers.isEmpty();
    }

    private static boolean isSensible(Duration delay) {
        return !delay.isNegative() && delay.compareTo(LONGEST_DELAY) <= 0;
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new IllegalArgumentException(otherwise);
        }
    }

    /** Says how work differs from the usual. Used by one thread. */
    public static final class Builder {
        private final String queue;
        private final String kind;
        private final Payload payload;
        private int priority = DEFAULT_PRIORITY;
        private @Nullable Duration delay;
        private @Nullable Instant dueAt;
        private int maxAttempts = 1;
        private @Nullable Duration timeout;
        private @Nullable String correlation;
        private @Nullable String trace;
        private Optional<Uniqueness> uniqueness = Optional.empty();
        private @Nullable String lane;
        private @Nullable Long parent;
        private Map<String, String> headers = Map.of();
        private Tie tie = Tie.NONE;

        private Builder(String queue, String kind, Payload payload) {
            this.queue = queue;
            this.kind = kind;
            this.payload = payload;
        }

        public Builder priority(int priority) {
            this.priority = priority;
            return this;
        }

        public Builder delay(@Nullable Duration delay) {
            this.delay = delay;
            return this;
        }

        public Builder dueAt(@Nullable Instant dueAt) {
            this.dueAt = dueAt;
            return this;
        }

        public Builder maxAttempts(int maxAttempts) {
            this.maxAttempts = maxAttempts;
            return this;
        }

        public Builder timeout(@Nullable Duration timeout) {
            this.timeout = timeout;
            return this;
        }

        public Builder correlation(@Nullable String correlation) {
            this.correlation = correlation;
            return this;
        }

        public Builder trace(@Nullable String trace) {
            this.trace = trace;
            return this;
        }

        public Builder uniqueness(Optional<Uniqueness> uniqueness) {
            this.uniqueness = uniqueness;
            return this;
        }

        public Builder lane(@Nullable String lane) {
            this.lane = lane;
            return this;
        }

        public Builder parent(@Nullable Long parent) {
            this.parent = parent;
            return this;
        }

        public Builder headers(Map<String, String> headers) {
            this.headers = headers;
            return this;
        }

        public Builder tie(Tie tie) {
            this.tie = tie;
            return this;
        }

        public NewWork build() {
            return new NewWork(
                    queue,
                    kind,
                    payload,
                    priority,
                    delay,
                    dueAt,
                    maxAttempts,
                    timeout,
                    correlation,
                    trace,
                    uniqueness,
                    lane,
                    parent,
                    headers,
                    tie);
        }
    }
}
