// SPDX-License-Identifier: Apache-2.0
package io.howdah.work;

import io.howdah.internal.Failures;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Runs handlers and makes an end of whatever they return or throw. Thread-safe. */
final class Attempts {
    /** The pause of work that cannot say how long it should be. */
    private static final Duration WHEN_UNSURE = Duration.ofMinutes(1);

    private final Map<String, Map<String, WorkHandler>> handlers = new ConcurrentHashMap<>();

    /**
     * How an attempt ended.
     *
     * @param endedItself the handler said so in a transaction of its own; the end is for the case that this did not
     *     commit
     */
    record Result(End end, boolean endedItself) {}

    void handle(String queue, String kind, WorkHandler handler) {
        var before = handlers.computeIfAbsent(queue, name -> new ConcurrentHashMap<>())
                .putIfAbsent(kind, handler);
        if (before != null) {
            throw new IllegalStateException("there is a handler for " + kind + " in queue " + queue + " already");
        }
    }

    /** What may be claimed: never a kind that nobody here handles. */
    Set<String> kinds(String queue) {
        return handlers.getOrDefault(queue, Map.of()).keySet();
    }

    Set<String> queues() {
        return handlers.keySet();
    }

    Result attempt(Running running) {
        var work = running.work();
        if (work.cancelled()) {
            running.end();
            return new Result(new End.Cancelled(), false);
        }
        var handler = handler(work);
        Optional<End> end = Optional.empty();
        Throwable failure = null;
        try {
            end = handler.handle(work);
        } catch (Throwable thrown) {
            failure = thrown;
        }
        var interruptedFor = running.end();
        if (failure != null) {
            return new Result(afterFailure(handler, work, failure, interruptedFor), false);
        }
        return end.map(said -> new Result(said, false)).orElseGet(() -> new Result(notCommitted(handler, work), true));
    }

    private WorkHandler handler(Work work) {
        var handler = handlers.getOrDefault(work.queue(), Map.of()).get(work.kind());
        if (handler == null) {
            throw new IllegalStateException("there is no handler for " + work.kind() + " in queue " + work.queue());
        }
        return handler;
    }

    private static End notCommitted(WorkHandler handler, Work work) {
        return failed(
                handler,
                work,
                new IllegalStateException("the attempt was ended in a transaction that did not commit"),
                "");
    }

    private static End afterFailure(
            WorkHandler handler, Work work, Throwable failure, Running.@Nullable Reason interruptedFor) {
        return switch (interruptedFor) {
            case null -> failed(handler, work, failure, "");
            case CANCELLED -> new End.Cancelled();
            // Not its fault: it is to run again elsewhere, and the attempt does not count.
            case STOPPING -> new End.Snoozed(Duration.ZERO);
            case TIMEOUT ->
                failed(
                        handler,
                        work,
                        failure,
                        "timed out after " + work.timeout().orElseThrow() + ": ");
            case MEMBERSHIP_LOST -> failed(handler, work, failure, "the process lost its membership: ");
        };
    }

    private static End failed(WorkHandler handler, Work work, Throwable failure, String why) {
        var reason = why + Failures.describe(failure);
        if (work.isLastAttempt()) {
            return new End.Dead(reason);
        }
        try {
            return handler.retryAfter(work, failure)
                    .<End>map(pause -> new End.Retried(pause, reason))
                    .orElseGet(() -> new End.Dead(reason));
        } catch (RuntimeException | Error unsure) {
            // Somebody's own function: without an end the attempt would stay ours for as long as this process lives.
            var both = shortened(
                    "When to try again could not be found out: " + Failures.describe(unsure), Failures.LONGEST / 2);
            return new End.Retried(WHEN_UNSURE, both + "\nIt had failed: " + reason);
        }
    }

    private static String shortened(String text, int longest) {
        return text.length() > longest ? text.substring(0, longest) : text;
    }
}
