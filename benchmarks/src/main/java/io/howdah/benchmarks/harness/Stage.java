// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.harness;

import java.sql.SQLException;
import java.time.Duration;

/**
 * Where and how long one trial runs: a database that nobody else uses, and a duration that is short in a warm-up.
 *
 * @param rows how much there is to be in a database that is asked
 * @param lasting another database, for what takes too long to make it for every trial
 */
public record Stage(Database database, Duration duration, int rows, Lasting lasting) {
    /** A stage for trials that have all they need in their own database. */
    public Stage(Database database, Duration duration) {
        this(database, duration, Effort.quick().rows(), () -> database);
    }

    /** The share of a fixed amount of work that fits the duration, where the full amount belongs to a full repeat. */
    public int share(int fullAmount) {
        double share = (double) duration.toNanos() / Effort.FULL_REPEAT.toNanos();
        return (int) Math.max(1, Math.min(fullAmount, Math.round(fullAmount * share)));
    }

    /** The one database that all trials of a run share, made for the first who asks and dropped when the run ends. */
    @FunctionalInterface
    public interface Lasting {
        Database database() throws SQLException;
    }
}
