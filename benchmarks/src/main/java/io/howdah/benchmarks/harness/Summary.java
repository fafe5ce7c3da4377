// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.harness;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** What the repeats of one contender say together. */
record Summary(
        Spread perSecond,
        Optional<Percentiles> latency,
        Map<String, Double> figures,
        double walBytesPerOperation,
        double deadRowsPerOperation,
        Map<String, Double> deadRows,
        double commitsPerOperation) {

    static Summary of(List<Measurement> repeats) {
        List<Percentiles> latencies =
                repeats.stream().flatMap(repeat -> repeat.latency().stream()).toList();
        return new Summary(
                Spread.of(repeats.stream().mapToDouble(Measurement::perSecond)),
                latencies.isEmpty() ? Optional.empty() : Optional.of(Percentiles.median(latencies)),
                medians(repeats, Measurement::figures),
                median(repeats, Measurement::walBytesPerOperation),
                median(repeats, Measurement::deadRowsPerOperation),
                medians(repeats, Measurement::deadRows),
                median(repeats, Measurement::commitsPerOperation));
    }

    /** How many times as fast as the other: 2 is twice the throughput, or half the median latency. */
    Optional<Double> ratioTo(Summary other, Scenario.Headline headline) {
        return switch (headline) {
            case THROUGHPUT -> Optional.of(perSecond.median() / other.perSecond.median());
            case LATENCY -> latency.flatMap(own -> other.latency.map(others -> others.p50() / own.p50()));
        };
    }

    /** The median of each, where one that a repeat does not have is 0. */
    private static Map<String, Double> medians(
            List<Measurement> repeats, Function<Measurement, ? extends Map<String, ? extends Number>> values) {
        Set<String> names = new LinkedHashSet<>();
        repeats.forEach(repeat -> names.addAll(values.apply(repeat).keySet()));
        var medians = new LinkedHashMap<String, Double>();
        for (String name : names) {
            medians.put(name, median(repeats, repeat -> {
                Number value = values.apply(repeat).get(name);
                return value == null ? 0 : value.doubleValue();
            }));
        }
        return medians;
    }

    private static double median(List<Measurement> repeats, ToDoubleFunction<Measurement> value) {
        return Spread.of(repeats.stream().mapToDouble(value)).median();
    }
}
