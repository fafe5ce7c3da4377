// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.log;

import io.howdah.benchmarks.harness.Latencies;
import io.howdah.benchmarks.harness.Outcome;
import io.howdah.benchmarks.raw.Payload;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;

/**
 * Sends payloads that say when they were sent, evenly at a given rate, and measures how long each took to be received.
 * Those of the first second do not count: connections are opened in it, which everybody does once.
 */
final class Rated {
    private static final int SENDERS = 8;
    private static final Duration RUN_UP = Duration.ofSeconds(1);
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final int perSecond;
    private final Duration duration;
    private Latencies.Recorder latencies = new Latencies.Recorder();
    private long received;
    private long countsFrom;
    private boolean over;

    /** Sends one, and returns when it is safe. */
    @FunctionalInterface
    interface Sending {
        void send(long number, byte[] payload) throws Exception;
    }

    Rated(int perSecond, Duration duration) {
        this.perSecond = perSecond;
        this.duration = duration;
    }

    static byte[] stamped() {
        byte[] bytes = Payload.kilobyte();
        ByteBuffer.wrap(bytes).putLong(System.nanoTime());
        return bytes;
    }

    synchronized void received(long sentAt) {
        if (sentAt - countsFrom >= 0) {
            latencies.add(System.nanoTime() - sentAt);
        }
        received++;
    }

    private synchronized long received() {
        return received;
    }

    synchronized boolean isOver() {
        return over;
    }

    /** Waits for some that do not count. */
    void awaitFirst(int some) {
        await(some, System.nanoTime() + LIMIT.toNanos());
    }

    Outcome run(Sending sending) throws Exception {
        long began = begin();
        long sent = 0;
        try (var threads = Executors.newFixedThreadPool(SENDERS)) {
            List<Future<Long>> senders = new ArrayList<>();
            for (int i = 0; i < SENDERS; i++) {
                int first = i;
                senders.add(threads.submit(() -> send(began, first, sending)));
            }
            for (var sender : senders) {
                sent += sender.get();
            }
        }
        await(sent, began + RUN_UP.plus(duration).plus(LIMIT).toNanos());
        synchronized (this) {
            over = true;
            return new Outcome(sent, Duration.ofNanos(System.nanoTime() - began), Latencies.of(List.of(latencies)));
        }
    }

    private void await(long expected, long deadline) {
        while (received() < expected) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException(received() + " of " + expected + " events arrived");
            }
            LockSupport.parkNanos(1_000_000);
        }
    }

    private synchronized long begin() {
        long began = System.nanoTime();
        countsFrom = began + RUN_UP.toNanos();
        received = 0;
        latencies = new Latencies.Recorder();
        return began;
    }

    /** Senders take turns, so that no two send at the same moment. */
    private long send(long began, int first, Sending sending) throws Exception {
        long every = Duration.ofSeconds(1).toNanos() / perSecond;
        long sent = 0;
        for (long number = first; number * every < RUN_UP.plus(duration).toNanos(); number += SENDERS) {
            LockSupport.parkNanos(began + number * every - System.nanoTime());
            sending.send(number, stamped());
            sent++;
        }
        return sent;
    }
}
