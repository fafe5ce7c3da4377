// SPDX-License-Identifier: Apache-2.0
package io.howdah.job.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.Codec;
import io.howdah.CurrentTransaction;
import io.howdah.DatabaseException;
import io.howdah.Howdah;
import io.howdah.Observer;
import io.howdah.Tracing;
import io.howdah.internal.Platform;
import io.howdah.internal.db.Db;
import io.howdah.internal.db.SchemaName;
import io.howdah.internal.db.Wakeups;
import io.howdah.internal.loop.Backgrounds;
import io.howdah.internal.loop.Loop;
import io.howdah.internal.member.Membership;
import io.howdah.internal.member.Profile;
import io.howdah.internal.trace.Traces;
import io.howdah.job.JobType;
import io.howdah.test.HowdahTest;
import io.howdah.test.TcpProxy;
import io.howdah.test.TestClock;
import io.howdah.test.TestDatabase;
import io.howdah.work.WorkEngine;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Ticks that fail, in the middle and at the commit, and what they leave behind. */
@HowdahTest
class TickFaultTest {
    private static final JobType<String> TASK = JobType.of("task", String.class);
    private static final Every HOURLY = Every.of(Duration.ofHours(1));

    private static final String LEFT_BEHIND = """
        select (select count(*) from howdah.schedule_run), (select count(*) from howdah.work_body),
               (select count(*) from howdah.work_ready)
        """;

    private final List<String> run = new CopyOnWriteArrayList<>();
    private TestDatabase database;
    private TestClock clock;

    @BeforeEach
    void a_database(TestDatabase database) {
        this.database = database;
        this.clock = database.clock();
        // No hour begins while a test runs.
        clock.set(clock.now().truncatedTo(ChronoUnit.HOURS).plus(Duration.ofMinutes(20)));
    }

    private Howdah handling() {
        return handling(database.howdah());
    }

    private Howdah handling(Howdah howdah) {
        howdah.jobs()
                .handle(
                        TASK,
                        job -> run.add(job.payload() + " " + job.scheduledFor().orElseThrow()));
        return howdah;
    }

    private Instant declareAndComeDue(Howdah howdah, String name) {
        var tick = howdah.schedules().declare(name, HOURLY, TASK, name).nextAt().orElseThrow();
        clock.set(tick.plusMillis(1));
        return tick;
    }

    @Test
    void a_tick_that_is_rolled_back_leaves_nothing_and_comes_again() {
        var tick = declareAndComeDue(database.howdah(), "a");
        database.execute("""
            create function howdah_test.refuse() returns trigger language plpgsql as
              $$ begin if new.next_at > old.next_at then raise 'not now'; end if; return new; end $$;
            create trigger refuse before update on howdah.schedule_due
              for each row execute function howdah_test.refuse();
            """);
        try {
            handling().drain();

            assertThat(database.query(LEFT_BEHIND)).containsExactly(List.of(0L, 0L, 0L));
            assertThat(database.howdah().schedules().find("a").orElseThrow()).satisfies(failed -> {
                assertThat(failed.nextAt()).contains(tick);
                assertThat(failed.lastError())
                        .hasValueSatisfying(error -> assertThat(error).contains("not now"));
            });
        } finally {
            database.execute("drop trigger refuse on howdah.schedule_due; drop function howdah_test.refuse()");
        }

        handling().drain();
        assertThat(run).containsExactly("a " + tick);
        assertThat(database.howdah().schedules().find("a").orElseThrow().lastError())
                .isEmpty();
    }

    @Test
    void what_only_a_newer_version_can_read_keeps_no_other_from_ticking() {
        var howdah = handling();
        howdah.schedules().declare("newer", HOURLY, TASK, "newer");
        var tick = declareAndComeDue(howdah, "b");
        database.execute(
                "update howdah.schedule set every = null, anchor = null, cron = 'H 2 * * *', zone = 'Mars/Base'"
                        + " where name = 'newer'");

        howdah.drain();

        assertThat(run).containsExactly("b " + tick);
        assertThat(howdah.schedules().list(10)).extracting(Schedule::name).containsExactly("b");
        assertThat(database.one("select last_error from howdah.schedules where name = 'newer'", String.class))
                .contains("Mars/Base");
        assertThat(database.one(
                        "select next_at <= howdah.now() from howdah.schedules where name = 'newer'", Boolean.class))
                .as("left to one who can read it")
                .isTrue();
    }

    @Test
    void a_tick_whose_commit_is_not_answered_is_run_once() {
        var tick = declareAndComeDue(database.howdah(), "a");
        try (var proxy = database.proxy()) {
            var ticker = tickerThrough(proxy);
            proxy.cutOnReply("COMMIT");
            assertThatThrownBy(ticker::runOnce)
                    .isInstanceOfSatisfying(
                            DatabaseException.class,
                            failure -> assertThat(failure.isOutcomeUnknown()).isTrue());
        }

        handling().drain();

        assertThat(run).containsExactly("a " + tick);
        assertThat(database.query(LEFT_BEHIND)).containsExactly(List.of(1L, 1L, 0L));
    }

    private Loop tickerThrough(TcpProxy proxy) {
        var dataSource = database.through(proxy);
        var db = Db.of(dataSource, SchemaName.DEFAULT);
        var profile = Profile.ofThisProcess("cut", Duration.ofSeconds(5));
        var platform = new Platform(
                dataSource,
                db,
                db,
                new Wakeups(db, dataSource),
                new Membership(profile, dataSource, SchemaName.DEFAULT, () -> "none"),
                Codec.json(),
                new Traces(Tracing.NONE),
                CurrentTransaction.NONE,
                Observer.NONE,
                new Backgrounds());
        return new Ticker(db, new WorkEngine(platform)).loop();
    }

    @Test
    void a_recorded_tick_is_not_run_again_whatever_the_stored_time_says() {
        var howdah = handling();
        var tick = declareAndComeDue(howdah, "a");
        howdah.drain();
        database.execute("update howdah.schedule_due set next_at = '" + tick + "'");

        howdah.drain();

        assertThat(run).containsExactly("a " + tick);
        assertThat(howdah.schedules().find("a").orElseThrow().nextAt()).contains(HOURLY.next(tick));
    }

    @Test
    void only_the_newest_runs_are_kept(TestDatabase database) {
        var howdah = handling();
        howdah.schedules().declare("a", HOURLY, TASK, "a");
        howdah.schedules().declare("b", HOURLY, TASK, "b");
        database.execute("""
            insert into howdah.schedule_run (schedule_id, fire_at, by_hand, state, at)
            select id, howdah.now() - n * interval '1 hour', false, 'enqueued', howdah.now()
            from howdah.schedule, generate_series(1, case name when 'a' then 500 else 20 end) n
            """);

        howdah.drain();

        assertThat(database.query("""
            select s.name, count(*), max(fire_at) > howdah.now() - interval '61 minutes'
            from howdah.schedule_run join howdah.schedule s on s.id = schedule_id group by s.name order by s.name
            """)).containsExactly(List.of("a", 200L, true), List.of("b", 20L, true));
    }
}
