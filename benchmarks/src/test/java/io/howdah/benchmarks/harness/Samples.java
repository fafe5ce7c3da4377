// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.harness;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Values for tests that need a report without measuring one. */
final class Samples {
    private Samples() {}

    static Measurement measurement(double perSecond, Percentiles latency) {
        return measurement(perSecond, Optional.of(latency), Map.of());
    }

    static Measurement measurement(double perSecond, Map<String, Double> figures) {
        return measurement(perSecond, Optional.empty(), figures);
    }

    private static Measurement measurement(
            double perSecond, Optional<Percentiles> latency, Map<String, Double> figures) {
        return new Measurement(
                Math.round(perSecond * 5),
                Duration.ofSeconds(5),
                perSecond,
                latency,
                figures,
                1_250,
                Map.of("queue.job", Math.round(perSecond * 2.5)),
                1);
    }

    static Contender contender(String name) {
        return Contender.of(name, stage -> {
            throw new AssertionError("Nobody runs " + name + " here.");
        });
    }

    static Report report(Report.Section... sections) {
        return report(Map.of("fsync", "on", "synchronous_commit", "on"), sections);
    }

    static Report report(Map<String, String> settings, Report.Section... sections) {
        var environment = new Environment(
                2,
                25_769_803_776L,
                "Linux",
                "Temurin 25",
                "18.6",
                settings,
                Optional.of(Duration.ofNanos(170_000)),
                true,
                "0123456789ab");
        return new Report(
                new Named("drain"),
                Instant.parse("2026-11-15T10:00:00Z"),
                Effort.full(),
                environment,
                List.of(sections));
    }

    /** Ours at twice the peer's speed, one peer that is not there, one that broke. */
    static Report.Section comparison() {
        Scenario scenario = Scenario.throughput(
                        "1 process",
                        "job",
                        List.of(contender("howdah"), contender("peer"), contender("b"), contender("c")))
                .against("peer");
        return new Report.Section(
                scenario,
                List.of(
                        new Result.Measured("howdah", List.of(measurement(24_000, new Percentiles(1, 2, 3, 4)))),
                        new Result.Measured(
                                "peer",
                                List.of(
                                        measurement(12_000, new Percentiles(2, 4, 6, 1_800)),
                                        measurement(11_000, new Percentiles(2, 4, 6, 8)),
                                        measurement(13_000, new Percentiles(2, 4, 6, 8)))),
                        new Result.Skipped("b", "Redis is not installed"),
                        new Result.Failed("c", "it lost a job")));
    }

    private record Named(String name) implements Benchmark {
        @Override
        public String summary() {
            return "a backlog is drained";
        }

        @Override
        public List<Scenario> scenarios() {
            return List.of();
        }
    }
}
