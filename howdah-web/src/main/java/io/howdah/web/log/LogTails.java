// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.log;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.howdah.log.EventLog;
import io.howdah.log.LogEvent;
import io.howdah.log.Tail;
import io.howdah.log.Topic;
import io.howdah.web.WebException;
import io.howdah.web.api.Api;
import io.howdah.web.api.Redaction;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.springframework.context.SmartLifecycle;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * Events as they are numbered, sent to whoever looks. A watcher that is too slow holds nobody up but itself, and one
 * that is gone is found out by the next beat. When the application stops they are let go first, or it would wait for
 * requests that never end. Thread-safe.
 */
final class LogTails implements SmartLifecycle {
    private static final int MOST = 100;
    private static final Duration LONGEST = Duration.ofHours(1);
    private static final Duration BEAT_EVERY = Duration.ofSeconds(10);

    private final EventLog log;
    private final Api api;
    private final Semaphore places = new Semaphore(MOST);
    private final Set<Watch> watches = ConcurrentHashMap.newKeySet();
    private volatile boolean running = true;
    private final ScheduledExecutorService beats = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("howdah-log-tails").daemon().factory());

    LogTails(EventLog log, Api api) {
        this.log = log;
        this.api = api;
    }

    SseEmitter open(Topic topic, Redaction by) {
        if (!places.tryAcquire()) {
            throw WebException.busy("conflict", "Too many watch the log through this replica.", BEAT_EVERY);
        }
        var emitter = new SseEmitter(LONGEST.toMillis());
        var watch = new Watch(emitter, by);
        watches.add(watch);
        emitter.onCompletion(watch::end);
        emitter.onTimeout(emitter::complete);
        emitter.onError(failure -> watch.end());
        watch.beat();
        watch.tail.set(log.tail(topic, watch::show));
        return emitter;
    }

    /** One who looks. */
    private final class Watch {
        private final SseEmitter emitter;
        private final Redaction by;
        private final AtomicReference<Tail> tail = new AtomicReference<>();
        private final AtomicBoolean over = new AtomicBoolean();
        private final Future<?> beats;

        Watch(SseEmitter emitter, Redaction by) {
            this.emitter = emitter;
            this.by = by;
            this.beats = LogTails.this.beats.scheduleAtFixedRate(
                    this::beat, BEAT_EVERY.toSeconds(), BEAT_EVERY.toSeconds(), TimeUnit.SECONDS);
        }

        void show(LogEvent event) {
            send(SseEmitter.event()
                    .id(event.partition() + "/" + event.offset())
                    .data(new String(api.written(EventRow.of(event, by)), UTF_8)));
        }

        void beat() {
            send(SseEmitter.event().comment("still here"));
        }

        private void send(SseEmitter.SseEventBuilder event) {
            try {
                if (!over.get()) {
                    emitter.send(event);
                }
            } catch (IOException | IllegalStateException gone) {
                end();
            }
        }

        /** Elsewhere, for a tail cannot wait for itself. */
        void end() {
            if (over.compareAndSet(false, true)) {
                beats.cancel(false);
                watches.remove(this);
                places.release();
                Thread.ofVirtual().name("howdah-log-tail-end").start(() -> {
                    var open = tail.get();
                    if (open != null) {
                        open.close();
                    }
                });
            }
        }
    }

    @Override
    public void start() {
        running = true;
    }

    @Override
    public void stop() {
        running = false;
        watches.forEach(watch -> watch.emitter.complete());
        beats.shutdownNow();
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
