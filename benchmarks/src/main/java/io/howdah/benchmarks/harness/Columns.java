// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.harness;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** What the table of one scenario shows: a column only where somebody has a value for it. */
record Columns(Report.Section section, boolean latencies, boolean controls, Set<String> figures) {
    private static final String NOTHING = "–";

    static Columns of(Report.Section section) {
        var figures = new LinkedHashSet<String>();
        section.measured()
                .forEach(result -> figures.addAll(result.summary().figures().keySet()));
        return new Columns(
                section,
                section.measured().anyMatch(result -> result.summary().latency().isPresent()),
                section.scenario().contenders().stream()
                        .anyMatch(contender -> contender.control().isPresent()),
                figures);
    }

    List<String> header() {
        var header = new ArrayList<>(List.of("contender"));
        if (showsRates()) {
            header.addAll(List.of(scenario().unit() + "s/s", "min – max"));
        }
        header.add("× " + scenario().baseline());
        if (controls) {
            header.add("× control");
        }
        if (latencies) {
            header.addAll(List.of("p50 ms", "p95 ms", "p99 ms", "max ms"));
        }
        header.addAll(figures);
        String per = "/" + scenario().unit();
        header.addAll(List.of("WAL bytes" + per, "dead rows" + per, "commits" + per));
        return header;
    }

    List<String> row(Result.Measured result) {
        Summary summary = result.summary();
        var row = new ArrayList<>(List.of(result.contender()));
        if (showsRates()) {
            row.addAll(List.of(Numbers.of(summary.perSecond().median()), Numbers.range(summary.perSecond())));
        }
        boolean isBaseline = result.contender().equals(scenario().baseline());
        row.add(isBaseline ? "1" : ratio(section.ratio(result)));
        if (controls) {
            row.add(ratio(section.ratioToControl(result)));
        }
        if (latencies) {
            row.addAll(latencyCells(summary.latency()));
        }
        figures.forEach(name -> row.add(Optional.ofNullable(summary.figures().get(name))
                .map(Numbers::of)
                .orElse(NOTHING)));
        Stream.of(summary.walBytesPerOperation(), summary.deadRowsPerOperation(), summary.commitsPerOperation())
                .map(Numbers::of)
                .forEach(row::add);
        return row;
    }

    private Scenario scenario() {
        return section.scenario();
    }

    private boolean showsRates() {
        return scenario().headline() == Scenario.Headline.THROUGHPUT;
    }

    private static String ratio(Optional<Double> ratio) {
        return ratio.map(Numbers::ratio).orElse(NOTHING);
    }

    private static List<String> latencyCells(Optional<Percentiles> latency) {
        return latency.map(ms -> Stream.of(ms.p50(), ms.p95(), ms.p99(), ms.max())
                        .map(Numbers::of)
                        .toList())
                .orElse(List.of(NOTHING, NOTHING, NOTHING, NOTHING));
    }
}
