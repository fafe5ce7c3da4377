// SPDX-License-Identifier: Apache-2.0
package io.howdah.queue;

import io.howdah.work.Limits;
import java.time.Duration;
import java.util.Optional;

/** How much of a queue may run at a time, over all processes. Immutable. */
public final class QueueLimits {
    private static final QueueLimits NONE = new QueueLimits(Limits.NONE);

    private final Limits limits;

    private QueueLimits(Limits limits) {
        this.limits = limits;
    }

    /** As every queue begins: what has a key runs one at a time per key and in order, and nothing else is limited. */
    public static QueueLimits none() {
        return NONE;
    }

    /** Never more than this many run at a time in all processes together. */
    public QueueLimits concurrency(int most) {
        return new QueueLimits(
                new Limits(Optional.of(most), limits.workers(), limits.perKey(), limits.keepsOrder(), limits.rate()));
    }

    /** How many run at a time in each process, instead of what the process has chosen itself. */
    public QueueLimits workers(int most) {
        return new QueueLimits(new Limits(
                limits.concurrency(), Optional.of(most), limits.perKey(), limits.keepsOrder(), limits.rate()));
    }

    /**
     * Never more than this many run at a time per key. They begin in order; what failed and waits for its next attempt
     * lets others of its key go first, unless this is 1.
     */
    public QueueLimits perKey(int most) {
        if (most < 1) {
            throw new IllegalArgumentException("jobs at a time per key must be at least 1: " + most);
        }
        return new QueueLimits(new Limits(limits.concurrency(), limits.workers(), most, most == 1, limits.rate()));
    }

    /** One at a time per key, and what failed and waits for its next attempt lets others of its key go first. */
    public QueueLimits onePerKeyInAnyOrder() {
        return new QueueLimits(new Limits(limits.concurrency(), limits.workers(), 1, false, limits.rate()));
    }

    /** Any number per key, but keys take turns: one with a million jobs does not keep another's single job waiting. */
    public QueueLimits keysTakeTurns() {
        return new QueueLimits(new Limits(limits.concurrency(), limits.workers(), 0, false, limits.rate()));
    }

    /** Never more than this many begin in any period of that length. */
    public QueueLimits rate(int count, Duration period) {
        return new QueueLimits(new Limits(
                limits.concurrency(),
                limits.workers(),
                limits.perKey(),
                limits.keepsOrder(),
                Optional.of(new Limits.Rate(count, period))));
    }

    Limits limits() {
        return limits;
    }
}
