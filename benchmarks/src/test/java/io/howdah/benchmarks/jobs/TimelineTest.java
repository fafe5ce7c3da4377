// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class TimelineTest {
    @Test
    void what_several_processes_tell_is_added_up_in_the_order_of_time() {
        Timeline together = Timeline.together(List.of(
                timeline(new long[][] {{1_000_000, 1}, {2_000_000, 100}, {4_000_000, 200}}),
                timeline(new long[][] {{1_500_000, 1}, {3_000_000, 50}})));

        assertThat(together.count()).isEqualTo(250);
        assertThat(together.beganMicros()).isEqualTo(1_000_000);
        assertThat(together.reachedMicros(102)).isEqualTo(3_000_000);
        assertThat(together.perSecond(150, 250)).isEqualTo(100);
        assertThatThrownBy(() -> together.reachedMicros(251)).hasMessageContaining("250 of 251");
    }

    @Test
    void counts_that_threads_tell_in_another_order_are_not_counted_twice() {
        Timeline together =
                Timeline.together(List.of(timeline(new long[][] {{1, 1}, {2, 300}, {3, 200}, {4, 400}, {5, 400}})));

        assertThat(together.count()).isEqualTo(400);
        assertThat(together.reachedMicros(301)).isEqualTo(4);
    }

    private static Timeline timeline(long[][] points) {
        var timeline = new Timeline();
        for (long[] point : points) {
            timeline.add(point[0], (int) point[1]);
        }
        return timeline;
    }
}
