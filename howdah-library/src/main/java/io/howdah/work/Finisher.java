// SPDX-License-Identifier: Apache-2.0
package io.howdah.work;

import io.howdah.DatabaseException;
import io.howdah.internal.loop.Backoff;
import io.howdah.work.WorkStore.Ended;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the ends of many attempts in one statement. While one batch is under way the next gathers, so that it is as
 * large as the load and nobody waits for a timer. An end is tried until the database has taken it: the fence makes that
 * safe. One that cannot be written for now, because somebody's open transaction holds its row for instance, is put
 * aside and tried by itself: the others do not wait for it. Thread-safe.
 */
final class Finisher {
    private static final Logger log = LoggerFactory.getLogger(Finisher.class);
    private static final int MOST = 1_024;
    private static final int BUSY_FROM = 100;

    /** Enough to make full batches of; whatever waits beyond that would be done again if this process died. */
    private static final int MOST_WAITING = 2 * MOST;

    private static final Duration MOMENT = Duration.ofMillis(1);
    private static final Backoff RETRIES = Backoff.between(Duration.ofMillis(20), Duration.ofSeconds(1));
    private static final Backoff LATER = Backoff.between(Duration.ofMillis(50), Duration.ofSeconds(5));

    /**
     * What is wrong with an end itself: its data, a constraint, a limit of the server. Everything else may pass: a disk
     * that is full, a lock or a statement that took too long, a right that was taken away.
     */
    private static final Set<String> OF_ITS_WORDS = Set.of("22", "23", "54");

    /** It waited too long for a lock. */
    private static final String LOCKED = "55P03";

    private final WorkStore store;
    private final Bursts bursts;
    private final BooleanSupplier wanted;
    private final LinkedBlockingQueue<Message> messages = new LinkedBlockingQueue<>();

    /** Whoever was put aside has its turn, one at a time: all of them together use one connection. */
    private final Semaphore aside = new Semaphore(1);

    private @Nullable Thread thread;
    private volatile boolean stopping;

    /** Learns whether the attempt was still held when it was ended; quickly, please. */
    @FunctionalInterface
    interface Told {
        void ended(boolean held);
    }

    /** Ends attempts; the answer is what was held. */
    @FunctionalInterface
    private interface Way {
        Set<Long> end(List<Ending> endings, boolean again);
    }

    private sealed interface Message {}

    private record Pending(Ending ending, Told told) implements Message {
        boolean isAmong(Set<Long> held) {
            return held.contains(ending.fence().id());
        }

        /** What is written instead of an end that is refused for what it says. */
        Pending dead() {
            var fence = ending.fence();
            var end = new End.Dead("how attempt " + fence.attempt() + " ended could not be written");
            return new Pending(ending.with(end), told);
        }

        boolean isRefusedBy(Throwable failure) {
            return isOfItsWords(failure) && !ending.equals(dead().ending());
        }
    }

    /** Makes the thread look up. */
    private record Wake() implements Message {}

    /** @param wanted false once this process has left for good: what it had is given to others */
    Finisher(WorkStore store, Bursts bursts, BooleanSupplier wanted) {
        this.store = store;
        this.bursts = bursts;
        this.wanted = wanted;
    }

    synchronized void start() {
        stopping = false;
        if (thread == null) {
            thread = Thread.ofPlatform().name("howdah-work-finisher").daemon().start(this::run);
        }
    }

    /** Sends what is left and ends. Whoever adds ends must have ended before. */
    synchronized void stop() throws InterruptedException {
        stopping = true;
        if (thread != null) {
            messages.add(new Wake());
            thread.join();
            thread = null;
        }
    }

    /** @param member who holds it */
    void end(UUID member, Work work, End end, Told told) {
        messages.add(new Pending(Ending.of(work, end, member), told));
    }

    /** More has ended than can be written: nothing more should begin meanwhile. */
    boolean isBehind() {
        return messages.size() >= MOST_WAITING;
    }

    private void run() {
        var batch = new ArrayList<Message>();
        var busy = false;
        while (!stopping || !messages.isEmpty()) {
            batch.clear();
            try {
                batch.add(messages.take());
                gather(busy);
                messages.drainTo(batch, MOST - 1);
                busy = batch.size() >= BUSY_FROM;
                var pending = batch.stream()
                        .filter(Pending.class::isInstance)
                        .map(Pending.class::cast)
                        .toList();
                flush(flushAtOnce(pending));
            } catch (InterruptedException interrupted) {
                log.debug("Interrupted; going on, for what has been done must be written down");
            }
        }
    }

    /** Where very many end, a moment makes one statement of two. */
    private void gather(boolean busy) {
        if (busy && messages.size() < MOST / 2 && !stopping) {
            LockSupport.parkNanos(MOMENT.toNanos());
        }
    }

    /** What is in bursts and done; the others are answered. */
    private List<Pending> flushAtOnce(List<Pending> pending) {
        var done = new ArrayList<Pending>();
        var others = new ArrayList<Pending>();
        try {
            var held = bursts.exclusively(() -> {
                pending.forEach(one -> (one.ending().isDoneInBurst() ? done : others).add(one));
                return done.isEmpty() ? Set.<Long>of() : endUntilTaken(endings(done), bursts::done);
            });
            tell(done, held);
        } catch (RuntimeException | Error failure) {
            log.warn("The ends of {} attempts are written one by one: {}", done.size(), "" + failure);
            done.forEach(this::putAside);
        }
        return others;
    }

    private void flush(List<Pending> batch) {
        if (batch.isEmpty()) {
            return;
        }
        try {
            tell(batch, endUntilTaken(endings(batch), (endings, again) -> store.end(endings)));
        } catch (RuntimeException | Error failure) {
            if (batch.size() == 1) {
                refused(batch.getFirst(), failure);
            } else if (isLocked(failure)) {
                flushUnlocked(batch);
            } else {
                // One of them cannot be written as it is, or not now: the others must not suffer.
                batch.forEach(one -> flush(List.of(one)));
            }
        }
    }

    private static List<Ending> endings(List<Pending> batch) {
        return batch.stream().map(Pending::ending).toList();
    }

    private static boolean isLocked(Throwable failure) {
        return failure instanceof DatabaseException said && LOCKED.equals(said.sqlState());
    }

    /** What somebody's open transaction holds is put aside, and so are all if nobody knows: there each is looked up. */
    private void flushUnlocked(List<Pending> batch) {
        var ended = new Ended(Set.of(), Set.of());
        try {
            ended = store.endUnlocked(endings(batch));
        } catch (RuntimeException | Error failure) {
            log.warn("The ends of {} attempts cannot be written together: {}", batch.size(), "" + failure);
        }
        for (var one : batch) {
            if (one.isAmong(ended.tried())) {
                tell(List.of(one), ended.held());
            } else {
                putAside(one);
            }
        }
    }

    private void putAside(Pending one) {
        Thread.ofVirtual().name("work-finisher-aside").start(() -> endLater(one));
    }

    private void tell(List<Pending> batch, Set<Long> held) {
        for (var one : batch) {
            try {
                bursts.ended(one.ending());
                one.told().ended(one.isAmong(held));
            } catch (RuntimeException | Error failure) {
                log.error("Whoever waits for the end of {} failed", one.ending().fence(), failure);
            }
        }
    }

    /** Throws what is no use to repeat for all of them. */
    private Set<Long> endUntilTaken(List<Ending> endings, Way way) {
        var unknown = false;
        for (int failures = 1; ; failures++) {
            try {
                var held = way.end(endings, unknown);
                if (unknown) {
                    held.addAll(store.endedAlready(endings));
                }
                return held;
            } catch (DatabaseException failure) {
                unknown |= failure.isOutcomeUnknown();
                if (!failure.isRetryable() && !failure.isOutcomeUnknown()) {
                    throw failure;
                }
                if (!wanted.getAsBoolean()) {
                    return Set.of();
                }
                log.warn("The ends of {} attempts could not be written yet: {}", endings.size(), failure.getMessage());
                RETRIES.pause(failures);
            }
        }
    }

    private void refused(Pending one, Throwable failure) {
        if (one.isRefusedBy(failure)) {
            log.error(
                    "How {} ended was refused; it counts as dead", one.ending().fence(), failure);
            flush(List.of(one.dead()));
        } else {
            log.warn(
                    "How {} ended cannot be written for now, it is tried again: {}",
                    one.ending().fence(),
                    "" + failure);
            putAside(one);
        }
    }

    private static boolean isOfItsWords(Throwable failure) {
        return failure instanceof DatabaseException said
                && OF_ITS_WORDS.stream().anyMatch(String.valueOf(said.sqlState())::startsWith);
    }

    /** Whether an earlier try has taken effect is looked at each time: it is rare enough. */
    private void endLater(Pending first) {
        var one = first;
        for (int failures = 1; wanted.getAsBoolean(); failures++) {
            LATER.pause(failures);
            aside.acquireUninterruptibly();
            try {
                var alone = endings(List.of(one));
                var held = store.end(alone);
                held.addAll(store.endedAlready(alone));
                tell(List.of(one), held);
                return;
            } catch (RuntimeException | Error failure) {
                log.debug("How {} ended still cannot be written", one.ending().fence(), failure);
                one = one.isRefusedBy(failure) ? one.dead() : one;
            } finally {
                aside.release();
            }
        }
        tell(List.of(one), Set.of());
    }
}
