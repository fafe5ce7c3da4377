// SPDX-License-Identifier: Apache-2.0
package io.howdah.job.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Howdah;
import io.howdah.job.JobType;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Three replicas live through the nights in which clocks are changed: one run per tick, each when it should be. */
@HowdahTest
class DaylightSavingTest {
    private static final JobType<String> NIGHTLY = JobType.of("nightly", String.class);
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    private static final String DUE = "select count(*) from howdah.schedule_due where next_at <= howdah.now()";

    private TestDatabase database;
    private List<Howdah> replicas;

    @BeforeEach
    void three_replicas(TestDatabase database) {
        this.database = database;
        this.replicas = IntStream.range(0, 3).mapToObj(i -> replica()).toList();
    }

    private Howdah replica() {
        var howdah = database.howdah();
        howdah.jobs().handle(NIGHTLY, job -> {});
        howdah.start();
        return howdah;
    }

    /** Six hours in steps of half an hour, at each of which all replicas are woken. */
    private Map<String, List<String>> throughTheNight(String evening) {
        var clock = database.clock();
        var start = Instant.parse(evening);
        clock.set(start);
        for (var howdah : replicas) {
            var schedules = howdah.schedules();
            schedules.declare("named", Cron.of("30 2 * * *", BERLIN), NIGHTLY, "named");
            schedules.declare("hourly", Cron.of("30 * * * *", BERLIN), NIGHTLY, "hourly");
        }
        for (int step = 1; step <= 12; step++) {
            clock.set(start.plus(Duration.ofMinutes(30).multipliedBy(step)));
            database.query("select howdah.wake('schedules')");
            Await.until("nothing is due", () -> database.one(DUE, Long.class) == 0);
        }
        return Map.of("named", ticks("named"), "hourly", ticks("hourly"));
    }

    private List<String> ticks(String name) {
        var runs = replicas.getFirst().schedules().listRuns(name, 100);
        assertThat(runs).allMatch(run -> run.outcome() == ScheduleRun.Outcome.ENQUEUED);
        assertThat(database.one(
                        "select count(*) from howdah.work_body where headers ->> 'howdah-schedule' = ?",
                        Long.class,
                        name))
                .as("one job for each tick")
                .isEqualTo(runs.size());
        return runs.reversed().stream()
                .map(run -> run.scheduledFor()
                        .atOffset(ZoneOffset.UTC)
                        .toLocalTime()
                        .toString())
                .toList();
    }

    @Test
    void a_night_without_an_hour() {
        var ticks = throughTheNight("2027-03-27T21:45:00Z");

        assertThat(ticks.get("named"))
                .as("02:30 is not shown, so at 03:00 summer time")
                .containsExactly("01:00");
        assertThat(ticks.get("hourly")).containsExactly("22:30", "23:30", "00:30", "01:30", "02:30", "03:30");
    }

    @Test
    void a_night_with_an_hour_twice() {
        var ticks = throughTheNight("2027-10-30T21:45:00Z");

        assertThat(ticks.get("named")).as("02:30 summer time, and not again").containsExactly("00:30");
        assertThat(ticks.get("hourly")).containsExactly("22:30", "23:30", "00:30", "01:30", "02:30", "03:30");
    }
}
