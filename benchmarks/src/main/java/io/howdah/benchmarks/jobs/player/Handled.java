// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.jobs.player;

import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;

/** Counts what this process handles and tells it now and then; remembers when each job began, if that is asked. */
final class Handled implements IntConsumer, AutoCloseable {
    private static final Duration TELL = Duration.ofMillis(20);

    private final Lines lines;
    private final int tellEvery;
    private final AtomicInteger count = new AtomicInteger();
    private final long[] beganMicros;
    private volatile boolean closed;

    /** Tells every so many jobs, and what is left over soon after; jobs of smaller numbers have their times kept. */
    Handled(Lines lines, int tellEvery, int timedNumbers) {
        this.lines = lines;
        this.tellEvery = tellEvery;
        this.beganMicros = new long[timedNumbers];
        Thread.ofPlatform().daemon().name("tell").start(this::tellRest);
    }

    @Override
    public void accept(int number) {
        if (number < beganMicros.length) {
            beganMicros[number] = Clock.micros();
        }
        int now = count.incrementAndGet();
        if (now == 1 || now % tellEvery == 0) {
            tell(now);
        }
    }

    /** By number; 0 where a job has not begun. */
    long[] beganMicros() {
        return Arrays.copyOf(beganMicros, beganMicros.length);
    }

    @Override
    public void close() {
        closed = true;
    }

    private void tellRest() {
        int told = 0;
        while (!closed) {
            int now = count.get();
            if (now != told) {
                told = now;
                tell(now);
            }
            LockSupport.parkNanos(TELL.toNanos());
        }
    }

    private void tell(int now) {
        lines.write(Map.of("handled", now, "at", Clock.micros()));
    }
}
