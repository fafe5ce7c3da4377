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
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Several processes work, are killed and frozen; at the end the database is asked what happened. */
@HowdahTest
class JobCrashTest {
    private static final int JOBS = 3_000;

    private static final String WHERE_ALL_IS = """
        select (select count(*) from effect) as effects, (select count(*) from howdah.work_ready) as ready,
               (select count(*) from howdah.work_deferred) as deferred,
               (select array_agg(coalesce(m.name || ' ' || m.state, 'nobody') || ' ' || l.id || ' ' || claimed_at)
                from howdah.work_lease l left join howdah.member m on m.id = l.member) as leased,
               (select array_agg(name || ' ' || state || ' ' || beat_at) from howdah.member) as members
        """;

    private final List<TestProcess> processes = new ArrayList<>();
    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    @Test
    void every_job_has_its_effect_exactly_once_whoever_dies(TestDatabase database) {
        database.execute("drop table if exists effect;"
                + " create table effect (number int not null, attempt int not null, slow boolean)");
        for (int i = 0; i < 3; i++) {
            processes.add(start(database, i));
        }
        var jobs = database.howdah().jobs();
        jobs.enqueueAll(WorkerProcess.EFFECT, IntStream.range(0, JOBS).boxed().toList(), JobOptions.none());
        try {
            for (int round = 1; round <= 6; round++) {
                awaitEffects(database, round * JOBS / 10);
                hurtSomebody(database, round);
            }
            awaitEffects(database, JOBS);
            Await.within(Duration.ofSeconds(60))
                    .until("nothing is held", () -> count(database, "howdah.work_lease") == 0);
        } finally {
            processes.forEach(TestProcess::close);
        }

        assertThat(database.one("select count(distinct number) from effect", Long.class))
                .isEqualTo(JOBS);
        assertThat(count(database, "effect")).as("no effect twice").isEqualTo(JOBS);
        assertThat(database.one("select count(*) from howdah.work_outcome where state = 'done'", Long.class))
                .isEqualTo(JOBS);
        assertThat(count(database, "howdah.work_ready")).isZero();
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
                                () -> database.one(
                                                "select count(*) from howdah.member where state = 'dead' and pid = ?",
                                                Long.class,
                                                victim.pid())
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

    private void awaitEffects(TestDatabase database, int expected) {
        try {
            Await.within(Duration.ofSeconds(90))
                    .until(expected + " effects", () -> count(database, "effect") >= expected);
        } catch (AssertionError late) {
            throw new AssertionError(
                    "seed " + seed + ": " + late.getMessage() + " " + database.query(WHERE_ALL_IS) + " "
                            + processes.stream().map(TestProcess::lines).toList(),
                    late);
        }
    }

    private static long count(TestDatabase database, String table) {
        return database.one("select count(*) from " + table, Long.class);
    }
}
