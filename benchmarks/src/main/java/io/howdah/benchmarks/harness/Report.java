// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.harness;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** All that a run has found out. */
public final class Report {
    private final Benchmark benchmark;
    private final Instant startedAt;
    private final Effort effort;
    private final Environment environment;
    private final List<Section> sections;

    Report(Benchmark benchmark, Instant startedAt, Effort effort, Environment environment, List<Section> sections) {
        this.benchmark = benchmark;
        this.startedAt = startedAt;
        this.effort = effort;
        this.environment = environment;
        this.sections = List.copyOf(sections);
    }

    /** Whether a contender broke. One that was skipped did not. */
    public boolean hasFailures() {
        return results().anyMatch(Result.Failed.class::isInstance);
    }

    /** The report for people. */
    public String text() {
        return new TextReport(this).render();
    }

    /** The report for programs, with every repeat. */
    public String json() {
        return new JsonReport(this).render();
    }

    Benchmark benchmark() {
        return benchmark;
    }

    Instant startedAt() {
        return startedAt;
    }

    Effort effort() {
        return effort;
    }

    Environment environment() {
        return environment;
    }

    List<Section> sections() {
        return sections;
    }

    private Stream<Result> results() {
        return sections.stream().flatMap(section -> section.results().stream());
    }

    /** One scenario and what became of each of its contenders. */
    record Section(Scenario scenario, List<Result> results) {
        Stream<Result.Measured> measured() {
            return results.stream()
                    .flatMap(result ->
                            result instanceof Result.Measured measured ? Stream.of(measured) : Stream.empty());
        }

        /** How many times as fast as the baseline; empty if the baseline was not measured. */
        Optional<Double> ratio(Result.Measured result) {
            return ratio(result, scenario.baseline());
        }

        /** How many times as fast as its control; empty if it has none, or none that was measured. */
        Optional<Double> ratioToControl(Result.Measured result) {
            return scenario.contenders().stream()
                    .filter(contender -> contender.name().equals(result.contender()))
                    .findFirst()
                    .flatMap(Contender::control)
                    .flatMap(control -> ratio(result, control));
        }

        private Optional<Double> ratio(Result.Measured result, String to) {
            return measured()
                    .filter(other -> other.contender().equals(to))
                    .findFirst()
                    .flatMap(other -> result.summary().ratioTo(other.summary(), scenario.headline()));
        }
    }
}
