// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.spring.metrics.HowdahMeter.Scope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import tools.jackson.databind.json.JsonMapper;

/** What is written about meters is what there is. */
class MetricsPagesTest {
    private static final Path DOCS = Path.of("..", "docs");
    private static final Pattern NAME = Pattern.compile("\\b(?:howdah|hikaricp|jvm|process)_[a-z0-9_]+");

    /** Those of Micrometer and HikariCP, which the server's own test sees in a real answer. */
    private static final Set<String> OTHERS = Set.of(
            "hikaricp_connections_active",
            "hikaricp_connections_pending",
            "jvm_memory_used_bytes",
            "process_cpu_usage");

    private static final Set<String> NAMES = Arrays.stream(HowdahMeter.values())
            .flatMap(meter -> meter.prometheusNames().stream())
            .collect(Collectors.toSet());

    @Test
    void the_reference_lists_every_meter_as_it_is() throws IOException {
        var page = Files.readString(DOCS.resolve("reference/metrics.md"));

        assertThat(rows(page.substring(page.indexOf("## Of one process"), page.indexOf("## Of all processes"))))
                .containsExactlyElementsOf(lines(Scope.PROCESS));
        assertThat(rows(page.substring(page.indexOf("## Of all processes"), page.indexOf("## What else"))))
                .containsExactlyElementsOf(lines(Scope.ALL));
    }

    private static List<String> rows(String section) {
        return section.lines().filter(line -> line.startsWith("| `")).toList();
    }

    private static List<String> lines(Scope scope) {
        return Arrays.stream(HowdahMeter.values())
                .filter(meter -> meter.scope() == scope)
                .map(MetricsPagesTest::line)
                .toList();
    }

    private static String line(HowdahMeter meter) {
        var name = meter.prometheusNames().getFirst().replaceFirst("_count$", "");
        var labels = meter.labels().stream().map(label -> "`" + label + "`").collect(Collectors.joining(", "));
        var type = switch (meter.type()) {
            case GAUGE, SECONDS -> "gauge";
            case COUNTER -> "counter";
            case TIMER -> "timer";
            case RUNS -> "runs";
        };
        return "| `" + name + "` | " + type + " | " + labels + " | " + meter.help() + " |";
    }

    @Test
    void every_alert_is_about_figures_that_there_are() throws IOException {
        var rules = alerts();

        assertThat(rules).hasSizeGreaterThan(15);
        for (var rule : rules) {
            assertThat(rule).as("%s", rule).containsKeys("alert", "expr", "labels", "annotations");
            assertKnown(String.valueOf(rule.get("alert")), String.valueOf(rule.get("expr")));
            assertThat(String.valueOf(rule.get("annotations")))
                    .as("%s says what to do", rule.get("alert"))
                    .contains("summary=", "description=");
        }
        assertThat(rules.stream().map(rule -> rule.get("alert"))).doesNotHaveDuplicates();
    }

    private static List<Map<String, Object>> alerts() throws IOException {
        var yaml = new Yaml(new SafeConstructor(new LoaderOptions()));
        Map<String, List<Map<String, List<Map<String, Object>>>>> file =
                yaml.load(Files.readString(DOCS.resolve("operate/alerts.yml")));
        return file.getOrDefault("groups", List.of()).stream()
                .flatMap(group -> group.getOrDefault("rules", List.of()).stream())
                .toList();
    }

    @Test
    void every_panel_shows_figures_that_there_are_and_every_figure_has_one() throws IOException {
        var board = new JsonMapper().readTree(Files.readString(DOCS.resolve("operate/grafana-dashboard.json")));
        var shown = new TreeSet<String>();
        var ids = new ArrayList<Integer>();
        for (var panel : board.path("panels")) {
            ids.add(panel.path("id").asInt());
            StreamSupport.stream(panel.path("targets").spliterator(), false)
                    .map(target -> target.path("expr").asString())
                    .forEach(expression -> {
                        assertKnown(panel.path("title").asString(), expression);
                        names(expression).forEach(shown::add);
                    });
        }
        board.at("/templating/list")
                .forEach(variable -> assertKnown(
                        variable.path("name").asString(),
                        variable.at("/query/query").asString("howdah_up")));

        assertThat(ids).doesNotHaveDuplicates().hasSizeGreaterThan(30);
        for (var meter : HowdahMeter.values()) {
            if (!Set.of(HowdahMeter.VERSION, HowdahMeter.QUEUE_PAUSED, HowdahMeter.DURABILITY)
                    .contains(meter)) {
                assertThat(meter.prometheusNames()).as("%s is shown", meter).anyMatch(shown::contains);
            }
        }
    }

    private static void assertKnown(String where, String expression) {
        var names = names(expression);
        assertThat(names).as("%s: %s", where, expression).isNotEmpty();
        assertThat(names)
                .as("%s: %s", where, expression)
                .allMatch(name -> NAMES.contains(name) || OTHERS.contains(name));
    }

    private static List<String> names(String expression) {
        return NAME.matcher(expression).results().map(found -> found.group()).toList();
    }
}
