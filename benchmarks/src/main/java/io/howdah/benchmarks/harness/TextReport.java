// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.harness;

import static java.util.stream.Collectors.joining;

import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;

/** A report as text for people. */
final class TextReport {
    private static final double WORTH_TELLING = 0.01;

    private final Report report;
    private final StringBuilder text = new StringBuilder();

    TextReport(Report report) {
        this.report = report;
    }

    String render() {
        line(report.benchmark().name() + ": " + report.benchmark().summary());
        environment();
        for (Report.Section section : report.sections()) {
            line("");
            line(section.scenario().name());
            text.append(table(section).render());
            deadRows(section);
        }
        contenders();
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
                        .collect(joining(", ")));
        line("commit " + environment.commit() + ", " + report.startedAt().truncatedTo(ChronoUnit.SECONDS)
                + environment
                        .syncTime()
                        .map(time -> ", a write and fsync of 8 KB takes " + Numbers.of(time.toNanos() / 1e6) + " ms")
                        .orElse(""));
    }

    private static Table table(Report.Section section) {
        var columns = Columns.of(section);
        var table = new Table(1, columns.header());
        section.measured().forEach(result -> table.add(columns.row(result)));
        return table;
    }

    /** Where they are, if there are so many that it matters. */
    private void deadRows(Report.Section section) {
        section.measured().forEach(result -> {
            Map<String, Double> tables = result.summary().deadRows();
            double all = tables.values().stream().mapToDouble(rows -> rows).sum();
            if (result.summary().deadRowsPerOperation() >= WORTH_TELLING) {
                line("dead rows at the end, " + result.contender() + ": "
                        + tables.entrySet().stream()
                                .filter(table -> table.getValue() >= all * WORTH_TELLING)
                                .map(table -> table.getKey() + " " + Numbers.of(table.getValue()))
                                .collect(joining(", ")));
            }
        });
    }

    private void contenders() {
        var settings = new LinkedHashMap<String, String>();
        report.sections().stream()
                .flatMap(section -> section.scenario().contenders().stream())
                .filter(contender -> !contender.settings().isEmpty())
                .forEach(contender -> settings.putIfAbsent(contender.settings(), contender.name()));
        if (!settings.isEmpty()) {
            line("");
            settings.forEach((how, who) -> line(who + ": " + how));
        }
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
                + " s each), contenders taking turns.");
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
