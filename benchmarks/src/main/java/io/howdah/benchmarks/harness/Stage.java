// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.harness;

import java.time.Duration;

/** Where and how long one trial runs: a database that nobody else uses, and a duration that is short in a warm-up. */
public record Stage(Database database, Duration duration) {
    /** The share of a fixed amount of work that fits the duration, where the full amount belongs to a full repeat. */
    public int share(int fullAmount) {
        double share = (double) duration.toNanos() / Effort.FULL_REPEAT.toNanos();
        return (int) Math.max(1, Math.min(fullAmount, Math.round(fullAmount * share)));
    }
}
