// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.db;

import io.howdah.DatabaseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Does what many threads ask for in one statement and one commit: while one batch is under way the next gathers. The
 * batch is sent by one of those who wait for it, so there is no thread to start, and a lone caller waits for nobody.
 * Thread-safe.
 */
public final class Batcher<Q, A> {
    private final long most;
    private final ToLongFunction<Q> weight;
    private final Function<List<Q>, List<A>> work;
    private final Queue<Waiting<Q, A>> waiting;

    /** How many have not been answered; whoever raises it from none is the first to send. */
    private final AtomicInteger unanswered = new AtomicInteger();

    private enum Turn {
        WAIT,
        SEND,
        OVER
    }

    /** What one caller wants, and whether it is its turn to send for all. */
    static final class Waiting<Q, A> {
        private final Q question;
        private final Thread caller = Thread.currentThread();
        private @Nullable A answer;
        private @Nullable RuntimeException failure;

        /** Written last by the sender and read first by the caller, which makes the answer visible. */
        private volatile Turn turn = Turn.WAIT;

        Waiting(Q question) {
            this.question = question;
        }

        private void fail(Throwable failure) {
            this.failure = failure instanceof RuntimeException usual
                    ? usual
                    : new IllegalStateException("whoever sent it could not go on", failure);
        }

        private void tell(Turn turn) {
            this.turn = turn;
            LockSupport.unpark(caller);
        }
    }

    /**
     * One whose batches are bounded by what their questions weigh; one that is too heavy goes alone.
     *
     * @param work an answer for each question, in their order, all of them or an exception
     */
    public Batcher(long most, ToLongFunction<Q> weight, Function<List<Q>, List<A>> work) {
        this(most, weight, work, new ConcurrentLinkedQueue<>());
    }

    Batcher(long most, ToLongFunction<Q> weight, Function<List<Q>, List<A>> work, Queue<Waiting<Q, A>> waiting) {
        this.most = most;
        this.weight = weight;
        this.work = work;
        this.waiting = waiting;
    }

    /** One whose batches are bounded by the number of their questions. */
    public Batcher(int most, Function<List<Q>, List<A>> work) {
        this(most, question -> 1, work);
    }

    public A ask(Q question) {
        var mine = new Waiting<Q, A>(question);
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
            sendForAll(mine);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (mine.failure != null) {
            throw mine.failure;
        }
        return Objects.requireNonNull(mine.answer);
    }

    /** Sends what has gathered, its own included, and passes the turn on to whoever has come meanwhile. */
    private void sendForAll(Waiting<Q, A> mine) {
        var batch = new ArrayList<Waiting<Q, A>>();
        try {
            gather(mine, batch);
            ask(batch);
        } catch (RuntimeException | Error failure) {
            batch.forEach(one -> one.fail(failure));
        }
        batch.forEach(one -> one.tell(Turn.OVER));
        // Each is queued before it is counted: where something is left to answer, there is somebody to pass the turn
        // to.
        if (unanswered.addAndGet(-batch.size()) > 0) {
            waiting.element().tell(Turn.SEND);
        }
    }

    private void ask(List<Waiting<Q, A>> batch) {
        if (batch.size() == 1) {
            askOne(batch.getFirst());
        } else if (Thread.currentThread().isVirtual()) {
            // An interrupt closes the socket that a virtual thread waits at, and it is meant for this caller alone.
            await(Thread.ofVirtual().name("batch-for-all").start(() -> askAll(batch)));
        } else {
            askAll(batch);
        }
    }

    /**
     * The first is the caller itself, whatever it weighs: whoever has sent has an answer, and never gets the turn
     * again.
     *
     * <p>It need not be the head of the queue. A is queued and not counted yet when B is queued, counted, and so the
     * first to send; were A all that a batch has room for, B would have sent, and yet wait. And A, when it is counted
     * at last, may have been answered with B's: then it sends for the head, which there is, for who is left to answer
     * is in the queue.
     */
    private void gather(Waiting<Q, A> mine, List<Waiting<Q, A>> batch) {
        batch.add(waiting.remove(mine) ? mine : waiting.remove());
        var weighs = weight.applyAsLong(batch.getFirst().question);
        for (var next = waiting.peek(); next != null; next = waiting.peek()) {
            weighs += weight.applyAsLong(next.question);
            if (weighs > most) {
                return;
            }
            batch.add(waiting.remove());
        }
    }

    private static void await(Thread thread) {
        var interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException interrupt) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void askOne(Waiting<Q, A> one) {
        try {
            one.answer = work.apply(List.of(one.question)).getFirst();
        } catch (RuntimeException | Error failure) {
            one.fail(failure);
        }
    }

    private void askAll(List<Waiting<Q, A>> batch) {
        try {
            var answers = work.apply(batch.stream().map(one -> one.question).toList());
            for (int i = 0; i < batch.size(); i++) {
                batch.get(i).answer = answers.get(i);
            }
        } catch (DatabaseException failure) {
            if (failure.isOutcomeUnknown() || failure.isRetryable()) {
                batch.forEach(one -> one.fail(failure));
            } else {
                // One of them is refused, and only that one's caller should hear of it.
                batch.forEach(this::askOne);
            }
        } catch (RuntimeException failure) {
            batch.forEach(this::askOne);
        } catch (Error failure) {
            // No memory, no stack: nobody knows how far it came, so it is not for us to repeat it.
            batch.forEach(one -> one.fail(failure));
        }
    }
}
