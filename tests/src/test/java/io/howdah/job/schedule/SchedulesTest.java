// SPDX-License-Identifier: Apache-2.0
package io.howdah.job.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.Howdah;
import io.howdah.job.Job;
import io.howdah.job.JobState;
import io.howdah.job.JobType;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestClock;
import io.howdah.test.TestDatabase;
import io.howdah.test.Together;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@HowdahTest
class SchedulesTest {
    record Report(String title) {}

    private static final JobType<Report> REPORT = JobType.of("report", Report.class);
    private static final Every HOURLY = Every.of(Duration.ofHours(1));
    private static final Every DAILY = Every.of(Duration.ofDays(1));

    private final List<String> seen = new ArrayList<>();
    private Howdah howdah;
    private Schedules schedules;
    private TestClock clock;

    @BeforeEach
    void a_handler(Howdah howdah, TestClock clock) {
        this.howdah = howdah;
        this.schedules = howdah.schedules();
        this.clock = clock;
        // No hour begins while a test runs.
        clock.set(clock.now().truncatedTo(ChronoUnit.HOURS).plus(Duration.ofMinutes(20)));
        howdah.jobs().handle(REPORT, this::see);
    }

    private void see(Job<Report> job) {
        assertThat(job.schedule()).isPresent();
        seen.add(job.payload().title() + " " + job.scheduledFor().orElseThrow());
    }

    private Schedule hourly(String title) {
        return schedules.declare("hourly", HOURLY, REPORT, new Report(title));
    }

    /** A little after the next tick. */
    private Instant toNextTick(String name) {
        var tick = schedules.find(name).orElseThrow().nextAt().orElseThrow();
        clock.set(tick.plusMillis(1));
        return tick;
    }

    @Test
    void a_tick_enqueues_one_job_that_knows_it() {
        var declared = hourly("a");
        howdah.drain();
        assertThat(seen).isEmpty();

        var tick = toNextTick("hourly");
        howdah.drain();
        howdah.drain();

        assertThat(declared.nextAt()).contains(tick);
        assertThat(seen).containsExactly("a " + tick);
        assertThat(schedules.listRuns("hourly", 10)).singleElement().satisfies(run -> {
            assertThat(run.scheduledFor()).isEqualTo(tick);
            assertThat(run.byHand()).isFalse();
            assertThat(run.outcome()).isEqualTo(ScheduleRun.Outcome.ENQUEUED);
            assertThat(howdah.jobs().find(run.job().orElseThrow()).orElseThrow().state())
                    .isEqualTo(JobState.DONE);
        });
        assertThat(schedules.find("hourly").orElseThrow().next(3))
                .containsExactly(
                        tick.plus(Duration.ofHours(1)), tick.plus(Duration.ofHours(2)), tick.plus(Duration.ofHours(3)));
    }

    @Test
    void a_job_that_no_schedule_enqueued_has_no_tick() {
        var other = JobType.of("other", Report.class);
        howdah.jobs().handle(other, job -> assertThat(job.scheduledFor()).isEmpty());
        var id = howdah.jobs().enqueue(other, new Report("x"));

        howdah.drain();

        assertThat(howdah.jobs().find(id).orElseThrow().state()).isEqualTo(JobState.DONE);
    }

    @Test
    void the_same_definition_again_changes_nothing(TestDatabase database) {
        hourly("a");
        var rows = "select s::text, due::text from howdah.schedule s join howdah.schedule_due due on schedule_id = id";
        var before = database.query(rows);

        clock.advance(Duration.ofMinutes(10));
        var again = Collections.nCopies(8, (Callable<Schedule>)
                () -> database.howdah().schedules().declare("hourly", HOURLY, REPORT, new Report("a")));
        Together.run(again);

        assertThat(database.query(rows)).isEqualTo(before).hasSize(1);
    }

    @Test
    void many_processes_declare_the_same_at_the_same_time(TestDatabase database) {
        var declare = Collections.nCopies(8, (Callable<Schedule>)
                () -> database.howdah().schedules().declare("hourly", HOURLY, REPORT, new Report("a")));

        assertThat(Together.run(declare)).containsOnly(schedules.find("hourly").orElseThrow());
    }

    @Test
    void another_rhythm_takes_effect_at_once_and_does_not_run_what_the_old_one_left() {
        hourly("a");
        clock.advance(Duration.ofHours(3));

        var changed = schedules.declare("hourly", DAILY, REPORT, new Report("a"));
        howdah.drain();

        assertThat(seen).isEmpty();
        assertThat(changed.rhythm()).isEqualTo(DAILY);
        assertThat(changed.nextAt()).contains(DAILY.next(clock.now()));
    }

    @Test
    void another_payload_is_that_of_the_next_tick_which_is_not_lost() {
        hourly("a");
        var tick = toNextTick("hourly");

        hourly("b");
        howdah.drain();

        assertThat(seen).containsExactly("b " + tick);
    }

    @Test
    void of_an_old_and_a_new_version_the_one_that_was_started_last_has_its_way(TestDatabase database) {
        var old = database.howdah().schedules();
        old.declare("hourly", HOURLY, REPORT, new Report("old"));
        hourly("new");
        var tick = toNextTick("hourly");

        howdah.drain();
        assertThat(seen).containsExactly("new " + tick);
        assertThat(old.find("hourly")).isEqualTo(schedules.find("hourly"));
    }

    @Test
    void a_paused_schedule_does_not_tick_and_what_it_left_out_is_gone() {
        hourly("a");
        schedules.pause("hourly");
        schedules.pause("hourly");
        assertThat(schedules.find("hourly").orElseThrow()).satisfies(paused -> {
            assertThat(paused.isPaused()).isTrue();
            assertThat(paused.nextAt()).isEmpty();
            assertThat(paused.next(5)).isEmpty();
        });

        clock.advance(Duration.ofHours(5));
        assertThat(hourly("b").isPaused()).as("declared again").isTrue();
        howdah.drain();
        schedules.resume("hourly");
        schedules.resume("hourly");
        howdah.drain();
        assertThat(seen).isEmpty();

        var tick = toNextTick("hourly");
        howdah.drain();
        assertThat(seen).containsExactly("b " + tick);
    }

    @Test
    void a_run_by_hand_does_not_disturb_the_rhythm() {
        var next = hourly("a").nextAt().orElseThrow();
        var first = schedules.runNow("hourly").orElseThrow();
        schedules.pause("hourly");
        var second = schedules.runNow("hourly").orElseThrow();
        schedules.resume("hourly");

        howdah.drain();

        assertThat(seen).hasSize(2);
        assertThat(schedules.find("hourly").orElseThrow().nextAt()).contains(next);
        assertThat(schedules.listRuns("hourly", 10))
                .extracting(run -> run.job().orElseThrow())
                .containsExactly(second, first);
        assertThat(schedules.listRuns("hourly", 10)).allMatch(ScheduleRun::byHand);
    }

    @Test
    void a_tick_is_skipped_while_the_last_run_has_not_ended_if_so_chosen() {
        var options = ScheduleOptions.none().overlap(Overlap.SKIP);
        schedules.declare("long", HOURLY, JobType.of("unhandled", Report.class), new Report("a"), options);
        for (int i = 0; i < 2; i++) {
            toNextTick("long");
            howdah.drain();
        }

        assertThat(schedules.runNow("long")).isEmpty();
        var runs = schedules.listRuns("long", 10);
        assertThat(runs)
                .extracting(ScheduleRun::outcome)
                .containsExactly(
                        ScheduleRun.Outcome.OVERLAPPED, ScheduleRun.Outcome.OVERLAPPED, ScheduleRun.Outcome.ENQUEUED);
        assertThat(runs)
                .extracting(ScheduleRun::job)
                .as("the one in the way")
                .containsOnly(runs.getLast().job());

        howdah.jobs().handle(JobType.of("unhandled", Report.class), job -> {});
        howdah.drain();
        assertThat(schedules.runNow("long")).isPresent();
    }

    @Test
    void a_removed_schedule_is_gone_and_its_jobs_go_on() {
        hourly("a");
        schedules.runNow("hourly");

        assertThat(schedules.remove("hourly")).isTrue();
        assertThat(schedules.remove("hourly")).isFalse();
        assertThat(schedules.find("hourly")).isEmpty();
        assertThat(schedules.listRuns("hourly", 10)).isEmpty();
        clock.advance(Duration.ofHours(2));
        howdah.drain();

        assertThat(seen).hasSize(1);
    }

    @Test
    void schedules_are_listed_by_name(TestDatabase database) {
        schedules.declare("b", DAILY, REPORT, new Report("x"));
        var cron = Cron.of("0 2 * * mon-fri", ZoneOffset.UTC);
        schedules.declare(
                "a",
                cron,
                REPORT.queue("night"),
                new Report("x"),
                ScheduleOptions.none().misfire(Misfire.catchUp(7)));

        assertThat(schedules.list(10)).extracting(Schedule::name).containsExactly("a", "b");
        assertThat(schedules.list(1)).singleElement().satisfies(first -> {
            assertThat(first.rhythm()).isEqualTo(cron);
            assertThat(first.queue()).isEqualTo("night");
            assertThat(first.type()).isEqualTo("report");
            assertThat(first.misfire()).hasToString("catch-up 7");
            assertThat(first.overlap()).isEqualTo(Overlap.ALLOW);
        });
        assertThat(database.query("select name, cron, zone, job, queue, paused_at, last_state from howdah.schedules"
                        + " order by name"))
                .hasToString("[[a, 0 2 * * mon-fri, Z, report, night, null, null],"
                        + " [b, null, null, report, default, null, null]]");
    }

    @Test
    void what_could_never_be_enqueued_is_refused_when_it_is_declared() {
        var report = new Report("x");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> schedules.declare("no blanks", HOURLY, REPORT, report))
                .withMessageContaining("the name of a schedule")
                .withMessageContaining("no blanks");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> schedules.declare("a", HOURLY, JobType.of("", Report.class), report))
                .withMessageContaining("the name of a job type");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> schedules.declare("a", HOURLY, REPORT.queue("ö"), report))
                .withMessageContaining("the name of a queue");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> schedules.declare(
                        "a", HOURLY, REPORT, report, ScheduleOptions.none().priority(10)))
                .withMessageContaining("priority");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> schedules.declare("a", HOURLY, REPORT, new Report("x".repeat(1 << 20))))
                .withMessageContaining("1 MiB");
        assertThatIllegalArgumentException().isThrownBy(() -> Misfire.catchUp(0));
        assertThatIllegalArgumentException().isThrownBy(() -> Misfire.catchUp(1_001));
        assertThatIllegalArgumentException().isThrownBy(() -> schedules.list(0));
        assertThatIllegalArgumentException().isThrownBy(() -> schedules.listRuns("a", 1_001));
        assertThat(schedules.list(10)).isEmpty();
    }

    @Test
    void a_schedule_that_is_not_there_is_named() {
        assertThatThrownBy(() -> schedules.pause("ghost"))
                .isInstanceOfSatisfying(
                        UnknownScheduleException.class,
                        failure -> assertThat(failure.code()).isEqualTo("schedule-unknown"))
                .hasMessageContaining("ghost");
        assertThatThrownBy(() -> schedules.resume("ghost")).isInstanceOf(UnknownScheduleException.class);
        assertThatThrownBy(() -> schedules.runNow("ghost")).isInstanceOf(UnknownScheduleException.class);
    }
}
