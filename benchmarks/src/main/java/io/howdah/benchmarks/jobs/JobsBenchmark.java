// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.jobs;

import io.howdah.benchmarks.harness.Benchmark;
import io.howdah.benchmarks.harness.Contender;
import io.howdah.benchmarks.harness.Load;
import io.howdah.benchmarks.harness.Outcome;
import io.howdah.benchmarks.harness.Scenario;
import io.howdah.benchmarks.harness.Stage;
import io.howdah.benchmarks.harness.Trial;
import io.howdah.benchmarks.raw.InsertBenchmark;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;

/** How many jobs can be enqueued and done, with and without a transaction that somebody holds open. */
public final class JobsBenchmark implements Benchmark {
    private static final int BACKLOG = 100_000;
    private static final byte[] PAYLOAD = "{\"customer\":42}".getBytes(StandardCharsets.UTF_8);

    @Override
    public String name() {
        return "jobs";
    }

    @Override
    public String summary() {
        return "enqueue one by one, and drain a backlog of jobs that do nothing, also with a transaction held open";
    }

    @Override
    public List<Scenario> scenarios() {
        return List.of(
                Scenario.throughput(
                        "enqueue one by one, 8 threads",
                        "job",
                        List.of(
                                Contender.of("plain INSERT", stage -> InsertBenchmark.oneByOne(stage, 8)),
                                Contender.of("howdah", stage -> enqueue(stage, 8)))),
                Scenario.throughput(
                        "drain, 1 process",
                        "job",
                        List.of(
                                new DbSchedulerDrain(BACKLOG),
                                new HowdahDrain("howdah", BACKLOG, false),
                                new HowdahDrain("howdah, transaction held open", BACKLOG, true))));
    }

    private static Trial enqueue(Stage stage, int threads) throws Exception {
        var ours = HowdahJobs.on(stage.database());
        var load = Load.of(stage, threads, () -> () -> {
            ours.howdah().jobs().enqueue(HowdahJobs.NOTHING, PAYLOAD);
            return 1;
        });
        return new Trial() {
            @Override
            public Outcome run() throws Exception {
                return load.run();
            }

            @Override
            public void close() throws IOException, SQLException {
                load.close();
                ours.close();
            }
        };
    }
}
