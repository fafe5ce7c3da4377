// SPDX-License-Identifier: Apache-2.0
package io.howdah.queue;

import io.howdah.work.End;
import io.howdah.work.Work;
import io.howdah.work.WorkEngine;
import java.sql.Connection;
import java.time.Duration;
import java.util.Optional;

/** A message that a handler has. It is this process's for as long as that lives. Used by the handler's thread. */
public final class Delivery<T> {
    private final WorkEngine engine;
    private final Work work;
    private final Message<T> message;
    private Optional<End> end = Optional.of(End.Done.PLAIN);

    Delivery(WorkEngine engine, Work work, Message<T> message) {
        this.engine = engine;
        this.work = work;
        this.message = message;
    }

    public Message<T> message() {
        return message;
    }

    public T payload() {
        return message.payload();
    }

    /** If it fails this time, it is a dead letter. */
    public boolean isLast() {
        return work.isLastAttempt();
    }

    /**
     * Acknowledges in your transaction: what you wrote and the acknowledgement commit together, so that the message has
     * its effect exactly once. Nothing is acknowledged if you roll back; the delivery then counts as failed.
     *
     * @throws ReceiptExpiredException if the message is not this process's any more; roll back
     */
    public void ackIn(Connection connection) {
        if (!engine.endIn(connection, work, End.Done.PLAIN)) {
            throw new ReceiptExpiredException(message.receipt());
        }
        end = Optional.empty();
    }

    /** When the handler returns, the message is to be delivered again this much later. */
    public void nack(Duration delay) {
        end = Optional.of(new End.Nacked(Messages.requireDelay(delay), "its handler gave it back"));
    }

    /** When the handler returns, the message is a dead letter. */
    public void deadLetter(String reason) {
        end = Optional.of(new End.Dead(reason));
    }

    Optional<End> end() {
        return end;
    }
}
