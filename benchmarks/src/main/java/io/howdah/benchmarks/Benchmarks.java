// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks;

import static java.util.stream.Collectors.joining;

import io.howdah.benchmarks.console.ConsoleBenchmark;
import io.howdah.benchmarks.harness.Benchmark;
import io.howdah.benchmarks.harness.Contender;
import io.howdah.benchmarks.http.HttpBenchmark;
import io.howdah.benchmarks.jobs.JobsBenchmark;
import io.howdah.benchmarks.limits.LimitsBenchmark;
import io.howdah.benchmarks.locks.LocksBenchmark;
import io.howdah.benchmarks.log.LogBenchmark;
import io.howdah.benchmarks.log.StoredBenchmark;
import io.howdah.benchmarks.messages.MessagesBenchmark;
import io.howdah.benchmarks.notifications.NotificationsBenchmark;
import io.howdah.benchmarks.raw.InsertBenchmark;
import io.howdah.benchmarks.raw.NotifyBenchmark;
import io.howdah.benchmarks.workspaces.WorkspacesBenchmark;
import java.util.List;
import java.util.Optional;

/** All benchmarks: a new one is a class and a line here. */
final class Benchmarks {
    private static final List<Benchmark> ALL = List.of(
            new InsertBenchmark(),
            new NotifyBenchmark(),
            new JobsBenchmark(),
            new MessagesBenchmark(),
            new LocksBenchmark(),
            new LogBenchmark(),
            new StoredBenchmark(),
            new LimitsBenchmark(),
            new NotificationsBenchmark(),
            new WorkspacesBenchmark(),
            new HttpBenchmark(),
            new ConsoleBenchmark());

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

    /** A line for each scenario of one, with its contenders. */
    static String scenarios(Benchmark benchmark) {
        return benchmark.scenarios().stream()
                .map(scenario -> scenario.name() + ": "
                        + scenario.contenders().stream().map(Contender::name).collect(joining(" · ")) + "\n")
                .collect(joining());
    }
}
