// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.log;

import io.howdah.benchmarks.harness.Benchmark;
import io.howdah.benchmarks.harness.Contender;
import io.howdah.benchmarks.harness.Scenario;
import io.howdah.benchmarks.harness.Stage;
import io.howdah.benchmarks.harness.Trial;
import java.sql.SQLException;
import java.util.List;

/** What the log does with very many events in it, beside what it does with none. */
public final class StoredBenchmark implements Benchmark {
    private static final int READ = 1_000_000;
    private static final int THREADS = 32;
    private static final int PER_SECOND = 1_000;

    private final StoredEvents stored = new StoredEvents();

    @Override
    public String name() {
        return "stored";
    }

    @Override
    public String summary() {
        return "the log with very many events in it: append, read, and the time from one to the other";
    }

    @Override
    public List<Scenario> scenarios() {
        // Appends last: what they leave unread would be in the way of those who count what arrives.
        return List.of(endToEnd(), read(), append());
    }

    private Scenario append() {
        return Scenario.throughput(
                "append, " + THREADS + " threads",
                "event",
                List.of(
                        Contender.of("nothing stored", stage -> appends(stage, HowdahLog.on(stage.database()))),
                        Contender.of("many stored", stage -> appends(stage, full(stage)))));
    }

    private static Trial appends(Stage stage, HowdahLog ours) throws Exception {
        return Appends.grouped(stage, THREADS, StoredEvents.TOPIC, ours);
    }

    private Scenario read() {
        return Scenario.throughput(
                "read a million, batches of 2000",
                "event",
                List.of(
                        Contender.of(
                                "nothing stored before",
                                stage -> Backlog.of(HowdahLog.on(stage.database()), stage.share(READ), 48)),
                        Contender.of("the first of many", stage -> Backlog.stored(full(stage), stage.share(READ)))));
    }

    private Scenario endToEnd() {
        return Scenario.latency(
                "append to handler at 1000/s",
                "event",
                List.of(
                        Contender.of(
                                "nothing stored",
                                stage -> EndToEnd.at(PER_SECOND, stage, HowdahLog.on(stage.database()))),
                        Contender.of("many stored", stage -> EndToEnd.at(PER_SECOND, stage, full(stage)))));
    }

    private HowdahLog full(Stage stage) throws SQLException {
        return HowdahLog.on(stored.on(stage));
    }
}
