// SPDX-License-Identifier: Apache-2.0
package io.howdah.queue;

import java.time.Duration;
import java.util.Optional;

/** Which dead letters are sent again, and how fast. Immutable. */
public final class RedriveOptions {
    private static final RedriveOptions ALL =
            new RedriveOptions(Optional.empty(), "", Integer.MAX_VALUE, Optional.empty());

    private final Optional<String> origin;
    private final String reason;
    private final int most;
    private final Optional<Duration> gap;

    private RedriveOptions(Optional<String> origin, String reason, int most, Optional<Duration> gap) {
        this.origin = origin;
        this.reason = reason;
        this.most = most;
        this.gap = gap;
    }

    /** All of them, at once. */
    public static RedriveOptions all() {
        return ALL;
    }

    /** Only those that came from this queue. */
    public RedriveOptions from(String queue) {
        return new RedriveOptions(Optional.of(queue), reason, most, gap);
    }

    /** Only those whose reason contains these words. */
    public RedriveOptions reasonContaining(String words) {
        return new RedriveOptions(origin, words, most, gap);
    }

    /** Not more than so many. */
    public RedriveOptions atMost(int most) {
        if (most < 1) {
            throw new IllegalArgumentException("at least 1 letter can be sent again, not " + most);
        }
        return new RedriveOptions(origin, reason, most, gap);
    }

    /** They can be received one after the other, so many in a period. All are sent at once, with delays. */
    public RedriveOptions rate(int count, Duration period) {
        if (count < 1 || !period.isPositive()) {
            throw new IllegalArgumentException("a rate is at least 1 in a positive period: " + count + " in " + period);
        }
        return new RedriveOptions(origin, reason, most, Optional.of(period.dividedBy(count)));
    }

    Optional<String> origin() {
        return origin;
    }

    String reason() {
        return reason;
    }

    int most() {
        return most;
    }

    Optional<Duration> gap() {
        return gap;
    }
}
