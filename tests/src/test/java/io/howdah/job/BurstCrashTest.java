// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import io.howdah.test.TestProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Processes that claim hundreds of jobs at once die, freeze and lose their sessions: every job is done, and once. */
@HowdahTest
class BurstCrashTest {
    private static final int EACH_ROUND = 8_000;

    private static final String LEFT = """
        select (select count(*) from howdah.work_ready) + (select count(*) from howdah.work_lease)
             + (select count(*) from howdah.work_burst) + (select count(*) from howdah.work_deferred)
             + (select count(*) from howdah.work_parted)
        """;

    private static final String BURSTS = """
        select coalesce(sum(n_tup_ins), 0)::bigint from pg_stat_user_tables where relname = 'work_burst'
        """;

    private final List<TestProcess> processes = new ArrayList<>();

    @Test
    void every_job_is_done_once_whoever_dies_in_the_middle_of_a_burst(TestDatabase database) {
        for (int i = 0; i < 2; i++) {
            processes.add(start(database, i));
        }
        var jobs = database.howdah().jobs();
        try {
            for (int round = 0; round < 4; round++) {
                var from = round * EACH_ROUND;
                jobs.enqueueAll(
                        BurstProcess.SHORT,
                        IntStream.range(from, from + EACH_ROUND).boxed().toList(),
                        JobOptions.none());
                awaitDone(database, from + EACH_ROUND / 4);
                hurtSomebody(database, round);
            }
            awaitDone(database, 4 * EACH_ROUND);
            Await.within(Duration.ofSeconds(60)).until("nothing is left", () -> database.one(LEFT, Long.class) == 0);
        } finally {
            processes.forEach(TestProcess::close);
        }

        assertThat(database.query("""
                select count(*), count(distinct id) from howdah.work_outcome where state = 'done'
                """)).containsExactly(List.of(4L * EACH_ROUND, 4L * EACH_ROUND));
        assertThat(database.one(BURSTS, Long.class))
                .as("claims that were bursts")
                .isPositive();
    }

    private void hurtSomebody(TestDatabase database, int round) {
        var victim = processes.removeFirst();
        if (round == 1) {
            database.terminateConnections();
        } else if (round == 2) {
            victim.freeze();
            Await.within(Duration.ofSeconds(60))
                    .until(
                            "the frozen one is declared dead",
                            () -> database.one(
                                            "select count(*) from howdah.member where state = 'dead' and pid = ?",
                                            Long.class,
                                            victim.pid())
                                    > 0);
            victim.thaw();
        } else {
            victim.kill();
            processes.add(start(database, 10 + round));
            return;
        }
        processes.add(victim);
    }

    private static TestProcess start(TestDatabase database, int number) {
        var process = TestProcess.of(BurstProcess.class)
                .arguments(database.jdbcUrl(), database.user(), database.password(), "worker-" + number)
                .start();
        process.awaitLine("working");
        return process;
    }

    private static void awaitDone(TestDatabase database, int expected) {
        Await.within(Duration.ofSeconds(90))
                .until(
                        expected + " are done",
                        () -> database.one("select count(*) from howdah.work_outcome where state = 'done'", Long.class)
                                >= expected);
    }
}
