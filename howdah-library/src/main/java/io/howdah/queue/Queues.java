// SPDX-License-Identifier: Apache-2.0
package io.howdah.queue;

import io.howdah.internal.Platform;
import io.howdah.internal.db.Db;
import io.howdah.internal.loop.Next;
import io.howdah.internal.member.Upkeep;
import io.howdah.work.WorkEngine;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The queues that jobs and messages wait in. A queue is there as soon as somebody names it. Thread-safe. */
public final class Queues {
    private static final int BATCH = 1_000;
    private static final int MOST_LISTED = 1_000;
    private static final Duration FORGET_EVERY = Duration.ofMinutes(1);
    private static final int FORGET_AT_ONCE = 5_000;

    /** A queue that ends more than some thousands a second is not kept up with: its days are dropped all the same. */
    private static final int FORGET_BATCHES = 50;

    private final WorkEngine engine;
    private final QueueStore store;

    /** Made by {@link io.howdah.Howdah}. */
    public Queues(Platform platform, WorkEngine engine) {
        this.engine = engine;
        this.store = new QueueStore(platform.db());
        platform.backgrounds()
                .register(
                        Upkeep.loop("queue-history", FORGET_EVERY, platform.db(), platform.membership(), this::forget));
    }

    /**
     * Nothing of the queue begins any more, in any process; what runs goes on, and new work may still be added. False
     * when it was paused already.
     */
    public boolean pause(String queue) {
        return engine.pause(queue);
    }

    /** What waited meanwhile begins. False when the queue was not paused. */
    public boolean resume(String queue) {
        return engine.resume(queue);
    }

    /** What the queue allows from now on, in all processes; what runs already goes on. Replaces earlier limits. */
    public void limit(String queue, QueueLimits limits) {
        engine.limit(queue, limits.limits());
    }

    /**
     * How messages of the queue are treated from now on, also those that wait already. Replaces earlier settings. The
     * queue is there from then on.
     *
     * @throws IllegalArgumentException if its dead letters would come back to it
     */
    public void configure(String queue, QueueSettings settings) {
        settings.deadLetters().ifPresent(letters -> requireElsewhere(queue, letters));
        store.settings(queue, settings);
    }

    private void requireElsewhere(String queue, String letters) {
        var next = Optional.of(letters);
        for (int steps = 0; next.isPresent() && steps < MOST_LISTED; steps++) {
            if (next.get().equals(queue)) {
                throw new IllegalArgumentException(
                        "dead letters of queue " + queue + " would come back to it by way of " + letters);
            }
            next = find(next.get()).flatMap(found -> found.settings().deadLetters());
        }
    }

    public Optional<QueueInfo> find(String queue) {
        return store.list("", queue, 1).stream().findFirst();
    }

    /** In the order of their names, up to a thousand. */
    public List<QueueInfo> list(int limit) {
        return listAfter("", limit);
    }

    /** Those whose names come after this one. */
    public List<QueueInfo> listAfter(String queue, int limit) {
        return store.list(queue, null, require("queues to list", limit));
    }

    /**
     * The messages that can be received next, most urgent first, without receiving them.
     *
     * @throws UnknownQueueException if nobody has ever named the queue
     */
    public List<WaitingMessage> peek(String queue, int limit) {
        requireKnown(queue);
        return store.peek(queue, require("messages to look at", limit));
    }

    /**
     * Discards the messages that wait in the queue at this moment, also delayed ones; those that somebody has received
     * stay. In small portions, each a transaction of its own. The answer is how many that were.
     *
     * @throws UnknownQueueException if nobody has ever named the queue
     */
    public long purge(String queue) {
        requireKnown(queue);
        var before = store.newest();
        var purged = 0L;
        for (var some = store.purge(queue, before, BATCH); some > 0; some = store.purge(queue, before, BATCH)) {
            purged += some;
        }
        return purged;
    }

    /**
     * Sends dead letters to where they came from, as new messages that have not been delivered before. In small
     * portions, each a transaction of its own. The answer is how many that were.
     *
     * @param deadLetters the queue they are in
     * @throws UnknownQueueException if nobody has ever named the queue
     */
    public long redrive(String deadLetters, RedriveOptions options) {
        requireKnown(deadLetters);
        var moved = 0L;
        var place = List.of(-1L, 0L);
        while (moved < options.most()) {
            var most = (int) Math.min(BATCH, options.most() - moved);
            var done = store.redrive(deadLetters, options, place, most, moved);
            moved += done.moved();
            place = done.place();
            if (done.looked() < most) {
                break;
            }
        }
        return moved;
    }

    /**
     * How many dead letters a redrive would send again, as they are now.
     *
     * @param deadLetters the queue they are in
     * @throws UnknownQueueException if nobody has ever named the queue
     */
    public long countRedrivable(String deadLetters, RedriveOptions options) {
        requireKnown(deadLetters);
        return store.redrivable(deadLetters, options);
    }

    private Next forget(Db transaction) {
        var history = store.on(transaction);
        for (var queue : history.withHistory()) {
            var looked = FORGET_AT_ONCE;
            for (int i = 0; i < FORGET_BATCHES && looked == FORGET_AT_ONCE; i++) {
                looked = history.forget(queue, FORGET_AT_ONCE);
            }
        }
        return Next.ON_INTERVAL;
    }

    private void requireKnown(String queue) {
        if (!engine.deliveries().isQueue(queue)) {
            throw new UnknownQueueException(queue);
        }
    }

    private static int require(String what, int limit) {
        if (limit < 1 || limit > MOST_LISTED) {
            throw new IllegalArgumentException(what + " must be 1 to 1000: " + limit);
        }
        return limit;
    }
}
