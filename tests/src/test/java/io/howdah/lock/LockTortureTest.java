// SPDX-License-Identifier: Apache-2.0
package io.howdah.lock;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import io.howdah.test.TestProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Three processes with 32 threads each lock a thousand names while processes are killed and frozen and sessions ended.
 * One of each by default; {@code -Dhowdah.torture=60} for a minute and more.
 */
@HowdahTest
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class LockTortureTest {
    private static final int THREADS = 32;

    private static final String GATES = "pg_locks where locktype = 'advisory' and objsubid = 2"
            + " and database = (select oid from pg_database where datname = current_database())";

    private final List<TestProcess> processes = new ArrayList<>();
    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    @Test
    void two_holders_never_overlap_whoever_dies(TestDatabase database) {
        database.execute(TortureProcess.SCHEMA);
        try {
            // All at once: the first would leave little of the processor for the others to start with.
            for (int i = 0; i < 3; i++) {
                processes.add(launch(database));
            }
            processes.forEach(process -> process.awaitLine("working"));
            var rounds = Integer.getInteger("howdah.torture", 6) / 2;
            for (int round = 0; round < rounds; round++) {
                awaitTurns(database);
                hurtSomebody(database, round);
            }
            awaitTurns(database);
            processes.forEach(process -> process.send("stop"));
            processes.forEach(process -> process.awaitLine("turns "));
        } finally {
            processes.forEach(TestProcess::close);
        }

        assertThat(database.query("select what from violation"))
                .as("seed " + seed)
                .isEmpty();
        Await.until("no session holds or waits", () -> count(database, "howdah.lock_advisory()") == 0);
        Await.until("no gate is left closed", () -> count(database, GATES) == 0);
        assertThat(processes)
                .allSatisfy(process -> assertThat(process.lines()).noneMatch(line -> line.startsWith("failed")));
    }

    /** By the register's own tokens, so that everybody is known to be at it. */
    private static void awaitTurns(TestDatabase database) {
        var before = database.one("select max(token) from register", Long.class);
        var began = System.nanoTime();
        Await.within(Duration.ofSeconds(60))
                .until(
                        "two seconds and some turns have passed",
                        () -> System.nanoTime() - began > 2_000_000_000L
                                && database.one("select count(*) from register where token > ?", Long.class, before)
                                        > 50);
    }

    private void hurtSomebody(TestDatabase database, int round) {
        var victim = processes.get(random.nextInt(processes.size()));
        switch (round % 3) {
            case 0 -> {
                victim.kill();
                processes.remove(victim);
                processes.add(start(database));
            }
            case 1 ->
                database.query("select pg_terminate_backend(backend) from howdah.lock_advisory()"
                        + " where granted order by random() limit 1");
            default -> {
                victim.freeze();
                var before = database.one("select max(token) from register", Long.class);
                var began = System.nanoTime();
                Await.within(Duration.ofSeconds(60))
                        .until(
                                "the others went on past its leases",
                                () -> System.nanoTime() - began > 3_000_000_000L
                                        && database.one("select max(token) from register", Long.class) > before);
                victim.thaw();
            }
        }
    }

    private static TestProcess start(TestDatabase database) {
        var process = launch(database);
        process.awaitLine("working");
        return process;
    }

    private static TestProcess launch(TestDatabase database) {
        return TestProcess.of(TortureProcess.class)
                .arguments(database.jdbcUrl(), database.user(), database.password(), Integer.toString(THREADS))
                .start();
    }

    private static long count(TestDatabase database, String table) {
        return database.one("select count(*) from " + table, Long.class);
    }
}
