// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.raw;

import io.howdah.benchmarks.harness.Benchmark;
import io.howdah.benchmarks.harness.Contender;
import io.howdah.benchmarks.harness.Scenario;
import io.howdah.benchmarks.harness.Stage;
import io.howdah.benchmarks.harness.Trial;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a NOTIFY inside a writing transaction costs: PostgreSQL holds one lock per cluster from before such a commit
 * until after its fsync, so that commits with a notification form a queue.
 */
public final class NotifyBenchmark implements Benchmark {
    private static final String TABLE =
            "create table entry (id bigint generated always as identity primary key, name text not null)";
    private static final String INSERT = "insert into entry (name) values ('a small row')";
    private static final String INSERT_AND_NOTIFY =
            "with added as (" + INSERT + " returning id) select pg_notify('" + Listener.CHANNEL + "', '') from added";

    @Override
    public String name() {
        return "notify";
    }

    @Override
    public String summary() {
        return "a small INSERT per commit: alone, with pg_notify inside, with a notification after commit every 2 ms";
    }

    @Override
    public List<Scenario> scenarios() {
        return Stream.of(8, 32)
                .map(clients -> Scenario.throughput(
                        clients + " clients",
                        "insert",
                        List.of(
                                Contender.of("INSERT alone", stage -> prepare(stage, clients, Notifying.NEVER)),
                                Contender.of("pg_notify inside", stage -> prepare(stage, clients, Notifying.INSIDE)),
                                Contender.of(
                                        "notified after commit", stage -> prepare(stage, clients, Notifying.AFTER)))))
                .toList();
    }

    private static Trial prepare(Stage stage, int clients, Notifying notifying) throws Exception {
        stage.database().execute(TABLE);
        String sql = notifying == Notifying.INSIDE ? INSERT_AND_NOTIFY : INSERT;
        return NotifyTrial.of(stage, clients, notifying, sql);
    }

    /** When a commit's notification is sent. */
    enum Notifying {
        NEVER,
        INSIDE,
        AFTER
    }
}
