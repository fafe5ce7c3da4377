// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.raw;

import io.howdah.benchmarks.harness.Load;
import io.howdah.benchmarks.harness.Outcome;
import io.howdah.benchmarks.harness.Stage;
import io.howdah.benchmarks.harness.Trial;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;

/** Clients that commit, and a session that listens to them. */
final class NotifyTrial implements Trial {
    private static final Duration HEARD_WITHIN = Duration.ofSeconds(5);

    private final NotifyBenchmark.Notifying notifying;
    private final Listener listener;
    private final Coalescer coalescer;
    private final Load load;

    private NotifyTrial(NotifyBenchmark.Notifying notifying, Listener listener, Coalescer coalescer, Load load) {
        this.notifying = notifying;
        this.listener = listener;
        this.coalescer = coalescer;
        this.load = load;
    }

    static NotifyTrial of(Stage stage, int clients, NotifyBenchmark.Notifying notifying, String sql) throws Exception {
        var listener = Listener.open(stage.database());
        var coalescer = Coalescer.open(stage.database());
        boolean after = notifying == NotifyBenchmark.Notifying.AFTER;
        try {
            Load load = Load.of(stage, clients, () -> {
                var worker = StatementWorker.of(stage.database(), sql, 1, (connection, statement) -> {});
                return after ? new Announcing(worker, coalescer) : worker;
            });
            return new NotifyTrial(notifying, listener, coalescer, load);
        } catch (Exception failure) {
            try (listener;
                    coalescer) {
                throw failure;
            }
        }
    }

    @Override
    public Outcome run() throws Exception {
        Outcome outcome = load.run();
        boolean expected = notifying != NotifyBenchmark.Notifying.NEVER;
        if (expected != listener.hasHeard(expected ? HEARD_WITHIN : Duration.ZERO)) {
            throw new IllegalStateException(
                    expected ? "The listener heard nothing." : "The listener heard what nobody sent.");
        }
        return outcome;
    }

    @Override
    public void close() throws IOException, SQLException {
        try (listener;
                coalescer;
                load) {
            // Closed in the reverse order, each even if another fails.
        }
    }

    /** A worker that tells the coalescer of every commit. */
    private record Announcing(StatementWorker worker, Coalescer coalescer) implements Load.Worker {
        @Override
        public int call() throws Exception {
            int operations = worker.call();
            coalescer.committed();
            return operations;
        }

        @Override
        public void close() throws SQLException {
            worker.close();
        }
    }
}
