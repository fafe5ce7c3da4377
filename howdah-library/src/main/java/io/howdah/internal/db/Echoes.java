// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.db;

import io.howdah.internal.loop.Loop;
import io.howdah.internal.loop.Next;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Signals that are repeated for a while, at growing intervals, because the moment that they wait for is unknown: the
 * commit of a transaction that is not ours. Thread-safe.
 */
final class Echoes {
    private static final long FIRST = Duration.ofMillis(2).toNanos();
    private static final long LONGEST = Duration.ofMillis(50).toNanos();
    /**
     * Of which the last comes after a quarter of a second; counted, for a process that is held up must not drop any.
     */
    private static final int SIGNALS = 9;

    private final Map<String, Echo> echoes = new ConcurrentHashMap<>();
    private final Loop loop = Loop.every(Duration.ofMinutes(10), "wakeup-echoes", this::run);

    /** One topic's repetition, in monotonic time. */
    private record Echo(Runnable signal, long nextAt, long interval, int left) {
        static Echo beginning(Runnable signal, long now) {
            return new Echo(signal, now + FIRST, FIRST, SIGNALS);
        }

        /** Somebody waits anew: it lives longer and speeds up, but the next signal is not put off. */
        Echo renewed() {
            return new Echo(signal, nextAt, FIRST, SIGNALS);
        }

        boolean isNew() {
            return left == SIGNALS;
        }

        @Nullable
        Echo afterSignal(long now) {
            return left == 1 ? null : new Echo(signal, now + interval, Math.min(LONGEST, interval * 2), left - 1);
        }
    }

    Loop loop() {
        return loop;
    }

    void add(String topic, Runnable signal) {
        var known = echoes.get(topic);
        if (known != null && known.isNew()) {
            // None of its signals was given yet: they are for this one too.
            return;
        }
        var now = System.nanoTime();
        var echo = echoes.compute(topic, (name, old) -> old == null ? Echo.beginning(signal, now) : old.renewed());
        if (echo.nextAt() - now == FIRST) {
            loop.wakeOrRun();
        }
    }

    private Next run() {
        var now = System.nanoTime();
        for (var topic : echoes.keySet()) {
            var echo = echoes.get(topic);
            if (echo != null && now - echo.nextAt() >= 0) {
                echo.signal().run();
                echoes.computeIfPresent(topic, (name, old) -> old.afterSignal(now));
            }
        }
        return echoes.values().stream().mapToLong(echo -> Math.max(0, echo.nextAt() - System.nanoTime())).min().stream()
                .mapToObj(nanos -> Next.in(Duration.ofNanos(nanos + 1)))
                .findFirst()
                .orElse(Next.ON_INTERVAL);
    }
}
