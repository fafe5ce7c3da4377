// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.web.cluster.Chart.Mark;
import io.howdah.web.cluster.Chart.Series;
import io.howdah.web.cluster.Chart.Window;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ChartTest {
    private static final Instant NOON = Instant.parse("2026-01-31T12:00:00Z");
    private static final Series ENDED = new Series("ended", "first", HistoryPoint::endedPerMinute);

    @Test
    void a_line_goes_from_the_left_to_the_right_and_a_value_twice_as_large_is_twice_as_high() {
        var chart = chart(point(0, 2.0), point(1, 4.0), point(2, 0.0));

        assertThat(chart.marks()).containsExactly(new Mark("0", 146), new Mark("2", 78), new Mark("4", 10));
        assertThat(chart.lines().getFirst().path()).isEqualTo("M52 78L60 10L69 146");
        assertThat(chart.lines().getFirst().area()).isEqualTo("M52 146L52 78L60 10L69 146L69 146Z");
        assertThat(chart.summary()).isEqualTo("ended 0 last, 4 at most");
    }

    @Test
    void what_is_not_known_is_a_gap_and_so_is_a_time_in_which_nobody_was_there() {
        var chart = chart(point(0, 1.0), point(1, null), point(2, 1.0), point(30, 1.0), point(31, 1.0));

        assertThat(chart.lines().getFirst().path()).isEqualTo("M52 78L69 78M303 78L311 78");
        assertThat(chart.lines().getFirst().area()).containsPattern("L69 146ZM303 146");
    }

    @Test
    void the_scale_ends_at_a_round_number_and_nothing_is_drawn_of_nothing() {
        assertThat(Stream.of(0.0, 2.0, 2.1, 5.0, 11.0, 4_000.0, 4_001.0).map(Chart::ceiling))
                .containsExactly(2.0, 2.0, 4.0, 6.0, 20.0, 4_000.0, 6_000.0);
        assertThat(chart().lines().getFirst().path()).isEmpty();
        assertThat(chart().summary()).isEqualTo("nothing yet");
    }

    private static Chart chart(HistoryPoint... points) {
        return Chart.of("c", "Chart", new Window(NOON, HistorySpan.HOUR, List.of(points)), Chart::rounded, ENDED);
    }

    private static HistoryPoint point(int minute, @Nullable Double ended) {
        return new HistoryPoint(
                NOON.plus(Duration.ofMinutes(minute)), Optional.empty(), Optional.ofNullable(ended), 0, 0, 0, 0);
    }
}
