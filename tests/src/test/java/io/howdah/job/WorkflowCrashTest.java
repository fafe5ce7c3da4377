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

/** Processes that do workflows, batches and steps are killed and frozen; at the end the database is asked. */
@HowdahTest
class WorkflowCrashTest {
    private static final int WORKFLOWS = 60;
    private static final int BATCHES = 3;
    private static final int IN_A_BATCH = 100;
    private static final int EFFECTS = 2 * (WORKFLOWS * 5 + BATCHES * (IN_A_BATCH + 1));

    private static final String TOO_EARLY = """
        select later.node from effect later, effect earlier
        where later.node like '%-d' and earlier.at > later.at
          and earlier.node in (left(later.node, -2) || '-b', left(later.node, -2) || '-c')
        """;

    private final List<TestProcess> processes = new ArrayList<>();
    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    @Test
    void every_step_of_every_node_has_its_effect_exactly_once_whoever_dies(TestDatabase database) {
        database.execute("drop table if exists effect;"
                + " create table effect (node text not null, step text not null, slow boolean,"
                + " at timestamptz not null default clock_timestamp())");
        var workflows = database.howdah().jobs().workflows();
        try {
            IntStream.range(0, 3).forEach(i -> processes.add(start(database, i)));
            var ids = new ArrayList<WorkflowId>();
            for (int i = 0; i < WORKFLOWS; i++) {
                ids.add(workflows.start(diamond(i)));
            }
            for (int i = 0; i < BATCHES; i++) {
                ids.add(workflows.start(batch(i)));
            }
            for (int round = 1; round <= 5; round++) {
                awaitEffects(database, round * EFFECTS / 7);
                hurtSomebody(database, round);
            }
            awaitEffects(database, EFFECTS);
            Await.within(Duration.ofSeconds(60))
                    .until(
                            "all are over: " + seed,
                            () -> ids.stream()
                                    .allMatch(id ->
                                            workflows.find(id).orElseThrow().state() == WorkflowInfo.State.DONE));
        } finally {
            processes.forEach(TestProcess::close);
        }

        assertThat(count(database, "effect")).as("no effect twice").isEqualTo(EFFECTS);
        assertThat(database.one("select count(distinct (node, step)) from effect", Long.class))
                .isEqualTo(EFFECTS);
        for (var table : List.of("work_waiting", "work_ended", "work_ready", "work_deferred")) {
            assertThat(count(database, "howdah." + table)).as(table).isZero();
        }
        assertThat(database.query(TOO_EARLY)).isEmpty();
    }

    private static Workflow diamond(int i) {
        return Workflow.of("diamond")
                .add("a", WorkflowProcess.NODE, i + "-a")
                .add("b", WorkflowProcess.NODE, i + "-b", "a")
                .add("c", WorkflowProcess.NODE, i + "-c", "a")
                .add("d", WorkflowProcess.NODE, i + "-d", "b", "c")
                .add("e", WorkflowProcess.NODE, i + "-e", "c")
                .build();
    }

    private static Batch batch(int i) {
        return Batch.of("batch")
                .addAll(
                        WorkflowProcess.NODE,
                        IntStream.range(0, IN_A_BATCH)
                                .mapToObj(member -> "batch " + i + " " + member)
                                .toList(),
                        JobOptions.none())
                .then(WorkflowProcess.NODE, "batch " + i + " is over");
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
        var process = TestProcess.of(WorkflowProcess.class)
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
                    "seed " + seed + ": " + late.getMessage() + " "
                            + database.query("select state, count(*) from howdah.job_node group by state") + " "
                            + database.query("select name, state, beat_at from howdah.member") + " "
                            + processes.stream().map(TestProcess::lines).toList(),
                    late);
        }
    }

    private static long count(TestDatabase database, String table) {
        return database.one("select count(*) from " + table, Long.class);
    }
}
