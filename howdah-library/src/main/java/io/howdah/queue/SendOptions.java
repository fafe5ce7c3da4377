// SPDX-License-Identifier: Apache-2.0
package io.howdah.queue;

import io.howdah.Payload;
import io.howdah.work.NewWork;
import io.howdah.work.Uniqueness;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** How a message is to be treated. Immutable. */
public final class SendOptions {
    private static final SendOptions NONE = new SendOptions(work -> work);

    private final UnaryOperator<NewWork.Builder> choices;

    private SendOptions(UnaryOperator<NewWork.Builder> choices) {
        this.choices = choices;
    }

    public static SendOptions none() {
        return NONE;
    }

    /** 0 to 9, default 5. Small is urgent. */
    public SendOptions priority(int priority) {
        return and(work -> work.priority(priority));
    }

    /** Nobody receives it before this much later, by the database's clock. */
    public SendOptions delay(Duration delay) {
        return and(work -> work.delay(delay).dueAt(null));
    }

    /** Nobody receives it before this time, by the database's clock. */
    public SendOptions at(Instant at) {
        return and(work -> work.delay(null).dueAt(at));
    }

    /** Words about it that are not its payload; altogether up to 16 KB. */
    public SendOptions headers(Map<String, String> headers) {
        return and(work -> work.headers(headers));
    }

    /**
     * What it is ordered by, such as a customer: messages of a queue with the same group are received one after the
     * other, in the order in which they were sent, each when the one before has been acknowledged. Different groups do
     * not wait for each other. Up to 200 characters.
     */
    public SendOptions group(String group) {
        return and(work -> work.lane(group));
    }

    /** Sent again to the same queue with the same id within the window, it is not; the answer is the first one's id. */
    public SendOptions deduplicate(String id, Duration window) {
        return and(work ->
                work.uniqueness(Optional.of(new Uniqueness(id, Uniqueness.Conflict.KEEP, Optional.of(window)))));
    }

    /** What it belongs to: up to 200 characters. */
    public SendOptions correlation(String correlation) {
        return and(work -> work.correlation(correlation));
    }

    private SendOptions and(UnaryOperator<NewWork.Builder> choice) {
        return new SendOptions(work -> choice.apply(choices.apply(work)));
    }

    /** How often it is delivered is what its queue says at the time, not now. */
    NewWork work(String queue, Payload payload, Optional<String> trace) {
        var work = NewWork.of(queue, Messages.KIND, payload).maxAttempts(0).trace(trace.orElse(null));
        return choices.apply(work).build();
    }
}
