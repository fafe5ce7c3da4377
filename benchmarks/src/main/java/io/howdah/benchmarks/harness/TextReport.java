// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.harness;

import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A report as text for people. */
final class TextReport {
    private static final String NOTHING = "–";

    private final Report report;
    private final StringBuilder text = new StringBuilder();

    TextReport(Report report) {
        this.report = report;
    }

    String render() {
        line(report.benchmark().name() + ": " + report.benchmark().summary());
        environment();
        for (List<Report.Section> alike : groups()) {
            line("");
            text.append(table(alike).render());
        }
        notes();
        return text.toString();
    }

    private void environment() {
        Environment environment = report.environment();
        line(environment.cores() + " cores, " + Math.round(environment.memoryBytes() / 1e9 / 1.073_741_824) + " GiB, "
                + environment.os() + ", JDK " + environment.jdk());
        line("PostgreSQL " + environment.postgres() + ": "
                + environment.settings().entrySet().stream()
                        .filter(setting -> !setting.getValue().isEmpty())
                        .map(setting -> setting.getKey() + " " + setting.getValue())
                        .collect(Collectors.joining(", ")));
        line("commit " + environment.commit() + ", " + report.startedAt().truncatedTo(ChronoUnit.SECONDS)
                + environment
                        .syncTime()
                        .map(time -> ", a write and fsync of 8 KB takes " + Numbers.of(time.toNanos() / 1e6) + " ms")
                        .orElse(""));
    }

    /** Scenarios one after the other that can share the headings of one table. */
    private List<List<Report.Section>> groups() {
        var groups = new ArrayList<List<Report.Section>>();
        for (Report.Section section : report.sections()) {
            if (groups.isEmpty() || !headings(groups.getLast().getFirst()).equals(headings(section))) {
                groups.add(new ArrayList<>());
            }
            groups.getLast().add(section);
        }
        return groups;
    }

    private static List<Object> headings(Report.Section section) {
        Scenario scenario = section.scenario();
        return List.of(scenario.unit(), scenario.headline(), scenario.baseline());
    }

    private static Table table(List<Report.Section> sections) {
        Scenario first = sections.getFirst().scenario();
        boolean rates = first.headline() == Scenario.Headline.THROUGHPUT;
        boolean latencies = sections.stream()
                .flatMap(Report.Section::measured)
                .anyMatch(result -> result.summary().latency().isPresent());
        var table = new Table(2, header(first, rates, latencies));
        for (Report.Section section : sections) {
            String name = section.scenario().name();
            for (Result.Measured result : section.measured().toList()) {
                table.add(row(name, section, result, rates, latencies));
                name = "";
            }
        }
        return table;
    }

    private static List<String> header(Scenario scenario, boolean rates, boolean latencies) {
        var header = new ArrayList<>(List.of("scenario", "contender"));
        if (rates) {
            header.addAll(List.of(scenario.unit() + "s/s", "min – max"));
        }
        header.add("× " + scenario.baseline());
        if (latencies) {
            header.addAll(List.of("p50 ms", "p95 ms", "p99 ms", "max ms"));
        }
        String per = "/" + scenario.unit();
        header.addAll(List.of("WAL bytes" + per, "dead rows" + per, "commits" + per));
        return header;
    }

    private static List<String> row(
            String name, Report.Section section, Result.Measured result, boolean rates, boolean latencies) {
        Summary summary = result.summary();
        var row = new ArrayList<>(List.of(name, result.contender()));
        if (rates) {
            row.addAll(List.of(Numbers.of(summary.perSecond().median()), Numbers.range(summary.perSecond())));
        }
        boolean isBaseline = result.contender().equals(section.scenario().baseline());
        row.add(isBaseline ? "1" : section.ratio(result).map(Numbers::ratio).orElse(NOTHING));
        if (latencies) {
            row.addAll(latencyCells(summary.latency()));
        }
        Stream.of(summary.walBytesPerOperation(), summary.deadRowsPerOperation(), summary.commitsPerOperation())
                .map(Numbers::of)
                .forEach(row::add);
        return row;
    }

    private static List<String> latencyCells(Optional<Percentiles> latency) {
        return latency.map(ms -> Stream.of(ms.p50(), ms.p95(), ms.p99(), ms.max())
                        .map(Numbers::of)
                        .toList())
                .orElse(List.of(NOTHING, NOTHING, NOTHING, NOTHING));
    }

    private void notes() {
        line("");
        for (Report.Section section : report.sections()) {
            for (Result result : section.results()) {
                String who = section.scenario().name() + ", " + result.contender() + ": ";
                switch (result) {
                    case Result.Skipped skipped -> line("skipped: " + who + skipped.reason());
                    case Result.Failed failed -> line("FAILED: " + who + failed.reason());
                    case Result.Measured measured -> {}
                }
            }
        }
        Effort effort = report.effort();
        line("Median of " + effort.repeats() + " (" + Numbers.of(effort.repeat().toNanos() / 1e9)
                + " s each), contenders taking turns; a latency is that of one call.");
        line("≈ marks what is no evidence: on a shared machine differences under 1.5 × are noise.");
        if (!report.environment().isDurable()) {
            line("NOT DURABLE: this server may lose what it has acknowledged. Compare nothing with these figures.");
        }
        if (!report.environment().checkpoints()) {
            line("This user may not run CHECKPOINT, so a contender may have paid for what another wrote.");
        }
    }

    private void line(String line) {
        text.append(line).append('\n');
    }
}
