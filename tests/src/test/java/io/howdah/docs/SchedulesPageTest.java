// SPDX-License-Identifier: Apache-2.0
package io.howdah.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Howdah;
import io.howdah.job.JobType;
import io.howdah.job.Jobs;
import io.howdah.job.schedule.Cron;
import io.howdah.job.schedule.Every;
import io.howdah.job.schedule.Misfire;
import io.howdah.job.schedule.Overlap;
import io.howdah.job.schedule.Schedule;
import io.howdah.job.schedule.ScheduleOptions;
import io.howdah.job.schedule.Schedules;
import io.howdah.test.HowdahTest;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The code of the page on schedules, run. */
@HowdahTest
class SchedulesPageTest {
    record Report(String of) {}

    private static final JobType<Report> REPORT = JobType.of("report", Report.class);
    private static final JobType<String> SYNC = JobType.of("sync", String.class);

    private final List<String> shown = new ArrayList<>();

    @Test
    void the_page_on_schedules_runs(Howdah howdah) {
        handle(howdah.jobs());
        declare(howdah.schedules());
        operate(howdah.schedules());
        howdah.drain();

        assertThat(shown).hasSize(3).last().asString().startsWith("Report[of=sales]");
        assertThat(howdah.schedules().list(10)).extracting(Schedule::name).containsExactly("nightly-report");
    }

    private void show(Object what) {
        shown.add(what.toString());
    }

    private void write(Report report, Instant at) {
        show(report + " " + at);
    }

    // snippet: schedules
    void declare(Schedules schedules) {
        schedules.declare(
                "nightly-report", Cron.of("0 2 * * mon-fri", ZoneId.of("Europe/Berlin")), REPORT, new Report("sales"));

        schedules.declare(
                "sync",
                Every.of(Duration.ofMinutes(15)),
                SYNC,
                "crm",
                ScheduleOptions.none().misfire(Misfire.skip()).overlap(Overlap.SKIP));
    }

    void handle(Jobs jobs) {
        jobs.handle(
                REPORT, job -> write(job.payload(), job.scheduledFor().orElseThrow())); // 02:00, however late it runs
    }

    void operate(Schedules schedules) {
        schedules.pause("sync");
        schedules.resume("sync");
        schedules.runNow("nightly-report"); // the next tick comes when it would have come
        schedules.find("nightly-report").ifPresent(schedule -> show(schedule.next(5)));
        schedules.listRuns("nightly-report", 10).forEach(run -> show(run.scheduledFor() + " " + run.job()));
        schedules.remove("sync");
    }
    // end
}
