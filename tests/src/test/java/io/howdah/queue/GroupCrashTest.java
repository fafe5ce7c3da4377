// SPDX-License-Identifier: Apache-2.0
package io.howdah.queue;

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

/**
 * Several processes receive, are killed and frozen; at the end the database is asked in which order things happened.
 */
@HowdahTest
class GroupCrashTest {
    private static final int GROUPS = 10;
    private static final int STEPS = 60;

    /** Rows are numbered as they are inserted, and one of a group is not begun before the one before has committed. */
    private static final String OUT_OF_ORDER = """
        select count(*)
        from (select number, row_number() over (partition by team order by place) - 1 as expected from step) s
        where number <> expected
        """;

    private final List<TestProcess> processes = new ArrayList<>();
    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    @Test
    void every_group_is_in_order_and_every_message_has_its_effect_once_whoever_dies(TestDatabase database) {
        database.execute("drop table if exists step;"
                + " create table step (place bigint generated always as identity, team text, number int)");
        var howdah = database.howdah();
        howdah.queues().configure("steps", QueueSettings.standard().maxDeliveries(1_000));
        for (int group = 0; group < GROUPS; group++) {
            howdah.messages()
                    .sendAll(
                            GroupProcess.STEPS,
                            IntStream.range(0, STEPS).boxed().toList(),
                            SendOptions.none().group("group-" + group));
        }
        for (int i = 0; i < 3; i++) {
            processes.add(start(database, i));
        }
        try {
            for (int round = 1; round <= 5; round++) {
                awaitSteps(database, round * GROUPS * STEPS / 8);
                hurtSomebody(database, round);
            }
            awaitSteps(database, GROUPS * STEPS);
        } finally {
            processes.forEach(TestProcess::close);
        }

        assertThat(database.one(OUT_OF_ORDER, Long.class)).as("seed %s", seed).isZero();
        assertThat(count(database, "step")).isEqualTo(GROUPS * STEPS);
        assertThat(database.one("select count(*) from howdah.work_outcome where state = 'done'", Long.class))
                .isEqualTo(GROUPS * STEPS);
        assertThat(count(database, "howdah.work_place")).isZero();
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
                var now = count(database, "step");
                awaitSteps(database, Math.min(GROUPS * STEPS, now + GROUPS * STEPS / 10));
                victim.thaw();
            }
        }
    }

    private static TestProcess start(TestDatabase database, int number) {
        var process = TestProcess.of(GroupProcess.class)
                .arguments(database.jdbcUrl(), database.user(), database.password(), "receiver-" + number)
                .start();
        process.awaitLine("receiving");
        return process;
    }

    private void awaitSteps(TestDatabase database, long expected) {
        try {
            Await.within(Duration.ofSeconds(90)).until(expected + " steps", () -> count(database, "step") >= expected);
        } catch (AssertionError late) {
            throw new AssertionError(
                    "seed " + seed + ": " + late.getMessage() + " "
                            + processes.stream().map(TestProcess::lines).toList(),
                    late);
        }
    }

    private static long count(TestDatabase database, String table) {
        return database.one("select count(*) from " + table, Long.class);
    }
}
