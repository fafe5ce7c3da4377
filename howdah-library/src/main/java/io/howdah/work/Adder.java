// SPDX-License-Identifier: Apache-2.0
package io.howdah.work;

import io.howdah.DatabaseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Adds work of many threads in one statement and one commit: while one batch is under way the next gathers. The batch
 * is sent by one of those who wait for it, so there is no thread to start, and a lone caller waits for nobody.
 * Thread-safe.
 */
final class Adder {
    private static final int MOST = 500;

    private final AddStore store;
    private final ConcurrentLinkedQueue<Waiting> waiting = new ConcurrentLinkedQueue<>();

    /** How many have not been answered; whoever raises it from none is the first to send. */
    private final AtomicInteger unanswered = new AtomicInteger();

    private enum Turn {
        WAIT,
        SEND,
        OVER
    }

    /** What one caller wants, and whether it is its turn to send for all. */
    private static final class Waiting {
        private final NewWork work;
        private final Thread caller = Thread.currentThread();
        private @Nullable Added added;
        private @Nullable RuntimeException failure;

        /** Written last by the sender and read first by the caller, which makes the answer visible. */
        private volatile Turn turn = Turn.WAIT;

        Waiting(NewWork work) {
            this.work = work;
        }

        void tell(Turn turn) {
            this.turn = turn;
            LockSupport.unpark(caller);
        }
    }

    Adder(AddStore store) {
        this.store = store;
    }

    Added add(NewWork work) {
        if (work.uniqueness().isPresent()) {
            // It may have to wait for another transaction that wants the same key; nobody else should.
            return store.add(work);
        }
        var mine = new Waiting(work);
        waiting.add(mine);
        if (unanswered.getAndIncrement() == 0) {
            mine.turn = Turn.SEND;
        }
        var interrupted = false;
        while (mine.turn == Turn.WAIT) {
            LockSupport.park(this);
            interrupted |= Thread.interrupted();
        }
        if (mine.turn == Turn.SEND) {
            sendForAll();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (mine.failure != null) {
            throw mine.failure;
        }
        return Objects.requireNonNull(mine.added);
    }

    /** Sends what has gathered, its own included, and passes the turn on to whoever has come meanwhile. */
    private void sendForAll() {
        var batch = new ArrayList<Waiting>();
        while (batch.size() < MOST && !waiting.isEmpty()) {
            batch.add(waiting.remove());
        }
        if (batch.size() == 1) {
            addOne(batch.getFirst());
        } else {
            addAll(batch);
        }
        batch.forEach(one -> one.tell(Turn.OVER));
        // Each is queued before it is counted: where something is left to answer, there is somebody to pass the turn
        // to.
        if (unanswered.addAndGet(-batch.size()) > 0) {
            waiting.element().tell(Turn.SEND);
        }
    }

    private void addOne(Waiting one) {
        try {
            one.added = store.add(one.work);
        } catch (RuntimeException failure) {
            one.failure = failure;
        }
    }

    private void addAll(List<Waiting> batch) {
        try {
            var ids = store.addAll(batch.stream().map(one -> one.work).toList());
            for (int i = 0; i < batch.size(); i++) {
                batch.get(i).added = new Added(ids.get(i), true);
            }
        } catch (DatabaseException failure) {
            if (failure.isOutcomeUnknown() || failure.isRetryable()) {
                batch.forEach(one -> one.failure = failure);
            } else {
                // One of them is refused, and only that one's caller should hear of it.
                batch.forEach(this::addOne);
            }
        } catch (RuntimeException failure) {
            batch.forEach(this::addOne);
        }
    }
}
