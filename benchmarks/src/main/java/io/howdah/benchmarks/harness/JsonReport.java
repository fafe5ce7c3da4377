// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.harness;

import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A report as JSON for programs: every repeat, and what the repeats say together. */
final class JsonReport {
    private static final JsonMapper MAPPER =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private final Report report;

    JsonReport(Report report) {
        this.report = report;
    }

    String render() {
        ObjectNode root = MAPPER.createObjectNode();
        root.put("benchmark", report.benchmark().name());
        root.put("summary", report.benchmark().summary());
        root.put("date", report.startedAt().toString());
        root.put("commit", report.environment().commit());
        environment(root.putObject("machine"), root.putObject("postgres"));
        ObjectNode effort = root.putObject("effort");
        effort.put("warmUpSeconds", report.effort().warmUp().toNanos() / 1e9);
        effort.put("repeatSeconds", report.effort().repeat().toNanos() / 1e9);
        effort.put("repeats", report.effort().repeats());
        var scenarios = root.putArray("scenarios");
        report.sections().forEach(section -> scenario(scenarios.addObject(), section));
        return MAPPER.writeValueAsString(root) + "\n";
    }

    private void environment(ObjectNode machine, ObjectNode postgres) {
        Environment environment = report.environment();
        machine.put("cores", environment.cores());
        machine.put("memoryBytes", environment.memoryBytes());
        machine.put("os", environment.os());
        machine.put("jdk", environment.jdk());
        environment.syncTime().ifPresent(time -> machine.put("fsyncMillis", time.toNanos() / 1e6));
        postgres.put("version", environment.postgres());
        postgres.put("durable", environment.isDurable());
        postgres.put("checkpointBeforeEach", environment.checkpoints());
        ObjectNode settings = postgres.putObject("settings");
        environment.settings().forEach(settings::put);
    }

    private static void scenario(ObjectNode node, Report.Section section) {
        Scenario scenario = section.scenario();
        node.put("scenario", scenario.name());
        node.put("unit", scenario.unit());
        node.put("headline", scenario.headline().name());
        node.put("baseline", scenario.baseline());
        ObjectNode settings = node.putObject("settings");
        var contenders = node.putArray("contenders");
        scenario.contenders().forEach(contender -> settings.put(contender.name(), contender.settings()));
        section.results().forEach(result -> contender(contenders.addObject(), section, result));
    }

    private static void contender(ObjectNode node, Report.Section section, Result result) {
        node.put("contender", result.contender());
        switch (result) {
            case Result.Skipped skipped -> node.put("skipped", skipped.reason());
            case Result.Failed failed -> node.put("failed", failed.reason());
            case Result.Measured measured -> {
                summary(node.putObject("median"), measured.summary());
                section.ratio(measured).ifPresent(ratio -> node.put("ratio", ratio));
                section.ratioToControl(measured).ifPresent(ratio -> node.put("ratioToControl", ratio));
                var repeats = node.putArray("repeats");
                measured.repeats().forEach(repeat -> repeat(repeats.addObject(), repeat));
            }
        }
    }

    private static void summary(ObjectNode node, Summary summary) {
        node.put("perSecond", summary.perSecond().median());
        node.put("perSecondMin", summary.perSecond().min());
        node.put("perSecondMax", summary.perSecond().max());
        summary.latency().ifPresent(latency -> latency(node.putObject("latencyMillis"), latency));
        summary.figures().forEach(node.putObject("figures")::put);
        node.put("walBytesPerOperation", summary.walBytesPerOperation());
        node.put("deadRowsPerOperation", summary.deadRowsPerOperation());
        summary.deadRows().forEach(node.putObject("deadRows")::put);
        node.put("commitsPerOperation", summary.commitsPerOperation());
    }

    private static void repeat(ObjectNode node, Measurement repeat) {
        node.put("operations", repeat.operations());
        node.put("elapsedSeconds", repeat.elapsed().toNanos() / 1e9);
        node.put("perSecond", repeat.perSecond());
        repeat.latency().ifPresent(latency -> latency(node.putObject("latencyMillis"), latency));
        repeat.figures().forEach(node.putObject("figures")::put);
        node.put("walBytesPerOperation", repeat.walBytesPerOperation());
        node.put("deadRowsPerOperation", repeat.deadRowsPerOperation());
        repeat.deadRows().forEach(node.putObject("deadRows")::put);
        node.put("commitsPerOperation", repeat.commitsPerOperation());
    }

    private static void latency(ObjectNode node, Percentiles latency) {
        node.put("p50", latency.p50());
        node.put("p95", latency.p95());
        node.put("p99", latency.p99());
        node.put("max", latency.max());
    }
}
