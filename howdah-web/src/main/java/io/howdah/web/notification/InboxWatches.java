// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.notification;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.howdah.HowdahException;
import io.howdah.notification.Inbox;
import io.howdah.web.WebException;
import io.howdah.web.api.Api;
import io.howdah.web.notification.InboxApi.Unread;
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
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * How many are unread, sent to whoever looks at his inbox: at once when somebody says that something has changed, and
 * every ten seconds, for what is said may get lost. When the application stops they are let go first, or it would wait
 * for requests that never end. Thread-safe.
 */
final class InboxWatches implements SmartLifecycle {
    private static final Logger log = LoggerFactory.getLogger(InboxWatches.class);
    private static final int MOST = 200;
    private static final Duration LONGEST = Duration.ofHours(1);
    private static final Duration LOOK_EVERY = Duration.ofSeconds(10);

    private final Api api;
    private final Semaphore places = new Semaphore(MOST);
    private final Set<Looker> lookers = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService looks = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("howdah-inbox-watches").daemon().factory());
    private volatile boolean running = true;

    InboxWatches(Api api) {
        this.api = api;
    }

    SseEmitter open(Inbox inbox) {
        if (!places.tryAcquire()) {
            throw WebException.busy("conflict", "Too many watch their inboxes through this replica.", LOOK_EVERY);
        }
        var emitter = new SseEmitter(LONGEST.toMillis());
        var looker = new Looker(emitter, inbox);
        lookers.add(looker);
        emitter.onCompletion(looker::end);
        emitter.onTimeout(emitter::complete);
        emitter.onError(failure -> looker.end());
        looker.begin();
        return emitter;
    }

    /** One who looks. */
    private final class Looker {
        private final SseEmitter emitter;
        private final Inbox inbox;
        private final AtomicReference<Inbox.@Nullable Watch> watch = new AtomicReference<>();
        private final AtomicBoolean asked = new AtomicBoolean();
        private final AtomicBoolean over = new AtomicBoolean();
        private final ReentrantLock looking = new ReentrantLock();
        private int told = -1;
        private final Future<?> beats;

        Looker(SseEmitter emitter, Inbox inbox) {
            this.emitter = emitter;
            this.inbox = inbox;
            this.beats = looks.scheduleAtFixedRate(
                    this::lookSoon, LOOK_EVERY.toSeconds(), LOOK_EVERY.toSeconds(), TimeUnit.SECONDS);
        }

        /** Whoever is gone before this is done must not be told for ever. */
        void begin() {
            watch.set(inbox.watch(this::lookSoon));
            if (over.get()) {
                endWatch();
            }
            lookSoon();
        }

        /** Not by whoever says that something has changed, who must not wait; and once for many who say so. */
        void lookSoon() {
            if (!over.get() && asked.compareAndSet(false, true)) {
                Thread.ofVirtual().name("howdah-inbox-look").start(this::look);
            }
        }

        /** One look after the other: an older count must not be told after a newer one. */
        private void look() {
            looking.lock();
            try {
                asked.set(false);
                send(said());
            } finally {
                looking.unlock();
            }
        }

        /** A count that is not the one that was told last; or that there is nothing to tell. */
        private SseEmitter.SseEventBuilder said() {
            try {
                var unread = inbox.unread();
                if (unread != told) {
                    told = unread;
                    return SseEmitter.event().data(new String(api.written(new Unread(unread)), UTF_8));
                }
            } catch (HowdahException away) {
                log.debug("An inbox could not be looked at; the next look is soon", away);
            }
            return SseEmitter.event().comment("still here");
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

        void end() {
            if (over.compareAndSet(false, true)) {
                beats.cancel(false);
                lookers.remove(this);
                places.release();
                endWatch();
            }
        }

        private void endWatch() {
            var open = watch.getAndSet(null);
            if (open != null) {
                open.close();
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
        lookers.forEach(looker -> looker.emitter.complete());
        looks.shutdownNow();
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
