// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks;

import io.howdah.benchmarks.harness.Benchmark;
import io.howdah.benchmarks.jobs.JobsBenchmark;
import io.howdah.benchmarks.limits.LimitsBenchmark;
import io.howdah.benchmarks.raw.InsertBenchmark;
import io.howdah.benchmarks.raw.NotifyBenchmark;
import java.util.List;
import java.util.Optional;

/** All benchmarks: a new one is a class and a line here. */
final class Benchmarks {
    private static final List<Benchmark> ALL =
            List.of(new InsertBenchmark(), new NotifyBenchmark(), new JobsBenchmark(), new LimitsBenchmark());

    private Benchmarks() {}

    static Optional<Benchmark> named(String name) {
        return ALL.stream().filter(benchmark -> benchmark.name().equals(name)).findFirst();
    }

    /** One line for each. */
    static String list() {
        int width = ALL.stream()
                .mapToInt(benchmark -> benchmark.name().length())
                .max()
                .orElse(0);
        var lines = new StringBuilder();
        for (Benchmark benchmark : ALL) {
            String padding = " ".repeat(width - benchmark.name().length());
            lines.append(benchmark.name())
                    .append(padding)
                    .append("  ")
                    .append(benchmark.summary())
                    .append('\n');
        }
        return lines.toString();
    }
}
