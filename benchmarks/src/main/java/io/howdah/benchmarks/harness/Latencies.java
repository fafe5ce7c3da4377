// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.harness;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;

/** Every single latency of a trial, sorted: percentiles are exact, by the nearest rank. */
public final class Latencies {
    private final long[] sortedNanos;

    private Latencies(long[] sortedNanos) {
        this.sortedNanos = sortedNanos;
    }

    /** No latency was recorded. */
    public static Latencies none() {
        return new Latencies(new long[0]);
    }

    /** What the threads of a trial have recorded, together. */
    public static Latencies of(Collection<Recorder> recorders) {
        long[] all =
                new long[recorders.stream().mapToInt(recorder -> recorder.size).sum()];
        int at = 0;
        for (Recorder recorder : recorders) {
            System.arraycopy(recorder.nanos, 0, all, at, recorder.size);
            at += recorder.size;
        }
        Arrays.sort(all);
        return new Latencies(all);
    }

    boolean isEmpty() {
        return sortedNanos.length == 0;
    }

    /** The smallest latency that at least this percentage of all latencies does not exceed. */
    Duration percentile(double percent) {
        if (isEmpty()) {
            throw new IllegalStateException("There is no percentile of no latencies.");
        }
        int rank = (int) Math.ceil(percent / 100 * sortedNanos.length);
        return Duration.ofNanos(sortedNanos[Math.clamp(rank, 1, sortedNanos.length) - 1]);
    }

    /** A percentile in milliseconds. */
    public double millis(double percent) {
        return percentile(percent).toNanos() / 1e6;
    }

    /** The latencies of one thread; not safe for two. */
    public static final class Recorder {
        private static final int FIRST_CAPACITY = 1024;

        private long[] nanos = new long[FIRST_CAPACITY];
        private int size;

        /** Adds one latency in nanoseconds. */
        public void add(long latencyNanos) {
            if (size == nanos.length) {
                nanos = Arrays.copyOf(nanos, size * 2);
            }
            nanos[size++] = latencyNanos;
        }
    }
}
