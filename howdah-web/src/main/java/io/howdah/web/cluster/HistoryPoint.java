// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.cluster;

import java.time.Instant;
import java.util.Optional;

/**
 * What passed through in a step of time, and how far behind everything was at worst.
 *
 * @param addedPerMinute jobs, messages and deliveries; empty where it is not known
 * @param endedPerMinute attempts that ended, however they did
 * @param ready how many could begin, a capped count
 * @param waited for how many seconds the oldest of them had waited
 * @param lagEvents how many events the readers of the log had before them
 * @param lagged for how many seconds the oldest of those had been there
 */
public record HistoryPoint(
        Instant at,
        Optional<Double> addedPerMinute,
        Optional<Double> endedPerMinute,
        int ready,
        double waited,
        long lagEvents,
        double lagged) {}
