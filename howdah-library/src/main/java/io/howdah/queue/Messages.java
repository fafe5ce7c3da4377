// SPDX-License-Identifier: Apache-2.0
package io.howdah.queue;

import io.howdah.Codec;
import io.howdah.Tracing.Kind;
import io.howdah.internal.Platform;
import io.howdah.internal.trace.Traces;
import io.howdah.work.Deliveries;
import io.howdah.work.End;
import io.howdah.work.NewWork;
import io.howdah.work.Work;
import io.howdah.work.WorkEngine;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Messages in named queues: sent in your transaction, received for a time, and over when acknowledged. Thread-safe.
 *
 * <p>A leading {@link Connection} means in your transaction: the message exists, or is acknowledged, if and when you
 * commit.
 */
public final class Messages {
    static final String KIND = "message";

    private static final Logger log = LoggerFactory.getLogger(Messages.class);
    private static final int MOST_AT_ONCE = 1_000;
    private static final Duration LONGEST_DELAY = Duration.ofDays(3_650);

    private final WorkEngine engine;
    private final Deliveries deliveries;
    private final Codec codec;
    private final Traces traces;

    /** Made by {@link io.howdah.Howdah}. */
    public Messages(Platform platform, WorkEngine engine) {
        this.engine = engine;
        this.deliveries = engine.deliveries();
        this.codec = platform.codec();
        this.traces = platform.traces();
    }

    public <T> MessageId send(QueueName<T> queue, T payload) {
        return send(queue, payload, SendOptions.none());
    }

    public <T> MessageId send(QueueName<T> queue, T payload, SendOptions options) {
        return traces.starting(
                Kind.SEND,
                queue.name(),
                () -> new MessageId(engine.add(work(queue, payload, options)).id()));
    }

    public <T> MessageId send(Connection transaction, QueueName<T> queue, T payload) {
        return send(transaction, queue, payload, SendOptions.none());
    }

    public <T> MessageId send(Connection transaction, QueueName<T> queue, T payload, SendOptions options) {
        return traces.starting(
                Kind.SEND,
                queue.name(),
                () -> new MessageId(
                        engine.add(transaction, work(queue, payload, options)).id()));
    }

    /** Sends many at once, all or none; the ids are in the order of the payloads. */
    public <T> List<MessageId> sendAll(QueueName<T> queue, List<T> payloads, SendOptions options) {
        return traces.starting(Kind.SEND, queue.name(), () -> ids(engine.addAll(works(queue, payloads, options))));
    }

    /** Sends many at once in your transaction; the ids are in the order of the payloads. */
    public <T> List<MessageId> sendAll(
            Connection transaction, QueueName<T> queue, List<T> payloads, SendOptions options) {
        return traces.starting(
                Kind.SEND, queue.name(), () -> ids(engine.addAll(transaction, works(queue, payloads, options))));
    }

    private <T> List<NewWork> works(QueueName<T> queue, List<T> payloads, SendOptions options) {
        return payloads.stream().map(one -> work(queue, one, options)).toList();
    }

    private <T> NewWork work(QueueName<T> queue, T payload, SendOptions options) {
        return options.work(queue.name(), codec.encode(payload), traces.current());
    }

    private static List<MessageId> ids(List<Long> ids) {
        return ids.stream().map(MessageId::new).toList();
    }

    /**
     * Takes messages, most urgent first, and hides them from others for a time; none when there are none, also after
     * the wait. One that is not acknowledged in that time is delivered again, to whoever asks. One that the codec
     * cannot read is a dead letter at once. Threads of one process that wait for the same queue share one look at it.
     *
     * @throws UnknownQueueException if nobody has ever named the queue
     */
    public <T> List<Message<T>> receive(QueueName<T> queue, ReceiveOptions options) throws InterruptedException {
        if (!deliveries.isQueue(queue.name())) {
            throw new UnknownQueueException(queue.name());
        }
        var reader = reader(queue);
        var line = new Deliveries.Line(queue.name(), List.of(KIND));
        var deadline = System.nanoTime() + options.patience().toNanos();
        while (true) {
            var left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
            var works = deliveries.receive(line, options.most(), options.visibility(), left);
            var messages =
                    works.stream().flatMap(work -> read(reader, work).stream()).toList();
            if (works.isEmpty() || !messages.isEmpty()) {
                return messages;
            }
        }
    }

    private <T> MessageReader<T> reader(QueueName<T> queue) {
        return new MessageReader<>(queue, deliveries.number(queue.name()), codec);
    }

    /** What one cannot read must not keep others from being read. */
    private <T> Optional<Message<T>> read(MessageReader<T> reader, Work work) {
        if (work.cancelled()) {
            deliveries.end(List.of(work.fence()), new End.Cancelled());
            return Optional.empty();
        }
        try {
            return Optional.of(reader.read(work));
        } catch (RuntimeException | StackOverflowError | LinkageError unreadable) {
            log.warn("Message {} of queue {} cannot be read; it is a dead letter", work.id(), work.queue(), unreadable);
            deliveries.end(List.of(work.fence()), new End.Dead(unreadable.toString()));
            return Optional.empty();
        }
    }

    /**
     * The message is over. Repeating it does no harm.
     *
     * @throws ReceiptExpiredException if it was delivered again meanwhile; your work on it has been, or will be,
     *     repeated
     */
    public void ack(Receipt receipt) {
        requireNone(ackAll(List.of(receipt)));
    }

    /**
     * The message is over if and when you commit, together with what you wrote: exactly once.
     *
     * @throws ReceiptExpiredException if it was delivered again or ended meanwhile; roll back
     */
    public void ack(Connection transaction, Receipt receipt) {
        if (!deliveries.endIn(transaction, receipt.fence(), End.Done.PLAIN)) {
            throw new ReceiptExpiredException(receipt);
        }
        if (receipt.isWaitedFor()) {
            deliveries.signalSoon(receipt.queue());
        }
    }

    /** Many at once; the answer is those that had expired, of which nothing was changed. */
    public List<Receipt> ackAll(Collection<Receipt> receipts) {
        return end(receipts, End.Done.PLAIN);
    }

    /**
     * Gives the message back, to be delivered again this much later; when that was its last delivery, it is a dead
     * letter.
     *
     * @throws ReceiptExpiredException if it was delivered again or ended meanwhile
     */
    public void nack(Receipt receipt, Duration delay) {
        requireNone(nackAll(List.of(receipt), delay));
    }

    /** Many at once; the answer is those that had expired, of which nothing was changed. */
    public List<Receipt> nackAll(Collection<Receipt> receipts, Duration delay) {
        return end(receipts, new End.Nacked(requireDelay(delay), "its receiver gave it back"));
    }

    /**
     * Makes it a dead letter at once, for it will not get better.
     *
     * @throws ReceiptExpiredException if it was delivered again or ended meanwhile
     */
    public void deadLetter(Receipt receipt, String reason) {
        requireNone(end(List.of(receipt), new End.Dead(reason)));
    }

    /**
     * Hides the message from others for so long from now: 1 s to 12 h.
     *
     * @throws ReceiptExpiredException if it was delivered again or ended meanwhile: stop working on it
     */
    public void extend(Receipt receipt, Duration visibility) {
        requireNone(extendAll(List.of(receipt), visibility));
    }

    /** Many at once; the answer is those that had expired, of which nothing was changed. */
    public List<Receipt> extendAll(Collection<Receipt> receipts, Duration visibility) {
        Visibility.require(visibility);
        var expired = new ArrayList<Receipt>();
        for (var some : portions(receipts)) {
            var held = deliveries.extend(some.stream().map(Receipt::fence).toList(), visibility);
            some.stream().filter(one -> !held.contains(one.fence())).forEach(expired::add);
        }
        return expired;
    }

    /** Has this process handle messages of that queue, once it is started, with {@link SubscribeOptions#standard}. */
    public <T> void subscribe(QueueName<T> queue, MessageHandler<T> handler) {
        subscribe(queue, handler, SubscribeOptions.standard());
    }

    /**
     * Has this process handle messages of that queue, once it is started. They are held by the process for as long as
     * it lives, however long a handler takes; if it dies, they are delivered elsewhere within 30 s.
     */
    public <T> void subscribe(QueueName<T> queue, MessageHandler<T> handler, SubscribeOptions options) {
        options.prefetch()
                .ifPresentOrElse(
                        prefetch -> engine.concurrency(queue.name(), options.concurrency(), prefetch),
                        () -> engine.concurrency(queue.name(), options.concurrency()));
        engine.handle(
                queue.name(),
                KIND,
                new Subscription<>(engine, () -> reader(queue), traced(queue.name(), handler), options.pauses()));
    }

    private <T> MessageHandler<T> traced(String queue, MessageHandler<T> handler) {
        return delivery -> {
            var carried = delivery.message().trace().stream().toList();
            traces.within(Kind.MESSAGE, queue, carried, () -> {
                handler.handle(delivery);
                return delivery;
            });
        };
    }

    private List<Receipt> end(Collection<Receipt> receipts, End end) {
        var expired = new ArrayList<Receipt>();
        for (var some : portions(receipts)) {
            var held = deliveries.end(some.stream().map(Receipt::fence).toList(), end);
            some.stream().filter(one -> !held.contains(one.fence())).forEach(expired::add);
            some.stream()
                    .filter(one -> one.isWaitedFor() || end.pause() != null)
                    .map(Receipt::queue)
                    .distinct()
                    .forEach(deliveries::signal);
        }
        return expired;
    }

    private static List<List<Receipt>> portions(Collection<Receipt> receipts) {
        var all = List.copyOf(receipts);
        var portions = new ArrayList<List<Receipt>>();
        for (int from = 0; from < all.size(); from += MOST_AT_ONCE) {
            portions.add(all.subList(from, Math.min(all.size(), from + MOST_AT_ONCE)));
        }
        return portions;
    }

    private static void requireNone(List<Receipt> expired) {
        if (!expired.isEmpty()) {
            throw new ReceiptExpiredException(expired.getFirst());
        }
    }

    static Duration requireDelay(Duration delay) {
        if (delay.isNegative() || delay.compareTo(LONGEST_DELAY) > 0) {
            throw new IllegalArgumentException("a delay must be from nothing to ten years: " + delay);
        }
        return delay;
    }
}
