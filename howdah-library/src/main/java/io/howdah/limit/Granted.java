// SPDX-License-Identifier: Apache-2.0
package io.howdah.limit;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/** It may happen. Thread-safe. */
public final class Granted implements Decision {
    private final String key;
    private final long cost;
    private final Verdict verdict;
    private final Source source;
    private final BooleanSupplier giveBack;
    private final AtomicBoolean givenBack = new AtomicBoolean();

    Granted(Check check, Verdict verdict, Source source, BooleanSupplier giveBack) {
        this.key = check.key();
        this.cost = check.cost();
        this.verdict = verdict;
        this.source = source;
        this.giveBack = giveBack;
    }

    @Override
    public boolean isGranted() {
        return true;
    }

    @Override
    public long remaining() {
        return verdict.room();
    }

    @Override
    public Source source() {
        return source;
    }

    public String key() {
        return key;
    }

    public long cost() {
        return cost;
    }

    /** When the key has all its tokens again if nobody takes any. */
    public Duration fullIn() {
        return Duration.ofNanos(verdict.fullInNanos());
    }

    /** How long to wait before it may happen: zero, unless it was reserved. */
    public Duration delay() {
        return Duration.ofNanos(verdict.delayNanos());
    }

    /** When the database counted it, by the database's clock; the beginning of 1970 if it did not. */
    public Instant countedAt() {
        return Instant.ofEpochSecond(0, verdict.atNanos());
    }

    /** True the first time, if there was something to give back. */
    boolean giveBack() {
        return givenBack.compareAndSet(false, true) && giveBack.getAsBoolean();
    }

    @Override
    public String toString() {
        return "granted " + cost + " to " + key + " by " + source + ", " + remaining() + " left";
    }
}
