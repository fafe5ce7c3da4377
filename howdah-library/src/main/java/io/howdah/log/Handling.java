// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import io.howdah.DatabaseException;
import io.howdah.Observer;
import io.howdah.internal.db.LateTransaction;
import io.howdah.log.EventBatch.Outcome;
import io.howdah.log.GroupStore.Held;
import io.howdah.log.Mover.Move;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Calls the handler and moves the group on, in one transaction if the handler has used one. Thread-safe. */
final class Handling {
    private final Mover mover;
    private final EventBatch.Source source;
    private final GroupOptions options;
    private final EventHandler handler;
    private final Observer observer;
    private final Set<Call> calls = ConcurrentHashMap.newKeySet();

    /** A handler that runs. */
    private static final class Call {
        private final Thread thread = Thread.currentThread();
        private final long startedAt = System.nanoTime();
        private long interruptedAt;
        private boolean interrupted;
        private boolean ended;

        synchronized void interrupt() {
            if (!ended) {
                interruptedAt = interrupted ? interruptedAt : System.nanoTime();
                interrupted = true;
                thread.interrupt();
            }
        }

        /** Interrupts it if it takes too long; true when that has not helped for as long again. */
        synchronized boolean watch(long limit) {
            if (!interrupted && !ended && System.nanoTime() - startedAt > limit) {
                interrupt();
            }
            return interrupted && !ended && System.nanoTime() - interruptedAt > limit;
        }

        /** No interrupt comes after this, and none is left over for what the thread does next. */
        synchronized boolean end() {
            ended = true;
            return Thread.interrupted();
        }
    }

    /** The handler threw, or left a transaction that cannot be committed. */
    static final class Failed extends RuntimeException {
        private static final long serialVersionUID = 1;

        /** Without words of its own: those of a cause are somebody's code, and may fail. */
        Failed(Throwable cause) {
            super(null, cause);
        }
    }

    /** The partition is not this member's any more; everything was rolled back. */
    static final class Fenced extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    Handling(Mover mover, EventBatch.Source source, GroupOptions options, EventHandler handler, Observer observer) {
        this.mover = mover;
        this.source = source;
        this.options = options;
        this.handler = handler;
        this.observer = observer;
    }

    /**
     * Handles units, if there are any, and moves on.
     *
     * @throws Failed if the handler did
     * @throws Fenced if the partition is held no more
     * @throws DatabaseException if the database was away or had to roll back; nothing is known of the handler
     * @throws RetryLaterException if the handler says that it cannot do anything now
     */
    void run(Held held, List<EventUnit> units, Move move) {
        if (units.isEmpty()) {
            moveOn(move);
            return;
        }
        var began = System.nanoTime();
        var outcome = Observer.Outcome.RETRIED;
        try {
            handle(held, units, move);
            outcome = Observer.Outcome.DONE;
        } catch (Fenced lost) {
            outcome = Observer.Outcome.LOST;
            throw lost;
        } finally {
            var events = units.stream().mapToLong(EventUnit::size).sum();
            var took = Duration.ofNanos(System.nanoTime() - began);
            observer.handled(source.topic().name(), source.group(), outcome, events, took);
        }
    }

    private void handle(Held held, List<EventUnit> units, Move move) {
        if (options.isOutside()) {
            call(new EventBatch(source, held.generation(), units, null));
            moveOn(move);
        } else {
            inTransaction(held, units, move);
        }
    }

    private void inTransaction(Held held, List<EventUnit> units, Move move) {
        var transaction = mover.later();
        var batch =
                new EventBatch(source, held.generation(), units, () -> HandlerConnection.of(transaction.connection()));
        var outcome = Outcome.ROLLED_BACK;
        try {
            callIn(transaction, batch, move);
            outcome = Outcome.COMMITTED;
        } catch (DatabaseException failure) {
            outcome = failure.isOutcomeUnknown() ? Outcome.UNKNOWN : Outcome.ROLLED_BACK;
            throw failure;
        } finally {
            batch.ended(outcome);
        }
    }

    private void callIn(LateTransaction late, EventBatch batch, Move move) {
        try (var transaction = late) {
            try {
                call(batch);
            } catch (Failed failure) {
                requireNotRefused(transaction);
                throw failure;
            }
            requireNotRefused(transaction);
            if (transaction.isBegun()) {
                last(move, transaction);
                transaction.commit();
            } else {
                moveOn(move);
            }
        }
    }

    /** Whatever the handler made of it: without its transaction it cannot have done what it should. */
    private static void requireNotRefused(LateTransaction transaction) {
        transaction.refused().ifPresent(refused -> {
            throw refused;
        });
    }

    void moveOn(Move move) {
        requireHeld(mover.alone(move));
    }

    private void last(Move move, LateTransaction transaction) {
        try {
            requireHeld(mover.in(transaction.connection(), move));
        } catch (DatabaseException failure) {
            if (failure.isRetryable() || failure.isOutcomeUnknown()) {
                throw failure;
            }
            // A statement of the handler failed and it went on: the server has given its transaction up.
            throw new Failed(failure);
        }
    }

    private static void requireHeld(boolean held) {
        if (!held) {
            throw new Fenced();
        }
    }

    private void call(EventBatch batch) {
        var call = new Call();
        calls.add(call);
        try {
            handler.handle(batch);
        } catch (RetryLaterException away) {
            throw away;
        } catch (Throwable failure) {
            throw judged(failure);
        } finally {
            call.end();
            calls.remove(call);
        }
    }

    /** What the database wants repeated is no failure of the handler. */
    private static RuntimeException judged(Throwable failure) {
        try {
            var known = failure instanceof SQLException said ? DatabaseException.of(said) : failure;
            return known instanceof DatabaseException said && said.isRetryable() ? said : new Failed(failure);
        } catch (RuntimeException | Error speechless) {
            return new Failed(failure);
        }
    }

    void interrupt() {
        calls.forEach(Call::interrupt);
    }

    /** Interrupts handlers that take too long; true when one has not ended although it was interrupted. */
    boolean watch(Duration limit) {
        var stuck = false;
        for (var call : calls) {
            stuck |= call.watch(limit.toNanos());
        }
        return stuck;
    }
}
