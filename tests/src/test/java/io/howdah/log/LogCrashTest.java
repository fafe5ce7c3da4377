// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Howdah;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import io.howdah.test.TestProcess;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Processes number and read, are killed and frozen, join and leave; at the end the database is asked what happened. */
@HowdahTest
class LogCrashTest {
    private static final String DISORDER = """
        select count(*) from (
          select off, lag(off) over (partition by partition order by at, off) as before from effect) e
        where off <> coalesce(before + 1, 0)
        """;

    private static final String HELD_BY_THE_LIVING = """
        select count(*) from howdah.log_lags l join howdah.members m on m.id = l.owner and m.alive group by m.id
        """;

    private static final String WHERE_ALL_IS = """
        select (select count(*) from effect), (select count(*) from howdah.log_entry),
               (select array_agg(partition || ': ' || next_offset || ' of ' || end_offset || ' by '
                                 || coalesce(owner::text, 'nobody') || coalesce(stopped, '')) from howdah.log_lags),
               (select array_agg(name || ' ' || id || ' ' || state) from howdah.member)
        """;

    private final List<TestProcess> processes = new ArrayList<>();
    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);
    private int started;
    private int appended;
    private TestDatabase database;
    private Howdah producer;

    @BeforeEach
    void effects(TestDatabase database, Howdah howdah) {
        this.database = database;
        producer = howdah;
        database.execute(
                "drop table if exists effect; create table effect (partition int not null, off bigint not null,"
                        + " gen bigint not null, at timestamptz not null, slow boolean)");
        howdah.log().create(ConsumerProcess.TOPIC);
    }

    @AfterEach
    void end() {
        processes.forEach(TestProcess::close);
    }

    @Test
    void every_event_has_its_effect_exactly_once_and_in_order_whoever_dies() {
        IntStream.range(0, 3).forEach(i -> start());
        for (int round = 1; round <= 4; round++) {
            append(400);
            awaitEffects(appended - 300);
            hurtSomebody(round);
        }
        awaitEffects(appended);

        requireAllRight();
    }

    @Test
    void members_join_and_leave_all_the_time_and_nothing_is_done_twice_or_left_undone() {
        start();
        start();
        for (int round = 0; round < 3; round++) {
            append(300);
            start();
            var leaving = processes.remove(random.nextInt(processes.size()));
            leaving.send("leave");
            leaving.awaitLine("left");
            leaving.close();
        }
        awaitEffects(appended);

        requireAllRight();
        // Those who joined last take their share when the others have given it back.
        Await.within(Duration.ofSeconds(60))
                .until(
                        "both who are left hold half of the partitions",
                        () -> database.query(HELD_BY_THE_LIVING).equals(List.of(List.of(4L), List.of(4L))));
    }

    private void requireAllRight() {
        assertThat(database.one("select count(*) from effect", Long.class)).isEqualTo(appended);
        assertThat(database.one("select count(distinct (partition, off)) from effect", Long.class))
                .as("no effect twice")
                .isEqualTo(appended);
        assertThat(database.one(DISORDER, Long.class)).as("in order").isZero();
    }

    private void append(int count) {
        // A connection of its own: nobody ends that one.
        try (var connection = database.connect()) {
            for (int i = 0; i < count; i += 10) {
                var events = IntStream.range(0, 10)
                        .mapToObj(n -> NewEvent.of("t", "x").key("k" + random.nextInt(100)))
                        .toList();
                producer.log().appendAll(connection, ConsumerProcess.TOPIC, events);
            }
        } catch (SQLException failure) {
            throw new AssertionError("appending failed", failure);
        }
        appended += count;
    }

    private void hurtSomebody(int round) {
        var victim = processes.get(random.nextInt(processes.size()));
        switch (round % 3) {
            case 0 -> database.terminateConnections();
            case 1 -> {
                victim.kill();
                processes.remove(victim);
                start();
            }
            default -> {
                victim.freeze();
                append(200);
                Await.within(Duration.ofSeconds(60))
                        .until(
                                "the frozen one is declared dead",
                                () -> database.one(
                                                "select count(*) from howdah.member where state = 'dead' and pid = ?",
                                                Long.class,
                                                victim.pid())
                                        > 0);
                awaitEffects(appended);
                victim.thaw();
            }
        }
    }

    private void start() {
        var process = TestProcess.of(ConsumerProcess.class)
                .arguments(database.jdbcUrl(), database.user(), database.password(), "reader-" + started++)
                .start();
        process.awaitLine("reading");
        processes.add(process);
    }

    private void awaitEffects(int expected) {
        try {
            Await.within(Duration.ofSeconds(90))
                    .until(
                            expected + " effects",
                            () -> database.one("select count(*) from effect", Long.class) >= expected);
        } catch (AssertionError late) {
            throw new AssertionError(
                    "seed " + seed + ": " + late.getMessage() + " " + database.query(WHERE_ALL_IS) + " "
                            + processes.stream().map(TestProcess::lines).toList(),
                    late);
        }
    }
}
