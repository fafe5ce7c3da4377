// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.harness;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a contender did during the measured part of a trial.
 *
 * @param figures what else a scenario is about, by the heading of its column and in that order
 */
public record Outcome(long operations, Duration elapsed, Latencies latencies, Map<String, Double> figures) {
    public Outcome {
        figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
        if (operations < 1) {
            throw new IllegalArgumentException("Nothing was done in " + elapsed + ", so there is nothing to measure.");
        }
    }

    /** An outcome without figures of its own. */
    public Outcome(long operations, Duration elapsed, Latencies latencies) {
        this(operations, elapsed, latencies, Map.of());
    }

    double perSecond() {
        return operations / (elapsed.toNanos() / 1e9);
    }
}
