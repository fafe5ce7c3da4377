// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.benchmarks.harness.Scenario.Headline;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class StatisticsTest {
    @Test
    void the_median_of_an_odd_number_is_the_middle_one() {
        assertThat(Spread.of(DoubleStream.of(30, 10, 20))).isEqualTo(new Spread(20, 10, 30));
        assertThat(Spread.of(DoubleStream.of(7))).isEqualTo(new Spread(7, 7, 7));
    }

    @Test
    void the_median_of_an_even_number_lies_between_the_middle_two() {
        assertThat(Spread.of(DoubleStream.of(4, 1, 3, 2))).isEqualTo(new Spread(2.5, 1, 4));
    }

    @Test
    void there_is_no_median_and_no_percentile_of_nothing() {
        assertThatThrownBy(() -> Spread.of(DoubleStream.empty())).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Latencies.none().percentile(50)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void percentiles_are_exact_over_all_threads() {
        var odd = new Latencies.Recorder();
        var even = new Latencies.Recorder();
        for (int i = 10_000; i > 0; i--) {
            (i % 2 == 0 ? even : odd).add(i);
        }

        var latencies = Latencies.of(List.of(odd, even));

        assertThat(latencies.percentile(50)).isEqualTo(Duration.ofNanos(5_000));
        assertThat(latencies.percentile(95)).isEqualTo(Duration.ofNanos(9_500));
        assertThat(latencies.percentile(99)).isEqualTo(Duration.ofNanos(9_900));
        assertThat(latencies.percentile(100)).isEqualTo(Duration.ofNanos(10_000));
        assertThat(latencies.percentile(0)).isEqualTo(Duration.ofNanos(1));
    }

    @Test
    void percentiles_of_few_latencies_are_latencies_that_occurred() {
        var recorder = new Latencies.Recorder();
        List.of(5, 1, 3).forEach(recorder::add);

        var latencies = Latencies.of(List.of(recorder));

        assertThat(latencies.percentile(50)).isEqualTo(Duration.ofNanos(3));
        assertThat(latencies.percentile(99)).isEqualTo(Duration.ofNanos(5));
    }

    @Test
    void a_summary_takes_medians_of_percentiles_and_the_largest_maximum() {
        Summary summary = Summary.of(List.of(
                Samples.measurement(100, new Percentiles(1, 2, 3, 40)),
                Samples.measurement(300, new Percentiles(5, 6, 7, 8)),
                Samples.measurement(200, new Percentiles(3, 4, 5, 6))));

        assertThat(summary.perSecond()).isEqualTo(new Spread(200, 100, 300));
        assertThat(summary.latency()).hasValue(new Percentiles(3, 4, 5, 40));
    }

    @Test
    void a_ratio_above_one_is_better_for_throughput_and_for_latency() {
        Summary slow = Summary.of(List.of(Samples.measurement(100, new Percentiles(8, 9, 10, 11))));
        Summary fast = Summary.of(List.of(Samples.measurement(250, new Percentiles(2, 3, 4, 5))));

        assertThat(fast.ratioTo(slow, Headline.THROUGHPUT)).hasValue(2.5);
        assertThat(fast.ratioTo(slow, Headline.LATENCY)).hasValue(4.0);
        assertThat(slow.ratioTo(fast, Headline.THROUGHPUT)).hasValue(0.4);
    }

    @Test
    void costs_are_per_operation() {
        var outcome = new Outcome(200, Duration.ofSeconds(4), Latencies.none());

        Measurement measurement = Measurement.of(outcome, new Probe.Costs(50_000, Map.of("a", 60L, "b", 40L), 2));

        assertThat(measurement.perSecond()).isEqualTo(50);
        assertThat(measurement.latency()).isEmpty();
        assertThat(measurement.walBytesPerOperation()).isEqualTo(250);
        assertThat(measurement.deadRowsPerOperation()).isEqualTo(0.5);
        assertThat(measurement.commitsPerOperation()).isEqualTo(0.01);
    }

    @Test
    void figures_have_thousands_separators_and_about_three_digits() {
        assertThat(List.of(0.0, 0.0123, 1.234, 12.34, 123.4, 1_234_567.8))
                .extracting(Numbers::of)
                .containsExactly("0", "0.012", "1.23", "12.3", "123", "1,234,568");
    }

    @Test
    void a_ratio_that_is_no_evidence_is_marked() {
        assertThat(List.of(1.49, 0.67, 1.5, 0.66, 1234.5))
                .extracting(Numbers::ratio)
                .containsExactly("≈ 1.49", "≈ 0.67", "1.50", "0.66", "1,234.5");
    }

    @Test
    void a_fixed_amount_of_work_shrinks_with_the_duration() {
        var database = new Database(new org.postgresql.ds.PGSimpleDataSource(), "none");

        assertThat(new Stage(database, Duration.ofSeconds(5)).share(200_000)).isEqualTo(200_000);
        assertThat(new Stage(database, Duration.ofSeconds(1)).share(200_000)).isEqualTo(40_000);
        assertThat(new Stage(database, Duration.ofNanos(1)).share(200_000)).isEqualTo(1);
        assertThat(new Stage(database, Duration.ofHours(1)).share(200_000)).isEqualTo(200_000);
    }

    @Test
    void nothing_done_is_no_outcome() {
        assertThatThrownBy(() -> new Outcome(0, Duration.ofSeconds(1), Latencies.none()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Nothing was done");
    }
}
