// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.jobs.player;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** The ways in which a player enqueues, each with its answer. */
record Producers(Product product) {
    /** As many as there is time for, by so many threads, each job in a commit of its own. */
    Map<String, Object> oneByOne(int threads, Duration duration) throws Exception {
        var next = new AtomicInteger();
        long began = System.nanoTime();
        long deadline = began + duration.toNanos();
        List<long[]> latencies = inThreads(threads, thread -> {
            var micros = LongStream.builder();
            for (long now = System.nanoTime(); now < deadline; ) {
                product.enqueue(next.getAndIncrement());
                long after = System.nanoTime();
                micros.add((after - now) / 1000);
                now = after;
            }
            return micros.build().toArray();
        });
        long elapsed = System.nanoTime() - began;
        return Map.of(
                "nanos",
                elapsed,
                "latencies",
                latencies.stream().flatMapToLong(Arrays::stream).toArray());
    }

    /** A number of jobs in batches, by one thread. */
    Map<String, Object> inBatches(int jobs, int batch) throws Exception {
        long began = System.nanoTime();
        for (int from = 0; from < jobs; from += batch) {
            product.enqueueAll(from, Math.min(jobs, from + batch));
        }
        return Map.of("nanos", System.nanoTime() - began);
    }

    /**
     * A number of jobs, each at its time whether or not the ones before it are through, as far as there are threads.
     * Tells when each call began and when it had returned.
     */
    Map<String, Object> paced(int from, int jobs, Duration period, int threads) throws Exception {
        product.produce();
        var called = new long[jobs];
        var returned = new long[jobs];
        long began = System.nanoTime();
        inThreads(threads, thread -> {
            for (int i = thread; i < jobs; i += threads) {
                long due = began + i * period.toNanos();
                for (long wait = due - System.nanoTime(); wait > 0; wait = due - System.nanoTime()) {
                    LockSupport.parkNanos(wait);
                }
                called[i] = Clock.micros();
                product.enqueue(from + i);
                returned[i] = Clock.micros();
            }
            return thread;
        });
        return Map.of("called", called, "returned", returned);
    }

    private static <T> List<T> inThreads(int threads, ThreadWork<T> work) throws Exception {
        try (var executor = Executors.newFixedThreadPool(threads)) {
            List<Callable<T>> calls = IntStream.range(0, threads)
                    .<Callable<T>>mapToObj(thread -> () -> work.of(thread))
                    .toList();
            var results = new ArrayList<T>();
            for (Future<T> future : executor.invokeAll(calls)) {
                results.add(future.get());
            }
            return results;
        }
    }

    /** What one of several threads does. */
    private interface ThreadWork<T> {
        T of(int thread) throws Exception;
    }
}
