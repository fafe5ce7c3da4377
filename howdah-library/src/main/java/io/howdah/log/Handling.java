// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import io.howdah.DatabaseException;
import io.howdah.Observer;
import io.howdah.internal.db.Db;
import io.howdah.log.EventBatch.Outcome;
import io.howdah.log.GroupStore.Held;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Calls the handler and moves the group on, in one transaction unless its effect is outside. Thread-safe. */
final class Handling {
    private final Db db;
    private final EventBatch.Source source;
    private final GroupOptions options;
    private final EventHandler handler;
    private final Observer observer;
    private final Set<Call> calls = ConcurrentHashMap.newKeySet();

    /** What else belongs to the transaction: the last act, which checks that the partition is still held. */
    @FunctionalInterface
    interface Move {
        boolean in(Db transaction);
    }

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

        Failed(Throwable cause) {
            super(cause);
        }
    }

    /** The partition is not this member's any more; everything was rolled back. */
    static final class Fenced extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    Handling(Db db, EventBatch.Source source, GroupOptions options, EventHandler handler, Observer observer) {
        this.db = db;
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
        var begun = new ArrayList<EventBatch>(1);
        var outcome = Outcome.ROLLED_BACK;
        try {
            db.once(connection -> {
                var batch = new EventBatch(source, held.generation(), units, HandlerConnection.of(connection));
                begun.add(batch);
                call(batch);
                last(move, db.on(connection));
                return true;
            });
            outcome = Outcome.COMMITTED;
        } catch (DatabaseException failure) {
            outcome = failure.isOutcomeUnknown() ? Outcome.UNKNOWN : Outcome.ROLLED_BACK;
            throw failure;
        } finally {
            for (var batch : begun) {
                batch.ended(outcome);
            }
        }
    }

    void moveOn(Move move) {
        db.tx(transaction -> {
            if (!move.in(transaction)) {
                throw new Fenced();
            }
            return true;
        });
    }

    private static void last(Move move, Db transaction) {
        try {
            if (!move.in(transaction)) {
                throw new Fenced();
            }
        } catch (DatabaseException failure) {
            if (failure.isRetryable() || failure.isOutcomeUnknown()) {
                throw failure;
            }
            // A statement of the handler failed and it went on: the server has given its transaction up.
            throw new Failed(failure);
        }
    }

    private void call(EventBatch batch) {
        var call = new Call();
        calls.add(call);
        try {
            handler.handle(batch);
        } catch (SQLException failure) {
            var known = DatabaseException.of(failure);
            throw known.isRetryable() ? known : new Failed(failure);
        } catch (DatabaseException failure) {
            throw failure.isRetryable() ? failure : new Failed(failure);
        } catch (RetryLaterException away) {
            throw away;
        } catch (Throwable failure) {
            throw new Failed(failure);
        } finally {
            call.end();
            calls.remove(call);
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
