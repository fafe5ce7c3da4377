// SPDX-License-Identifier: Apache-2.0
package io.howdah.work;

import io.howdah.internal.loop.Loop;
import io.howdah.internal.loop.Next;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Gives back what was received and not ended in time. Every member does it; none waits for another. */
final class Expirer {
    private static final Logger log = LoggerFactory.getLogger(Expirer.class);
    private static final int BATCH = 1_000;

    /** How late something may come back. */
    private static final Duration LOOK_EVERY = Duration.ofMillis(500);

    /** Covers who received in a transaction that was open for longer than what it received was to be held. */
    private static final long WINDOW_MICROS = 60_000_000;

    private final WorkUpkeepStore store;
    private final Consumer<String> signal;

    /** In microseconds: what was to be held until an earlier time was given back, or ended. */
    private final Cursor cursor = new Cursor(1, WINDOW_MICROS);

    Expirer(WorkUpkeepStore store, Consumer<String> signal) {
        this.store = store;
        this.signal = signal;
    }

    Loop loop() {
        return Loop.every(LOOK_EVERY, "work-expirer", this::expire).unhurried();
    }

    private Next expire() {
        var expired = store.expire(Instant.EPOCH.plus(cursor.after()[0], ChronoUnit.MICROS), BATCH);
        if (!expired.queues().isEmpty()) {
            log.debug("Not acknowledged in time, ready again: work of {}", expired.queues());
            expired.queues().forEach(signal);
            return Next.NOW;
        }
        cursor.passed(0, ChronoUnit.MICROS.between(Instant.EPOCH, expired.seen()));
        cursor.done();
        return Next.ON_INTERVAL;
    }
}
