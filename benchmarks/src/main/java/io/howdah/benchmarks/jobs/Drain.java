// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.jobs;

import io.howdah.benchmarks.harness.Latencies;
import io.howdah.benchmarks.harness.Outcome;
import io.howdah.benchmarks.harness.Trial;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Measures from the start of a worker until the last job of a backlog has been handled. */
final class Drain implements Trial {
    private static final Duration LIMIT = Duration.ofMinutes(5);

    private final int jobs;
    private final CountDownLatch left;
    private final Worker worker;

    /** A worker with a backlog: each job must be told to the latch. */
    interface Worker {
        void start() throws Exception;

        /** Waits until nothing is unfinished: what was handled must also be written down. */
        void awaitWrittenDown() throws Exception;

        void close() throws IOException, SQLException;
    }

    Drain(int jobs, CountDownLatch left, Worker worker) {
        this.jobs = jobs;
        this.left = left;
        this.worker = worker;
    }

    @Override
    public Outcome run() throws Exception {
        var began = System.nanoTime();
        worker.start();
        if (!left.await(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
            throw new IllegalStateException(left.getCount() + " of " + jobs + " jobs were not handled within " + LIMIT);
        }
        worker.awaitWrittenDown();
        return new Outcome(jobs, Duration.ofNanos(System.nanoTime() - began), Latencies.none());
    }

    @Override
    public void close() throws IOException, SQLException {
        worker.close();
    }
}
