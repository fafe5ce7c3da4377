// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.harness;

import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** What the repeats of one contender say together. */
record Summary(
        Spread perSecond,
        Optional<Percentiles> latency,
        double walBytesPerOperation,
        double deadRowsPerOperation,
        double commitsPerOperation) {

    static Summary of(List<Measurement> repeats) {
        List<Percentiles> latencies =
                repeats.stream().flatMap(repeat -> repeat.latency().stream()).toList();
        return new Summary(
                Spread.of(repeats.stream().mapToDouble(Measurement::perSecond)),
                latencies.isEmpty() ? Optional.empty() : Optional.of(Percentiles.median(latencies)),
                median(repeats, Measurement::walBytesPerOperation),
                median(repeats, Measurement::deadRowsPerOperation),
                median(repeats, Measurement::commitsPerOperation));
    }

    /** How many times as fast as the other: 2 is twice the throughput, or half the median latency. */
    Optional<Double> ratioTo(Summary other, Scenario.Headline headline) {
        return switch (headline) {
            case THROUGHPUT -> Optional.of(perSecond.median() / other.perSecond.median());
            case LATENCY -> latency.flatMap(own -> other.latency.map(others -> others.p50() / own.p50()));
        };
    }

    private static double median(List<Measurement> repeats, ToDoubleFunction<Measurement> value) {
        return Spread.of(repeats.stream().mapToDouble(value)).median();
    }
}
