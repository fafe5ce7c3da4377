// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.raw;

import io.howdah.benchmarks.harness.Benchmark;
import io.howdah.benchmarks.harness.Contender;
import io.howdah.benchmarks.harness.Load;
import io.howdah.benchmarks.harness.Scenario;
import io.howdah.benchmarks.harness.Stage;
import io.howdah.benchmarks.harness.Trial;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/** How many rows of a kilobyte PostgreSQL takes, one per commit and a hundred per commit. */
public final class InsertBenchmark implements Benchmark {
    private static final String TABLE =
            "create table entry (id bigint generated always as identity primary key, payload bytea not null)";
    private static final String ONE = "insert into entry (payload) values (?)";
    private static final String MANY = "insert into entry (payload) select unnest(?)";
    private static final int ROWS = 100;

    @Override
    public String name() {
        return "insert";
    }

    @Override
    public String summary() {
        return "rows of 1 KB into a plain table, one row per commit and 100 rows per statement";
    }

    @Override
    public List<Scenario> scenarios() {
        return Stream.of(1, 8, 32)
                .map(threads -> Scenario.throughput(
                        threads == 1 ? "1 thread" : threads + " threads",
                        "row",
                        List.of(
                                Contender.of("plain JDBC", stage -> oneByOne(stage, threads)),
                                Contender.of("plain JDBC, 100 per statement", stage -> byHundreds(stage, threads)))))
                .toList();
    }

    /** A row per commit: what no queue on the same database can beat. */
    public static Trial oneByOne(Stage stage, int threads) throws Exception {
        stage.database().execute(TABLE);
        return Load.of(
                stage,
                threads,
                () -> StatementWorker.of(
                        stage.database(), ONE, 1, (connection, insert) -> insert.setBytes(1, Payload.kilobyte())));
    }

    private static Trial byHundreds(Stage stage, int threads) throws Exception {
        stage.database().execute(TABLE);
        byte[][] rows = Collections.nCopies(ROWS, Payload.kilobyte()).toArray(byte[][]::new);
        return Load.of(
                stage,
                threads,
                () -> StatementWorker.of(
                        stage.database(),
                        MANY,
                        ROWS,
                        (connection, insert) -> insert.setArray(1, connection.createArrayOf("bytea", rows))));
    }
}
