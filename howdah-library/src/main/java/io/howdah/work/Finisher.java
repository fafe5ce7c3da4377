// SPDX-License-Identifier: Apache-2.0
package io.howdah.work;

import io.howdah.DatabaseException;
import io.howdah.internal.loop.Backoff;
import io.howdah.work.WorkStore.Ending;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the ends of many attempts in one statement. While one batch is under way the next gathers, so that it is as
 * large as the load and nobody waits for a timer. An end is tried until the database has taken it: the fence makes that
 * safe. Thread-safe.
 */
final class Finisher {
    private static final Logger log = LoggerFactory.getLogger(Finisher.class);
    private static final int MOST = 1_024;
    private static final Backoff RETRIES = Backoff.between(Duration.ofMillis(20), Duration.ofSeconds(1));

    private final WorkStore store;
    private final LinkedBlockingQueue<Message> messages = new LinkedBlockingQueue<>();
    private @Nullable Thread thread;
    private volatile boolean stopping;

    /** Learns whether the attempt was still held when it was ended; quickly, please. */
    @FunctionalInterface
    interface Told {
        void ended(boolean held);
    }

    private sealed interface Message {}

    private record Pending(Ending ending, Told told) implements Message {
        boolean isAmong(Set<Long> held) {
            return held.contains(ending.fence().id());
        }
    }

    /** Makes the thread look up. */
    private record Wake() implements Message {}

    Finisher(WorkStore store) {
        this.store = store;
    }

    synchronized void start() {
        stopping = false;
        if (thread == null) {
            thread = Thread.ofPlatform().name("howdah-work-finisher").daemon().start(this::run);
        }
    }

    /** Sends what is left and ends. Whoever adds ends must have ended before. */
    synchronized void stop() throws InterruptedException {
        stopping = true;
        if (thread != null) {
            messages.add(new Wake());
            thread.join();
            thread = null;
        }
    }

    void end(Work work, End end, Told told) {
        messages.add(new Pending(new Ending(work.fence(), end), told));
    }

    private void run() {
        var batch = new ArrayList<Message>();
        while (!stopping || !messages.isEmpty()) {
            batch.clear();
            try {
                batch.add(messages.take());
                messages.drainTo(batch, MOST - 1);
                flush(batch.stream()
                        .filter(Pending.class::isInstance)
                        .map(Pending.class::cast)
                        .toList());
            } catch (InterruptedException interrupted) {
                log.debug("Interrupted; going on, for what has been done must be written down");
            }
        }
    }

    private void flush(List<Pending> batch) {
        if (batch.isEmpty()) {
            return;
        }
        var held = endUntilTaken(batch.stream().map(Pending::ending).toList());
        for (var one : batch) {
            one.told().ended(one.isAmong(held));
        }
    }

    private Set<Long> endUntilTaken(List<Ending> endings) {
        var unknown = false;
        for (int failures = 1; ; failures++) {
            try {
                var held = store.end(endings);
                if (unknown) {
                    held.addAll(store.endedAlready(endings));
                }
                return held;
            } catch (DatabaseException failure) {
                unknown |= failure.isOutcomeUnknown();
                if (!failure.isRetryable() && !failure.isOutcomeUnknown()) {
                    return endWithoutTheRefused(endings, failure);
                }
                log.warn("The ends of {} attempts could not be written yet: {}", endings.size(), failure.getMessage());
                RETRIES.pause(failures);
            } catch (RuntimeException failure) {
                return endWithoutTheRefused(endings, failure);
            }
        }
    }

    /** One of them cannot be written as it is: the others must not suffer, and it must not stay leased for ever. */
    private Set<Long> endWithoutTheRefused(List<Ending> endings, RuntimeException failure) {
        var held = new HashSet<Long>();
        if (endings.size() > 1) {
            endings.forEach(one -> held.addAll(endUntilTaken(List.of(one))));
            return held;
        }
        var fence = endings.getFirst().fence();
        var end = new End.Dead("how attempt " + fence.attempt() + " ended could not be written");
        if (!endings.getFirst().end().equals(end)) {
            log.error("How {} ended was refused; it counts as dead", fence, failure);
            held.addAll(endUntilTaken(List.of(new Ending(fence, end))));
        }
        return held;
    }
}
