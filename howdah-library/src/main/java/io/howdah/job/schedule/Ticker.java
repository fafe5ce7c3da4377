// SPDX-License-Identifier: Apache-2.0
package io.howdah.job.schedule;

import io.howdah.DatabaseException;
import io.howdah.internal.db.Db;
import io.howdah.internal.loop.Loop;
import io.howdah.internal.loop.Next;
import io.howdah.work.WorkEngine;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes ticks that have come due. Every member does it; none waits for another. A tick's record, its job and the time
 * of the next tick commit together or not at all, in one transaction per schedule, so that one that fails keeps no
 * other from ticking.
 */
final class Ticker {
    private static final Logger log = LoggerFactory.getLogger(Ticker.class);

    /** How late a tick may be that another process has declared, when its signal got lost. */
    private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

    /** An overdue tick that is not to be had is being taken by another member, who may die. */
    private static final Duration LOOK_AGAIN = Duration.ofMillis(20);

    /** A timer that went off too early would find nothing. */
    private static final Duration A_LITTLE = Duration.ofNanos(500_000);

    private static final Duration AVOID_FOR = Duration.ofSeconds(10);

    private final Db db;
    private final TickStore store;
    private final WorkEngine engine;
    private final Runs runs;

    /** Schedules that failed here, each with the monotonic time until which it is left to others. */
    private final Map<Integer, Long> avoided = new ConcurrentHashMap<>();

    Ticker(Db db, WorkEngine engine) {
        this.db = db.bounded();
        this.store = new TickStore(this.db);
        this.engine = engine;
        this.runs = new Runs(engine);
    }

    Loop loop() {
        return Loop.every(LOOK_EVERY, "schedule-ticker", this::tick);
    }

    private Next tick() {
        avoided.values().removeIf(until -> until - System.nanoTime() < 0);
        if (takeOne()) {
            return Next.NOW;
        }
        return store.nextDue(avoided.keySet())
                .filter(wait -> wait.compareTo(LOOK_EVERY) < 0)
                .map(wait -> Next.in(wait.isPositive() ? wait.plus(A_LITTLE) : LOOK_AGAIN))
                .orElse(Next.ON_INTERVAL);
    }

    /** False when nothing is due. */
    private boolean takeOne() {
        try {
            var queue = db.tx(this::takeOne);
            queue.ifPresent(engine::signal);
            return queue.isPresent();
        } catch (TickFailed failed) {
            avoid(failed);
            return true;
        }
    }

    /** The queue that may have a new job. */
    private Optional<String> takeOne(Db transaction) {
        return store.on(transaction).take(avoided.keySet()).map(taken -> {
            try {
                return run(transaction, taken);
            } catch (DatabaseException failure) {
                if (failure.isRetryable() || failure.isOutcomeUnknown()) {
                    throw failure;
                }
                throw new TickFailed(taken, failure);
            } catch (RuntimeException failure) {
                throw new TickFailed(taken, failure);
            }
        });
    }

    private String run(Db transaction, TickStore.Taken taken) {
        var on = store.on(transaction);
        var definition = on.definition(taken.schedule());
        var rhythm = definition.rhythm();
        var due = DueTicks.of(rhythm, definition.options().misfire(), taken.at(), taken.now());
        due.missed().ifPresent(tick -> on.record(taken.run(tick), ScheduleRun.Outcome.MISSED));
        due.run().forEach(tick -> runs.enqueue(transaction, definition, taken.run(tick)));
        on.move(taken.schedule(), rhythm.next(taken.now()));
        return definition.queue();
    }

    private void avoid(TickFailed failed) {
        var schedule = failed.schedule;
        log.warn("A tick of schedule {} could not be taken; tried again in {}", schedule, AVOID_FOR, failed.getCause());
        avoided.put(schedule, System.nanoTime() + AVOID_FOR.toNanos());
        store.failed(schedule, String.valueOf(failed.getCause()));
    }

    /** A tick that will fail again: its rhythm is one that only a newer version can read, for instance. */
    private static final class TickFailed extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final int schedule;

        TickFailed(TickStore.Taken taken, RuntimeException cause) {
            super(cause);
            this.schedule = taken.schedule();
        }
    }
}
