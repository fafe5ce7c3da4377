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

/** Sends payloads that say when they were sent, at a given rate, and measures how long each took to be received. */
final class Rated {
    private static final int SENDERS = 8;
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final int perSecond;
    private final Duration duration;
    private Latencies.Recorder latencies = new Latencies.Recorder();
    private long received;
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
        latencies.add(System.nanoTime() - sentAt);
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
        synchronized (this) {
            received = 0;
            latencies = new Latencies.Recorder();
        }
    }

    Outcome run(Sending sending) throws Exception {
        long began = System.nanoTime();
        long sent = 0;
        try (var threads = Executors.newFixedThreadPool(SENDERS)) {
            List<Future<Long>> senders = new ArrayList<>();
            for (int i = 0; i < SENDERS; i++) {
                senders.add(threads.submit(() -> send(began, sending)));
            }
            for (var sender : senders) {
                sent += sender.get();
            }
        }
        await(sent, began + duration.plus(LIMIT).toNanos());
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

    private long send(long began, Sending sending) throws Exception {
        long every = Duration.ofSeconds(1).toNanos() * SENDERS / perSecond;
        long sent = 0;
        while (System.nanoTime() - began < duration.toNanos()) {
            LockSupport.parkNanos(began + sent * every - System.nanoTime());
            sending.send(sent, stamped());
            sent++;
        }
        return sent;
    }
}
