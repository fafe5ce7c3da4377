// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PausesTest {
    private final Pauses pauses = new Pauses();
    private long now = System.nanoTime();

    /** What follows a run that took so long, in microseconds. */
    private long afterRun(int events, int tookMicros) {
        var began = now;
        now += Duration.ofNanos(tookMicros * 1_000L).toNanos();
        var pause = pauses.after(events, began, now);
        now += pause;
        return pause / 1_000;
    }

    @Test
    void few_events_are_somebody_who_waits() {
        assertThat(afterRun(49, 8_000)).isEqualTo(1_000);
        assertThat(afterRun(-1, 8_000)).as("nothing was done").isEqualTo(1_000);
    }

    @Test
    void several_are_rested_after_for_as_long_as_they_took() {
        assertThat(afterRun(100, 3_000)).isEqualTo(3_000);
        assertThat(afterRun(100, 50)).isEqualTo(1_000);
        assertThat(afterRun(100, 30_000)).isEqualTo(10_000);
    }

    @Test
    void a_stall_is_not_taken_for_a_stream() {
        for (int i = 0; i < 500; i++) {
            afterRun(2, 1_000);
        }

        assertThat(afterRun(1_000, 5_000)).as("a second's worth, at once").isEqualTo(5_000);
    }

    @Test
    void of_a_stream_a_run_has_a_fifth_of_the_time() {
        for (int i = 0; i < 200; i++) {
            afterRun(100, 3_000);
        }

        assertThat(afterRun(100, 3_000)).isEqualTo(12_000);
        assertThat(afterRun(100, 30_000)).as("however long a run takes").isEqualTo(40_000);
    }

    @Test
    void no_more_gathers_than_is_handed_over() {
        for (int i = 0; i < 200; i++) {
            afterRun(1_000, 10_000);
        }

        assertThat(afterRun(1_000, 10_000)).isLessThan(10_000);
    }

    @Test
    void a_stream_that_has_ended_is_forgotten() {
        for (int i = 0; i < 200; i++) {
            afterRun(100, 3_000);
        }
        now += Duration.ofSeconds(3).toNanos();

        assertThat(afterRun(100, 3_000)).isEqualTo(3_000);
    }
}
