// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.harness;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;

/** A trial in which a number of threads each call the same thing again and again until the time is up. */
public final class Load implements Trial {
    private final Duration duration;
    private final List<Worker> workers = new ArrayList<>();
    private ThreadFactory threads = Thread.ofPlatform().name("load-", 0).factory();

    private Load(Duration duration) {
        this.duration = duration;
    }

    /** Opens a worker per thread, which is not measured. */
    public static Load of(Stage stage, int threads, Opening opening) throws Exception {
        var load = new Load(stage.duration());
        boolean opened = false;
        try {
            for (int i = 0; i < threads; i++) {
                load.workers.add(opening.open());
            }
            opened = true;
            return load;
        } finally {
            if (!opened) {
                load.close();
            }
        }
    }

    /** The same on virtual threads. */
    public Load onVirtualThreads() {
        threads = Thread.ofVirtual().name("load-", 0).factory();
        return this;
    }

    @Override
    public Outcome run() throws Exception {
        try (var pool = Executors.newFixedThreadPool(workers.size(), threads)) {
            var deadline = new CompletableFuture<Long>();
            List<Future<Tally>> tallies = workers.stream()
                    .map(worker -> pool.submit(() -> drive(worker, deadline.join())))
                    .toList();
            long begin = System.nanoTime();
            deadline.complete(begin + duration.toNanos());
            return outcome(begin, tallies);
        }
    }

    @Override
    public void close() throws IOException, SQLException {
        for (Worker worker : workers) {
            worker.close();
        }
    }

    private static Tally drive(Worker worker, long deadline) throws Exception {
        var latencies = new Latencies.Recorder();
        long operations = 0;
        long now = System.nanoTime();
        while (now < deadline) {
            long before = now;
            operations += worker.call();
            now = System.nanoTime();
            latencies.add(now - before);
        }
        return new Tally(operations, now, latencies);
    }

    private static Outcome outcome(long begin, List<Future<Tally>> futures) throws Exception {
        long operations = 0;
        long end = begin;
        var recorders = new ArrayList<Latencies.Recorder>();
        for (Future<Tally> future : futures) {
            try {
                Tally tally = future.get();
                operations += tally.operations();
                end = Math.max(end, tally.endedAt());
                recorders.add(tally.latencies());
            } catch (ExecutionException failed) {
                throw failed.getCause() instanceof Exception cause ? cause : failed;
            }
        }
        return new Outcome(operations, Duration.ofNanos(end - begin), Latencies.of(recorders));
    }

    private record Tally(long operations, long endedAt, Latencies.Recorder latencies) {}

    /** What one thread calls, with a connection of its own for example. */
    public interface Worker extends AutoCloseable {
        /** Does it once and returns how many operations that were. */
        int call() throws Exception;

        @Override
        default void close() throws IOException, SQLException {}
    }

    /** Makes the worker of one thread. */
    public interface Opening {
        Worker open() throws Exception;
    }
}
