// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.jobs;

import io.howdah.benchmarks.harness.Contender;
import io.howdah.benchmarks.harness.Stage;
import io.howdah.benchmarks.harness.Trial;
import io.howdah.job.JobOptions;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collections;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A backlog of jobs that do nothing, done by one process. */
record HowdahDrain(String name, int fullBacklog, boolean transactionHeldOpen) implements Contender {
    private static final byte[] PAYLOAD = "{\"customer\":42}".getBytes(StandardCharsets.UTF_8);

    @Override
    public Trial prepare(Stage stage) throws Exception {
        var jobs = stage.share(fullBacklog);
        var left = new CountDownLatch(jobs);
        var ours = HowdahJobs.on(stage.database());
        var howdah = ours.howdah();
        howdah.jobs().concurrency("default", 100);
        howdah.jobs().handle(HowdahJobs.NOTHING, job -> left.countDown());
        var held = transactionHeldOpen ? hold(stage) : null;
        howdah.jobs().enqueueAll(HowdahJobs.NOTHING, Collections.nCopies(jobs, PAYLOAD), JobOptions.none());
        return new Drain(jobs, left, new Drain.Worker() {
            @Override
            public void start() {
                howdah.start();
            }

            @Override
            public void awaitWrittenDown() throws SQLException {
                try (var connection = stage.database().connect()) {
                    while (leases(connection) > 0) {
                        LockSupport.parkNanos(1_000_000);
                    }
                }
            }

            @Override
            public void close() throws SQLException {
                ours.close();
                if (held != null) {
                    held.close();
                }
            }
        });
    }

    /** From before the first job: nothing that dies from now on can be cleaned up. */
    private static @Nullable Connection hold(Stage stage) throws SQLException {
        var connection = stage.database().connect();
        connection.setAutoCommit(false);
        connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        try (var statement = connection.createStatement()) {
            statement.execute("select count(*) from howdah.work_ready");
        }
        return connection;
    }

    private static long leases(Connection connection) throws SQLException {
        try (var statement = connection.createStatement();
                var result = statement.executeQuery("select count(*) from howdah.work_lease")) {
            result.next();
            return result.getLong(1);
        }
    }
}
