// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import io.howdah.DatabaseException;
import io.howdah.log.AppendStore.Addressed;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Appends for many threads in one statement and one commit: while one batch is under way the next gathers. What each
 * caller appends stays a unit of its own. The batch is sent by one of those who wait for it, so there is no thread to
 * start, and a lone caller waits for nobody. Thread-safe.
 */
final class Appender {
    private static final int MOST_EVENTS = 1_000;
    private static final int MOST_BYTES = 8 << 20;

    private final Function<List<Addressed>, List<Appended>> append;
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
        private final List<Addressed> events;
        private final Thread caller = Thread.currentThread();
        private @Nullable List<Appended> appended;
        private @Nullable RuntimeException failure;

        /** Written last by the sender and read first by the caller, which makes the answer visible. */
        private volatile Turn turn = Turn.WAIT;

        Waiting(List<Addressed> events) {
            this.events = events;
        }

        int bytes() {
            return events.stream().mapToInt(one -> one.payload().bytes().length).sum();
        }

        void tell(Turn turn) {
            this.turn = turn;
            LockSupport.unpark(caller);
        }
    }

    Appender(Function<List<Addressed>, List<Appended>> append) {
        this.append = append;
    }

    List<Appended> append(List<Addressed> events) {
        var mine = new Waiting(events);
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
        return Objects.requireNonNull(mine.appended);
    }

    /** Sends what has gathered, its own included, and passes the turn on to whoever has come meanwhile. */
    private void sendForAll() {
        var batch = gather();
        if (batch.size() == 1) {
            appendOne(batch.getFirst());
        } else {
            appendAll(batch);
        }
        batch.forEach(one -> one.tell(Turn.OVER));
        // Each is queued before it is counted: where something is left to answer, there is somebody to tell.
        if (unanswered.addAndGet(-batch.size()) > 0) {
            waiting.element().tell(Turn.SEND);
        }
    }

    private List<Waiting> gather() {
        var batch = new ArrayList<Waiting>();
        int events = 0;
        int bytes = 0;
        for (var next = waiting.poll(); next != null; next = waiting.poll()) {
            batch.add(next);
            events += next.events.size();
            bytes += next.bytes();
            if (events >= MOST_EVENTS || bytes >= MOST_BYTES) {
                break;
            }
        }
        return batch;
    }

    private void appendOne(Waiting one) {
        try {
            one.appended = send(one.events);
        } catch (RuntimeException failure) {
            one.failure = failure;
        }
    }

    private void appendAll(List<Waiting> batch) {
        try {
            var events = new ArrayList<Addressed>();
            for (int i = 0; i < batch.size(); i++) {
                int call = i + 1;
                batch.get(i).events.forEach(event -> events.add(event.inCall(call)));
            }
            var appended = send(events);
            int from = 0;
            for (var one : batch) {
                one.appended = appended.subList(from, from + one.events.size());
                from += one.events.size();
            }
        } catch (DatabaseException failure) {
            if (failure.isOutcomeUnknown() || failure.isRetryable()) {
                batch.forEach(one -> one.failure = failure);
            } else {
                // One of them is refused, and only that one's caller should hear of it.
                batch.forEach(this::appendOne);
            }
        } catch (RuntimeException failure) {
            batch.forEach(this::appendOne);
        }
    }

    /** Once more when the server rolled it back: its slice may have ended just then. */
    private List<Appended> send(List<Addressed> events) {
        try {
            return append.apply(events);
        } catch (DatabaseException failure) {
            if (!failure.isRolledBack()) {
                throw failure;
            }
            return append.apply(events);
        }
    }
}
