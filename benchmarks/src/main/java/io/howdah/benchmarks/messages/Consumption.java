// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.messages;

import io.howdah.benchmarks.harness.Latencies;
import io.howdah.benchmarks.harness.Outcome;
import io.howdah.benchmarks.harness.Trial;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** Measures until consumers have received and acknowledged a whole backlog. */
record Consumption(Queueing queue, int backlog, int consumers, int batch) implements Trial {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    @Override
    public Outcome run() throws Exception {
        var left = new AtomicInteger(backlog);
        var latencies = new ArrayList<Latencies.Recorder>();
        var began = System.nanoTime();
        var factory = Thread.ofPlatform().name("consumer-", 0).factory();
        try (var threads = Executors.newFixedThreadPool(consumers, factory)) {
            var running = new ArrayList<Future<Latencies.Recorder>>();
            for (int i = 0; i < consumers; i++) {
                running.add(threads.submit(() -> consume(left, began)));
            }
            for (var one : running) {
                latencies.add(one.get());
            }
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof Exception cause ? cause : failed;
        }
        return new Outcome(backlog, Duration.ofNanos(System.nanoTime() - began), Latencies.of(latencies));
    }

    private Latencies.Recorder consume(AtomicInteger left, long began) throws Exception {
        var latencies = new Latencies.Recorder();
        while (left.get() > 0) {
            var before = System.nanoTime();
            var received = queue.receiveAndAck(batch);
            if (received > 0) {
                latencies.add(System.nanoTime() - before);
                left.addAndGet(-received);
            } else if (before - began > LIMIT.toNanos()) {
                throw new IllegalStateException(left + " messages did not arrive within " + LIMIT);
            }
        }
        return latencies;
    }

    @Override
    public void close() throws IOException, SQLException {
        queue.close();
    }
}
