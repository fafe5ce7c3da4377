// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import io.howdah.internal.Failures;
import io.howdah.internal.loop.Backoff;
import io.howdah.log.GroupStore.Held;
import io.howdah.log.Handling.Failed;
import io.howdah.log.Handling.Fenced;
import io.howdah.log.Mover.Move;
import io.howdah.log.ParkStore.Blocking;
import io.howdah.log.ParkStore.State;
import io.howdah.log.ReadStore.Gap;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes a group through one partition: reads whole units, has them handled, moves on. Used by one thread at a time.
 *
 * <p>The place is in the database and moves in the transaction of the handler; what is kept here is only a copy, which
 * is read anew whenever it is in doubt. When a batch fails, nobody knows which unit it was: up to its end, units are
 * then handled one at a time.
 */
final class PartitionReader {
    private static final Logger log = LoggerFactory.getLogger(PartitionReader.class);

    /** So many units put aside in one partition mean that something else is wrong. */
    static final int MOST_PARKED = 1_000;

    private final Held held;
    private final EventBatch.Source source;
    private final Surroundings shared;
    private final Handling handling;
    private final EventSource.Partition reader;
    private final Lanes lanes;
    private final Backoff pauses;
    private final ParkedUnits parked = new ParkedUnits();
    private final Set<Long> doneAhead = new HashSet<>();
    private long next;
    private long carefulUntil;
    private boolean inDoubt = true;
    private volatile boolean reload;
    private volatile boolean closing;

    /** What a step has done: nothing, all that was there, or a whole batch, after which there is probably more. */
    enum Progress {
        NONE,
        SOME,
        FULL
    }

    /** What all partitions of a group share. */
    record Surroundings(GroupStore groups, ParkStore parks, ReadStore reads, Handover handover, GroupOptions options) {
        private EventSource.Partition open(EventBatch.Source source) {
            return options.source()
                    .map(copy -> copy.open(source.topic(), source.part().number(), reads.codec()))
                    .orElseGet(() -> new UnitReader(reads, source.topic(), source.part(), handover));
        }
    }

    PartitionReader(Held held, EventBatch.Source source, Surroundings shared, Handling handling) {
        this.held = held;
        this.source = source;
        this.shared = shared;
        this.handling = handling;
        this.reader = shared.open(source);
        this.lanes = new Lanes(held, handling, shared.groups(), shared.options().lanes());
        var trying = shared.options().trying();
        this.pauses = Backoff.between(trying.firstPause(), trying.longestPause());
    }

    /** Somebody has decided about a unit that was put aside. */
    void reload() {
        reload = true;
    }

    /** What is interrupted from now on is so because the reader ends: no attempt counts. */
    void close() {
        closing = true;
    }

    /** The partition is held no more. */
    void release() {
        reader.close();
    }

    /**
     * Handles what is there, up to a batch.
     *
     * @throws Fenced if the partition is held no more
     * @throws Stopped if it must stand still until somebody decides
     */
    Progress step() throws InterruptedException {
        if (inDoubt) {
            next = shared.groups().heldAt(held).orElseThrow(Fenced::new);
            doneAhead.clear();
            doneAhead.addAll(shared.groups().doneAhead(held, next));
            reload = true;
        }
        if (reload) {
            reload = false;
            parked.load(shared.parks().blocking(held));
        }
        inDoubt = true;
        var progress = retryParked() ? Progress.FULL : readOn();
        inDoubt = false;
        return progress;
    }

    private Progress readOn() throws InterruptedException {
        var units = reader.read(next, shared.options().batch());
        if (units.isEmpty()) {
            return Progress.NONE;
        }
        requireNoGap(units);
        var events = units.getLast().last() + 1 - next;
        if (units.size() == 1 || next < carefulUntil) {
            handleAlone(units.getFirst());
        } else {
            handleTogether(units);
        }
        return events >= shared.options().batch() || next < carefulUntil ? Progress.FULL : Progress.SOME;
    }

    /** What is not there was removed by compaction, or the partition must not go on without it. */
    private void requireNoGap(List<EventUnit> units) {
        var gaps = new ArrayList<Gap>();
        long at = next;
        for (var unit : units) {
            for (var event : unit.loaded()) {
                if (event.offset() > at) {
                    gaps.add(new Gap(at, event.offset()));
                }
                at = event.offset() + 1;
            }
            at = unit.last() + 1;
        }
        if (!gaps.isEmpty() && !shared.reads().isCompacted(held.part(), gaps)) {
            var bounds = shared.reads().bounds(new long[] {held.part()}).getFirst();
            throw new Stopped(
                    new OffsetOutOfRangeException(
                            source.topic(),
                            bounds.partition(),
                            gaps.getFirst().from(),
                            gaps.getFirst().until(),
                            bounds.next()),
                    next);
        }
    }

    private void handleTogether(List<EventUnit> units) throws InterruptedException {
        var waiting = parked.waitingAmong(units);
        var aside = waiting.stream().map(Blocking::unit).collect(Collectors.toSet());
        var free = units.stream()
                .filter(unit -> !aside.contains(unit.first()) && !doneAhead.contains(unit.first()))
                .toList();
        requireRoom(waiting.size());
        var end = units.getLast().last() + 1;
        var move = moveTo(end, waiting);
        if (shared.options().lanes() == 1) {
            try {
                handling.run(held, free, move);
            } catch (Failed failure) {
                var why = Failures.brief(cause(failure));
                log.debug("{} failed in a batch; its units are tried one at a time: {}", source, why);
                carefulUntil = end;
                return;
            }
        } else {
            doneAhead.addAll(lanes.handle(free));
            if (!free.stream().allMatch(unit -> doneAhead.contains(unit.first()))) {
                carefulUntil = end;
                return;
            }
            handling.moveOn(move);
        }
        reload |= !waiting.isEmpty();
        moved(end);
    }

    private void handleAlone(EventUnit unit) throws InterruptedException {
        var end = unit.last() + 1;
        var waiting = parked.waitingAmong(List.of(unit));
        if (!waiting.isEmpty()) {
            requireRoom(1);
            handling.moveOn(moveTo(end, waiting));
            reload = true;
        } else if (doneAhead.contains(unit.first())) {
            handling.moveOn(moveTo(end, waiting));
        } else {
            try {
                attempt(unit, moveTo(end, waiting));
            } catch (Failed failure) {
                putAside(unit, failure, end);
            }
        }
        moved(end);
    }

    private void putAside(EventUnit unit, Failed failure, long end) {
        var why = Failures.describe(cause(failure));
        log.warn("Unit {} of {} cannot be handled: {}", unit.first(), source, Failures.brief(cause(failure)));
        if (shared.options().onPoison() == OnPoison.STOP) {
            throw new Stopped(cause(failure), unit.first());
        }
        requireRoom(1);
        var state = shared.options().onPoison() == OnPoison.PARK_KEY ? State.FAILED : State.DEAD;
        var aside = new Blocking(
                unit.first(),
                unit.last(),
                unit.keys(),
                state,
                shared.options().trying().attempts());
        var move = moveTo(end, List.of());
        handling.moveOn(transaction -> {
            shared.parks().on(transaction).park(held, aside, Optional.of(why));
            return move.in(transaction);
        });
        reload = true;
    }

    /** Tries the first unit that was put aside and may be tried; those behind it follow in the next steps. */
    private boolean retryParked() throws InterruptedException {
        Optional<Blocking> wanted = parked.next();
        if (wanted.isEmpty()) {
            return false;
        }
        var aside = wanted.get();
        var unit = reader.unit(aside.unit(), aside.last())
                .replacedBy(shared.parks().replacements(held, aside));
        Move done = transaction -> shared.parks().on(transaction).done(held, aside.unit())
                && shared.groups().on(transaction).advance(held, next);
        try {
            if (unit.isGone()) {
                handling.moveOn(done);
            } else {
                attempt(unit, done);
            }
            log.info("Unit {} of {} is done after it was put aside", aside.unit(), source);
        } catch (Failed failure) {
            var attempts = shared.options().trying().attempts();
            var why = Failures.describe(cause(failure));
            handling.moveOn(transaction -> shared.parks().on(transaction).fail(held, aside.unit(), attempts, why)
                    && shared.groups().on(transaction).advance(held, next));
        }
        reload = true;
        return true;
    }

    /** Tries as often as it may be tried, and throws what came of the last time. */
    private void attempt(EventUnit unit, Move move) throws InterruptedException {
        for (int attempt = 1; ; attempt++) {
            try {
                handling.run(held, List.of(unit), move);
                return;
            } catch (Failed failure) {
                if (closing) {
                    throw new InterruptedException();
                }
                if (attempt >= shared.options().trying().attempts()) {
                    throw failure;
                }
                Thread.sleep(pauses.after(attempt));
            }
        }
    }

    /** What waits behind something is put aside with the move. */
    private Move moveTo(long end, List<Blocking> waiting) {
        var advance = new Mover.Advance(shared.groups(), held, end);
        if (waiting.isEmpty() && shared.options().lanes() == 1) {
            return advance;
        }
        return transaction -> {
            waiting.forEach(one -> shared.parks().on(transaction).park(held, one, Optional.empty()));
            if (shared.options().lanes() > 1) {
                shared.groups().on(transaction).forgetDone(held, next, end);
            }
            return advance.in(transaction);
        };
    }

    private void moved(long end) {
        next = end;
        doneAhead.removeIf(unit -> unit < end);
    }

    private void requireRoom(int more) {
        if (parked.size() + more > MOST_PARKED) {
            throw new Stopped(
                    new IllegalStateException("more than " + MOST_PARKED + " units of the partition are put aside"),
                    next);
        }
    }

    private static Throwable cause(Failed failure) {
        return failure.getCause() == null ? failure : failure.getCause();
    }

    /** The partition stands still at an offset until somebody decides. */
    static final class Stopped extends RuntimeException {
        private static final long serialVersionUID = 1;
        private final long at;

        Stopped(Throwable why, long at) {
            super(Failures.brief(why), why);
            this.at = at;
        }

        String why() {
            return "at offset " + at + ": " + Failures.describe(getCause() == null ? this : getCause());
        }
    }
}
