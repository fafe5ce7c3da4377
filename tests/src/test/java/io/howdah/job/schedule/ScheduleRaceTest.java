// SPDX-License-Identifier: Apache-2.0
package io.howdah.job.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Howdah;
import io.howdah.job.JobType;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import io.howdah.test.Together;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** Everything that can be done to a schedule, at the same time, while it ticks as fast as it can. */
@HowdahTest
class ScheduleRaceTest {
    private static final JobType<String> TASK = JobType.of("task", String.class);
    private static final int ROUNDS = 40;

    private static final String WRONG = """
        select s.name, s.paused_at, due.next_at
        from howdah.schedule s left join howdah.schedule_due due on due.schedule_id = s.id
        where (s.paused_at is null) <> (due.schedule_id is not null)
        """;

    private static final String WITHOUT_THEIR_JOB = """
        select fire_at, state from howdah.schedule_run run
        where state = 'enqueued' and not exists (select from howdah.work_body b where b.id = run.job_id)
        """;

    private static final String OTHERS = """
        select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
          and backend_type = 'client backend'
        """;

    @Test
    void nobody_waits_for_ever_and_nothing_is_left_in_between(TestDatabase database) {
        var one = ticking(database);
        var other = ticking(database);
        declare(one, 1);

        Together.run(
                rounds(i -> hasten(database)),
                rounds(i -> known(() -> one.schedules().pause("task"))),
                rounds(i -> known(() -> other.schedules().resume("task"))),
                rounds(i -> known(() -> one.schedules().runNow("task"))),
                rounds(i -> declare(other, 1 + i % 3)),
                rounds(i -> {
                    if (i % 10 == 0) {
                        one.schedules().remove("task");
                    }
                }));
        one.close();
        other.close();
        // Sessions tell what they have counted when they end.
        database.terminateConnections();
        Await.until("no other session is left", () -> database.one(OTHERS, Long.class) == 0);

        assertThat(database.query(WRONG)).isEmpty();
        assertThat(database.query(WITHOUT_THEIR_JOB)).isEmpty();
        assertThat(database.one(
                        "select deadlocks from pg_stat_database where datname = current_database()", Long.class))
                .isZero();
    }

    private static Howdah ticking(TestDatabase database) {
        var howdah = database.howdah();
        howdah.jobs().handle(TASK, job -> {});
        howdah.start();
        return howdah;
    }

    private static void declare(Howdah howdah, int hours) {
        howdah.schedules().declare("task", Every.of(Duration.ofHours(hours)), TASK, "x");
    }

    /** Makes it due now, whenever it would be. */
    private static void hasten(TestDatabase database) {
        database.execute("update howdah.schedule_due set next_at = howdah.now()");
        database.query("select howdah.wake('schedules')");
    }

    private static void known(Runnable task) {
        try {
            task.run();
        } catch (UnknownScheduleException removed) {
            assertThat(removed.code()).isEqualTo("schedule-unknown");
        }
    }

    private interface Round {
        void run(int number);
    }

    private static Callable<Integer> rounds(Round round) {
        return () -> {
            for (int i = 0; i < ROUNDS; i++) {
                round.run(i);
            }
            return ROUNDS;
        };
    }
}
