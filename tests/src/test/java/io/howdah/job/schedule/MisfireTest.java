// SPDX-License-Identifier: Apache-2.0
package io.howdah.job.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Howdah;
import io.howdah.job.JobType;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestClock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Nobody was alive for a while; now somebody is. */
@HowdahTest
class MisfireTest {
    private static final JobType<Integer> TASK = JobType.of("task", Integer.class);
    private static final Cron HOURLY = Cron.of("0 * * * *", ZoneOffset.UTC);

    private final List<Instant> run = new ArrayList<>();
    private Howdah howdah;
    private TestClock clock;

    @BeforeEach
    void a_handler(Howdah howdah, TestClock clock) {
        this.howdah = howdah;
        this.clock = clock;
        howdah.jobs().handle(TASK, job -> run.add(job.scheduledFor().orElseThrow()));
    }

    /** The ticks that were missed, six of them, when it is so long after the last. */
    private List<Instant> awayForSix(Rhythm rhythm, Misfire misfire, Duration late) {
        var declared = howdah.schedules()
                .declare("task", rhythm, TASK, 1, ScheduleOptions.none().misfire(misfire));
        var ticks = declared.next(6);
        clock.set(ticks.getLast().plus(late));
        howdah.drain();
        assertThat(howdah.schedules().find("task").orElseThrow().nextAt())
                .as("the rhythm goes on")
                .contains(rhythm.next(ticks.getLast()));
        return ticks;
    }

    private List<String> runs() {
        return howdah.schedules().listRuns("task", 10).stream()
                .map(one -> one.outcome() + " " + one.scheduledFor())
                .toList();
    }

    @Test
    void skip_runs_none_of_them() {
        var ticks = awayForSix(HOURLY, Misfire.skip(), Duration.ofMinutes(5));

        assertThat(run).isEmpty();
        assertThat(runs()).containsExactly("MISSED " + ticks.getFirst());
    }

    @Test
    void skip_still_runs_the_latest_when_it_is_in_time() {
        var ticks = awayForSix(HOURLY, Misfire.skip(), Duration.ofSeconds(20));

        assertThat(run).containsExactly(ticks.getLast());
        assertThat(runs()).containsExactly("ENQUEUED " + ticks.getLast(), "MISSED " + ticks.getFirst());
    }

    @Test
    void coalesce_runs_once_for_all_however_late() {
        var ticks = awayForSix(HOURLY, Misfire.coalesce(), Duration.ofMinutes(59));

        assertThat(run).containsExactly(ticks.getLast());
        assertThat(runs()).containsExactly("ENQUEUED " + ticks.getLast(), "MISSED " + ticks.getFirst());
    }

    @Test
    void catch_up_runs_each_in_order() {
        var ticks = awayForSix(HOURLY, Misfire.catchUp(6), Duration.ofMinutes(59));

        assertThat(run).isEqualTo(ticks);
        assertThat(runs()).hasSize(6).allMatch(one -> one.startsWith("ENQUEUED"));
    }

    @Test
    void catch_up_is_bounded_and_keeps_the_latest() {
        var ticks = awayForSix(Every.of(Duration.ofHours(1)), Misfire.catchUp(4), Duration.ofMinutes(59));

        assertThat(run).isEqualTo(ticks.subList(2, 6));
        assertThat(runs()).hasSize(5).endsWith("MISSED " + ticks.getFirst());
    }

    @Test
    void a_year_of_seconds_is_caught_up_with_in_no_time() {
        var everySecondOfTheMorning = Cron.of("* * 0-11 * * *", ZoneOffset.UTC);
        howdah.schedules()
                .declare(
                        "task",
                        everySecondOfTheMorning,
                        TASK,
                        1,
                        ScheduleOptions.none().misfire(Misfire.catchUp(100)));
        var noon = clock.now().truncatedTo(ChronoUnit.DAYS).plus(Duration.ofHours(365 * 24 + 12));
        clock.set(noon.plus(Duration.ofHours(1)));

        howdah.drain();

        assertThat(run)
                .containsExactlyElementsOf(LongStream.rangeClosed(1, 100)
                        .mapToObj(i -> noon.minusSeconds(101 - i))
                        .toList());
    }
}
