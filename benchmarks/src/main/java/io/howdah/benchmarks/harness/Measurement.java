// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.harness;

import java.time.Duration;
import java.util.Optional;

/** One repeat of one contender. */
record Measurement(
        long operations,
        Duration elapsed,
        double perSecond,
        Optional<Percentiles> latency,
        double walBytesPerOperation,
        double deadRowsPerOperation,
        double commitsPerOperation) {

    static Measurement of(Outcome outcome, Probe.Costs costs) {
        double operations = outcome.operations();
        return new Measurement(
                outcome.operations(),
                outcome.elapsed(),
                outcome.perSecond(),
                outcome.latencies().isEmpty() ? Optional.empty() : Optional.of(Percentiles.of(outcome.latencies())),
                costs.walBytes() / operations,
                costs.deadRows() / operations,
                costs.commits() / operations);
    }
}
