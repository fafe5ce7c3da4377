// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ReportTest {
    @Test
    void a_table_aligns_words_to_the_left_and_figures_to_the_right() {
        var table = new Table(1, List.of("who", "rows/s"));
        table.add(List.of("a", "1"));
        table.add(List.of("a longer name", "12,345,678"));

        assertThat(table.render()).isEqualTo("""
                        who                rows/s
                        ─────────────  ──────────
                        a                       1
                        a longer name  12,345,678
                        """);
    }

    @Test
    void a_row_of_another_width_is_refused() {
        var table = new Table(1, List.of("who", "rows/s"));

        assertThatThrownBy(() -> table.add(List.of("a"))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void the_text_shows_medians_spread_ratio_latencies_and_costs_with_units() {
        assertThat(Samples.report(Samples.comparison()).text().lines().toList())
                .contains(
                        "drain: a backlog is drained",
                        "1 process",
                        "contender  jobs/s        min – max  × peer  p50 ms  p95 ms  p99 ms  max ms"
                                + "  WAL bytes/job  dead rows/job  commits/job",
                        "howdah     24,000  24,000 – 24,000    2.00    1.00    2.00    3.00    4.00"
                                + "          1,250          0.500         1.00",
                        "peer       12,000  11,000 – 13,000       1    2.00    4.00    6.00   1,800"
                                + "          1,250          0.500         1.00",
                        "dead rows at the end, howdah: queue.job 60,000");
    }

    @Test
    void a_figure_of_its_own_and_the_ratio_to_a_control_have_columns() {
        Scenario scenario = Scenario.throughput(
                "1 process", "job", List.of(Samples.contender("peer"), new Worse("peer, held", "peer")));
        var section = new Report.Section(
                scenario,
                List.of(
                        new Result.Measured("peer", List.of(Samples.measurement(400, Map.of("last tenth/s", 390.0)))),
                        new Result.Measured(
                                "peer, held",
                                List.of(
                                        Samples.measurement(100, Map.of("last tenth/s", 10.0)),
                                        Samples.measurement(100, Map.of("last tenth/s", 20.0))))));
        Report report = Samples.report(section);

        assertThat(report.text())
                .containsPattern("contender .* × peer  × control .* last tenth/s")
                .containsPattern("peer +400 .* 1 +– .* 390 ")
                .containsPattern("peer, held +100 .* 0.25 +0.25 .* 15.0 ")
                .contains("peer, held: slowly");
        JsonNode held = JsonMapper.shared().readTree(report.json()).at("/scenarios/0/contenders/1");
        assertThat(held.at("/ratioToControl").asDouble()).isEqualTo(0.25);
        assertThat(held.at("/median/figures/last tenth~1s").asDouble()).isEqualTo(15);
        assertThat(held.at("/repeats/0/deadRows/queue.job").asLong()).isEqualTo(250);
    }

    @Test
    void the_text_names_who_was_skipped_and_who_failed_and_what_is_no_evidence() {
        Report report = Samples.report(Samples.comparison());

        assertThat(report.text().lines().toList())
                .contains(
                        "skipped: 1 process, b: Redis is not installed",
                        "FAILED: 1 process, c: it lost a job",
                        "≈ marks what is no evidence: on a shared machine differences under 1.5 × are noise.");
        assertThat(report.hasFailures()).isTrue();
    }

    @Test
    void a_server_that_is_not_durable_is_called_so() {
        var settings = Map.of("fsync", "off", "synchronous_commit", "on");

        assertThat(Samples.report(settings, Samples.comparison()).text()).contains("NOT DURABLE");
        assertThat(Samples.report(Samples.comparison()).text()).doesNotContain("NOT DURABLE");
    }

    @Test
    void each_scenario_has_a_table_and_one_of_latencies_shows_no_rates() {
        Scenario latency = Scenario.latency("at 50/s", "job", List.of(Samples.contender("peer")));
        var section = new Report.Section(
                latency,
                List.of(new Result.Measured("peer", List.of(Samples.measurement(50, new Percentiles(2, 4, 6, 8))))));

        List<String> lines =
                Samples.report(Samples.comparison(), section).text().lines().toList();

        assertThat(lines).filteredOn(line -> line.startsWith("contender ")).hasSize(2);
        assertThat(lines.get(lines.indexOf("at 50/s") + 1))
                .doesNotContain("jobs/s")
                .contains("p50 ms");
    }

    @Test
    void without_its_baseline_a_contender_has_no_ratio() {
        Scenario scenario = Scenario.throughput(
                "1 process", "job", List.of(Samples.contender("peer"), Samples.contender("howdah")));
        var ours = new Result.Measured("howdah", List.of(Samples.measurement(5, new Percentiles(1, 1, 1, 1))));
        var section = new Report.Section(scenario, List.of(new Result.Skipped("peer", "not there"), ours));

        assertThat(section.ratio(ours)).isEmpty();
        assertThat(Samples.report(section).text()).containsPattern("howdah .* – +1\\.00");
    }

    @Test
    void the_json_holds_machine_server_every_repeat_and_the_ratio() {
        JsonNode json = JsonMapper.shared()
                .readTree(Samples.report(Samples.comparison()).json());

        assertThat(json.at("/benchmark").asString()).isEqualTo("drain");
        assertThat(json.at("/date").asString()).isEqualTo("2026-11-15T10:00:00Z");
        assertThat(json.at("/commit").asString()).isEqualTo("0123456789ab");
        assertThat(json.at("/machine/cores").asInt()).isEqualTo(2);
        assertThat(json.at("/machine/memoryBytes").asLong()).isEqualTo(25_769_803_776L);
        assertThat(json.at("/machine/fsyncMillis").asDouble()).isEqualTo(0.17);
        assertThat(json.at("/postgres/version").asString()).isEqualTo("18.6");
        assertThat(json.at("/postgres/settings/fsync").asString()).isEqualTo("on");
        JsonNode contenders = json.at("/scenarios/0/contenders");
        assertThat(contenders.at("/0/ratio").asDouble()).isEqualTo(2);
        assertThat(contenders.at("/1/repeats")).hasSize(3);
        assertThat(contenders.at("/1/repeats/1/perSecond").asDouble()).isEqualTo(11_000);
        assertThat(contenders.at("/1/median/perSecondMin").asDouble()).isEqualTo(11_000);
        assertThat(contenders.at("/1/median/latencyMillis/max").asDouble()).isEqualTo(1_800);
        assertThat(contenders.at("/2/skipped").asString()).isEqualTo("Redis is not installed");
        assertThat(contenders.at("/3/failed").asString()).isEqualTo("it lost a job");
    }

    @Test
    void a_scenario_refuses_twins_and_an_unknown_baseline() {
        Contender peer = Samples.contender("peer");

        assertThatThrownBy(() -> Scenario.throughput("x", "job", List.of(peer, Samples.contender("peer"))))
                .hasMessageContaining("same name");
        assertThatThrownBy(() -> Scenario.throughput("x", "job", List.of(peer)).against("nobody"))
                .hasMessageContaining("nobody");
    }

    /** A contender that has a control. */
    private record Worse(String name, String easier) implements Contender {
        @Override
        public Optional<String> control() {
            return Optional.of(easier);
        }

        @Override
        public String settings() {
            return "slowly";
        }

        @Override
        public Trial prepare(Stage stage) {
            throw new AssertionError("Nobody runs it here.");
        }
    }
}
