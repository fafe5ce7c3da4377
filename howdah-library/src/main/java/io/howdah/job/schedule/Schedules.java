// SPDX-License-Identifier: Apache-2.0
package io.howdah.job.schedule;

import io.howdah.Codec;
import io.howdah.internal.Platform;
import io.howdah.internal.db.Db;
import io.howdah.internal.db.Wakeups;
import io.howdah.internal.loop.Next;
import io.howdah.internal.member.Upkeep;
import io.howdah.job.JobId;
import io.howdah.job.JobType;
import io.howdah.work.Added;
import io.howdah.work.WorkEngine;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Jobs that come again. Each tick of a schedule enqueues exactly one job, whichever processes are alive. Thread-safe.
 *
 * <p>Declare schedules when your application starts, in every process; what is declared already stays as it is. Nothing
 * declares a schedule again by itself: when an old and a new version of your application run side by side, the one that
 * was started last has its way.
 */
public final class Schedules {
    private static final Logger log = LoggerFactory.getLogger(Schedules.class);
    private static final String TOPIC = "schedules";
    private static final int MOST_LISTED = 1_000;
    private static final int RUNS_KEPT = 200;
    private static final Duration TRIM_EVERY = Duration.ofMinutes(1);

    private final Db db;
    private final Codec codec;
    private final Wakeups wakeups;
    private final WorkEngine engine;
    private final ScheduleStore store;
    private final Runs runs;

    /** Made by {@link io.howdah.Howdah}. */
    public Schedules(Platform platform, WorkEngine engine) {
        this.db = platform.db();
        this.codec = platform.codec();
        this.wakeups = platform.wakeups();
        this.engine = engine;
        this.store = new ScheduleStore(db);
        this.runs = new Runs(engine);
        var ticker = new Ticker(db, engine).loop();
        wakeups.subscribe(TOPIC, ticker::wake);
        platform.backgrounds().register(ticker);
        platform.backgrounds()
                .register(Upkeep.loop("schedule-trimmer", TRIM_EVERY, db, platform.membership(), transaction -> {
                    new TickStore(transaction).trim(RUNS_KEPT);
                    return Next.ON_INTERVAL;
                }));
    }

    public <T> Schedule declare(String name, Rhythm rhythm, JobType<T> type, T payload) {
        return declare(name, rhythm, type, payload, ScheduleOptions.none());
    }

    /**
     * Makes a schedule, or changes the one of that name. The same definition again changes nothing; another rhythm
     * takes effect at once, and its next tick is computed from now; anything else holds from the next tick on. A
     * schedule that is paused stays so.
     *
     * @param payload of every job; it should be written the same way in every process
     */
    public <T> Schedule declare(String name, Rhythm rhythm, JobType<T> type, T payload, ScheduleOptions options) {
        var definition = new Definition(
                name,
                rhythm,
                type.name(),
                type.queue(),
                type.retry().attempts(),
                type.timeout().orElse(null),
                options,
                codec.encode(payload));
        definition.check();
        var declared = db.tx(transaction -> declare(store.on(transaction), definition));
        wakeups.signal(TOPIC);
        return declared;
    }

    private static Schedule declare(ScheduleStore on, Definition definition) {
        // Where there is none of that name, another process may make it before we do, and we compare with that.
        while (true) {
            var difference = on.compare(definition);
            if (difference.isPresent()) {
                apply(on, definition, difference.get());
                break;
            }
            var made = on.insert(definition);
            if (made.isPresent()) {
                on.addDue(made.get(), definition.rhythm().next(on.now()));
                break;
            }
        }
        return on.find(definition.name()).orElseThrow();
    }

    private static void apply(ScheduleStore on, Definition definition, ScheduleStore.Difference difference) {
        if (difference.rhythm() || difference.job()) {
            on.change(definition);
            log.info("Schedule {} was declared otherwise than it had been: {}", definition.name(), definition.rhythm());
        }
        if (difference.rhythm()) {
            on.move(difference.id(), definition.rhythm().next(on.now()));
        }
    }

    /**
     * It ticks no more until it is resumed; the jobs that it has enqueued go on. Does nothing if it is paused already.
     *
     * @throws UnknownScheduleException if there is none of that name
     */
    public void pause(String name) {
        db.tx(transaction -> {
            var on = store.on(transaction);
            var locked = lock(on, name);
            if (!locked.paused()) {
                on.pause(locked.id());
            }
            return locked;
        });
    }

    /**
     * It ticks again, from the next tick on: those of the time when it was paused are gone. Does nothing if it is not
     * paused.
     *
     * @throws UnknownScheduleException if there is none of that name
     */
    public void resume(String name) {
        db.tx(transaction -> {
            var on = store.on(transaction);
            var locked = lock(on, name);
            if (locked.paused()) {
                var definition = new TickStore(transaction).definition(locked.id());
                on.resume(locked.id(), definition.rhythm().next(locked.now()));
            }
            return locked;
        });
        wakeups.signal(TOPIC);
    }

    /**
     * Enqueues its job now, also while it is paused; the next tick comes when it would have come. Empty when the last
     * run has not ended and {@link Overlap#SKIP} was chosen.
     *
     * @throws UnknownScheduleException if there is none of that name
     */
    public Optional<JobId> runNow(String name) {
        record Ran(String queue, Added added) {}
        var ran = db.tx(transaction -> {
            var locked = lock(store.on(transaction), name);
            var definition = new TickStore(transaction).definition(locked.id());
            for (var at = locked.now(); ; at = at.plus(1, ChronoUnit.MICROS)) {
                var added = runs.enqueue(transaction, definition, new TickStore.Run(locked.id(), at, true));
                if (added.isPresent()) {
                    return new Ran(definition.queue(), added.get());
                }
            }
        });
        engine.signal(ran.queue());
        return ran.added().added() ? Optional.of(new JobId(ran.added().id())) : Optional.empty();
    }

    /** Forgets a schedule and what is known of its runs; jobs that it has enqueued go on. False when it never was. */
    public boolean remove(String name) {
        return db.tx(transaction -> {
            var on = store.on(transaction);
            var locked = on.lock(name);
            locked.ifPresent(one -> on.remove(one.id()));
            return locked.isPresent();
        });
    }

    public Optional<Schedule> find(String name) {
        return store.find(name);
    }

    /** By name, 1 to 1000; one whose rhythm only a newer version can read is left out. */
    public List<Schedule> list(int limit) {
        return store.list(bounded(limit));
    }

    /** What became of the last ticks, the latest first; the last 200 or so of each schedule are kept. */
    public List<ScheduleRun> listRuns(String name, int limit) {
        return store.runs(name, bounded(limit));
    }

    private static ScheduleStore.Locked lock(ScheduleStore on, String name) {
        return on.lock(name).orElseThrow(() -> new UnknownScheduleException(name));
    }

    private static int bounded(int limit) {
        if (limit < 1 || limit > MOST_LISTED) {
            throw new IllegalArgumentException("a list has 1 to " + MOST_LISTED + " entries: " + limit);
        }
        return limit;
    }
}
