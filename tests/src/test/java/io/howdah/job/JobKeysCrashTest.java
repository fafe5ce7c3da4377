// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import static io.howdah.job.JobOptions.IfExists.KEEP;
import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.DatabaseException;
import io.howdah.job.WorkerProcess.Turn;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import io.howdah.test.TestProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Jobs with keys while processes are killed and frozen; at the end the database is asked in which order they ran. */
@HowdahTest
class JobKeysCrashTest {
    private static final int KEYS = 20;
    private static final int OF_EACH = 60;

    private final List<TestProcess> processes = new ArrayList<>();
    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    @Test
    void every_key_keeps_its_order_and_loses_nothing_whoever_dies(TestDatabase database) {
        database.execute("create table turn (place bigint generated always as identity, key int, number int)");
        for (int i = 0; i < 3; i++) {
            processes.add(start(database, i));
        }
        var jobs = database.howdah().jobs();
        try {
            for (int number = 1; number <= OF_EACH; number++) {
                for (int key = 0; key < KEYS; key++) {
                    enqueueUntilKnown(jobs, new Turn(key, number));
                }
                if (number % 10 == 0) {
                    hurtSomebody(database, number / 10);
                }
            }
            Await.within(Duration.ofMinutes(2))
                    .until("all have run, seed " + seed, () -> count(database, "turn") >= KEYS * OF_EACH);
            Await.within(Duration.ofSeconds(60))
                    .until("no place is taken", () -> count(database, "howdah.work_place") == 0);
        } finally {
            processes.forEach(TestProcess::close);
        }

        assertThat(count(database, "turn")).as("nothing twice").isEqualTo(KEYS * OF_EACH);
        assertThat(database.query("""
                select *
                from (select key, number, lag(number, 1, 0) over (partition by key order by place) as last from turn) t
                where number <> last + 1
                """)).as("out of order, seed " + seed).isEmpty();
        assertThat(count(database, "howdah.work_blocked")).isZero();
        assertThat(count(database, "howdah.work_inbox where id is not null")).isZero();
    }

    /** Whether a commit took effect is not known when the connection breaks; with a unique key one just tries again. */
    private static void enqueueUntilKnown(Jobs jobs, Turn turn) {
        var options = JobOptions.none().key("k" + turn.key()).uniqueFor(Duration.ofHours(1), turn.toString(), KEEP);
        Await.within(Duration.ofSeconds(60)).until("it is enqueued", () -> {
            try {
                jobs.enqueue(WorkerProcess.TURN, turn, options);
                return true;
            } catch (DatabaseException broken) {
                return false;
            }
        });
    }

    private void hurtSomebody(TestDatabase database, int round) {
        var victim = processes.get(random.nextInt(processes.size()));
        switch (round % 3) {
            case 0 -> database.terminateConnections();
            case 1 -> {
                victim.kill();
                processes.remove(victim);
                processes.add(start(database, 10 + round));
            }
            default -> {
                victim.freeze();
                Await.within(Duration.ofSeconds(60))
                        .until(
                                "the frozen one is declared dead",
                                () -> count(database, "howdah.member where state = 'dead' and pid = " + victim.pid())
                                        > 0);
                victim.thaw();
            }
        }
    }

    private static TestProcess start(TestDatabase database, int number) {
        var process = TestProcess.of(WorkerProcess.class)
                .arguments(database.jdbcUrl(), database.user(), database.password(), "worker-" + number)
                .start();
        process.awaitLine("working");
        return process;
    }

    private static long count(TestDatabase database, String what) {
        return database.one("select count(*) from " + what, Long.class);
    }
}
