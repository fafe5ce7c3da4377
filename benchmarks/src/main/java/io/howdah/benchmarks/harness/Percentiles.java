// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.harness;

import java.util.List;
import java.util.function.ToDoubleFunction;

/** What is shown of latencies, in milliseconds. */
record Percentiles(double p50, double p95, double p99, double max) {
    static Percentiles of(Latencies latencies) {
        return new Percentiles(latencies.millis(50), latencies.millis(95), latencies.millis(99), latencies.millis(100));
    }

    /** The median of each percentile over the repeats, and the largest of all latencies. */
    static Percentiles median(List<Percentiles> repeats) {
        return new Percentiles(
                median(repeats, Percentiles::p50),
                median(repeats, Percentiles::p95),
                median(repeats, Percentiles::p99),
                repeats.stream().mapToDouble(Percentiles::max).max().orElseThrow());
    }

    private static double median(List<Percentiles> repeats, ToDoubleFunction<Percentiles> value) {
        return Spread.of(repeats.stream().mapToDouble(value)).median();
    }
}
