// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.harness;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** One repeat of one contender. */
record Measurement(
        long operations,
        Duration elapsed,
        double perSecond,
        Optional<Percentiles> latency,
        Map<String, Double> figures,
        double walBytesPerOperation,
        Map<String, Long> deadRows,
        double commitsPerOperation) {

    static Measurement of(Outcome outcome, Probe.Costs costs) {
        double operations = outcome.operations();
        return new Measurement(
                outcome.operations(),
                outcome.elapsed(),
                outcome.perSecond(),
                outcome.latencies().isEmpty() ? Optional.empty() : Optional.of(Percentiles.of(outcome.latencies())),
                outcome.figures(),
                costs.walBytes() / operations,
                costs.deadRows(),
                costs.commits() / operations);
    }

    double deadRowsPerOperation() {
        return (double) deadRows.values().stream().mapToLong(rows -> rows).sum() / operations;
    }
}
