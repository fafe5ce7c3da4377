// SPDX-License-Identifier: Apache-2.0
package io.howdah.job.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import io.howdah.test.TestProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Three replicas tick every second; they are killed, frozen and cut off; no tick is lost and none is run twice. */
@HowdahTest
class TickCrashTest {
    /** Every second from the first tick to the last, with what it had. */
    private static final String SECONDS = """
        with span as (select min(fire_at) as low, max(fire_at) as high from howdah.schedule_run)
        select count(*) as seconds,
               count(*) filter (where (select count(*) from howdah.schedule_run where fire_at = second) = 1) as runs,
               count(*) filter (where (select count(*) from beat where tick = second) = 1) as effects
        from span, generate_series(low, high, interval '1 second') as second
        """;

    private final List<TestProcess> replicas = new ArrayList<>();

    @Test
    void every_tick_has_one_run_whoever_is_alive(TestDatabase database) {
        database.execute("drop table if exists beat; create table beat (tick timestamptz not null)");
        try {
            for (int i = 0; i < 3; i++) {
                replicas.add(start(database, i));
            }
            awaitMoreTicks(database, 2);
            replicas.removeFirst().kill();
            awaitMoreTicks(database, 1);
            replicas.getFirst().freeze();
            awaitMoreTicks(database, 1);
            database.terminateConnections();
            awaitMoreTicks(database, 1);
            replicas.forEach(TestProcess::kill);
            replicas.set(0, start(database, 10));
            awaitMoreTicks(database, 2);
            database.howdah().schedules().pause("beat");
            Await.within(Duration.ofSeconds(60))
                    .until(
                            "every tick has had its effect",
                            () -> count(database, "howdah.schedule_run") == count(database, "beat"));
        } finally {
            replicas.forEach(TestProcess::close);
        }

        var seconds = database.one("select count(*) from howdah.schedule_run", Long.class);
        assertThat(database.query(SECONDS)).containsExactly(List.of(seconds, seconds, seconds));
        assertThat(seconds).isGreaterThanOrEqualTo(7);
    }

    private static TestProcess start(TestDatabase database, int number) {
        var process = TestProcess.of(TickProcess.class)
                .arguments(database.jdbcUrl(), database.user(), database.password(), "replica-" + number)
                .start();
        process.awaitLine("ticking");
        return process;
    }

    private static void awaitMoreTicks(TestDatabase database, int more) {
        var wanted = count(database, "howdah.schedule_run") + more;
        Await.within(Duration.ofSeconds(60))
                .until(wanted + " ticks", () -> count(database, "howdah.schedule_run") >= wanted);
    }

    private static long count(TestDatabase database, String table) {
        return database.one("select count(*) from " + table, Long.class);
    }
}
