// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import io.howdah.internal.Failures;
import io.howdah.internal.db.Wakeups;
import io.howdah.internal.loop.Backoff;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows somebody the events of a topic as they are numbered, from the moment it was opened. It has no place of its own
 * in the database: who looks away misses something.
 */
public final class Tail implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Tail.class);
    private static final Duration POLL = Duration.ofMillis(200);
    private static final int PAGE = 500;
    private static final Backoff RETRIES = Backoff.between(Duration.ofMillis(50), Duration.ofSeconds(5));

    private final ReadStore store;
    private final Consumer<LogEvent> watcher;
    private final Map<PartRef, Long> places = new HashMap<>();
    private final Semaphore something = new Semaphore(0);
    private final List<Wakeups.Subscription> subscriptions;
    private final Thread thread;
    private volatile boolean closed;

    Tail(ReadStore store, TopicStore.Known topic, News news, Consumer<LogEvent> watcher) {
        this.store = store;
        this.watcher = watcher;
        for (var bounds :
                store.bounds(topic.parts().stream().mapToLong(Long::longValue).toArray())) {
            places.put(new PartRef(topic.part(bounds.partition()), bounds.partition()), bounds.next());
        }
        this.subscriptions = places.keySet().stream()
                .map(part -> news.subscribe(topic.id(), part.id(), something::release))
                .toList();
        this.thread =
                Thread.ofVirtual().name("howdah-tail-" + topic.topic().name()).start(this::run);
    }

    private void run() {
        int failures = 0;
        while (!closed) {
            try {
                look();
                failures = 0;
                if (something.tryAcquire(POLL.toMillis(), TimeUnit.MILLISECONDS)) {
                    something.drainPermits();
                }
            } catch (InterruptedException interrupted) {
                return;
            } catch (RuntimeException | Error failure) {
                failures++;
                log.warn("A tail could not read on and tries again: {}", Failures.brief(failure));
                RETRIES.pause(failures);
            }
        }
    }

    private void look() {
        for (var place : places.entrySet()) {
            var page = store.read(place.getKey(), place.getValue(), Long.MAX_VALUE, 0, PAGE);
            for (var event : page.events()) {
                if (closed) {
                    return;
                }
                place.setValue(event.offset() + 1);
                watcher.accept(event);
            }
        }
    }

    /** Nothing is shown after this has returned. */
    @Override
    public void close() {
        closed = true;
        subscriptions.forEach(Wakeups.Subscription::close);
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
