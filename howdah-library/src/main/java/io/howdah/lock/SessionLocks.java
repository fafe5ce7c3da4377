// SPDX-License-Identifier: Apache-2.0
package io.howdah.lock;

import io.howdah.Observer;
import io.howdah.internal.Platform;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The session locks of this process, by their numbers. Thread-safe. */
final class SessionLocks {
    private static final Logger log = LoggerFactory.getLogger(SessionLocks.class);

    /** An idle session that holds locks is looked at so often; its answers while it is busy count as well. */
    private static final Duration LOOK_AFTER = Duration.ofMillis(900);

    /** A look that is late by this much means that the process stood still. */
    private static final Duration PAUSE = Duration.ofSeconds(3);

    /** Until a session was opened and the server has said how much it has. */
    private static final long FIRST_LIMIT = 1000;

    private final Observer observer;
    private final LockStore store;
    private final LockSessions sessions;
    private final BooleanSupplier running;
    private final Map<Long, KeyQueue> queues = new ConcurrentHashMap<>();
    private volatile int processes = 1;
    private volatile long lookedAt = System.nanoTime();
    private volatile long pausedAt = lookedAt - PAUSE.toNanos();

    /** @param running whether locks may be asked for */
    SessionLocks(Platform platform, DataSource direct, Uninterrupted senders, BooleanSupplier running) {
        var db = platform.db();
        this.observer = platform.observer();
        this.store = new LockStore(db);
        this.running = running;
        this.sessions = new LockSessions(new LockSession.Origin(direct, db.schema(), senders, this::broken));
    }

    Observer observer() {
        return observer;
    }

    LockStore store() {
        return store;
    }

    LockSessions sessions() {
        return sessions;
    }

    Optional<LockHandle> tryAcquire(LockName name, LockMode mode) {
        var waiter = Waiter.trying(name, mode);
        join(waiter);
        var interrupted = false;
        while (!waiter.isOver()) {
            // An answer is on its way, and an interrupt must not lose it.
            interrupted |= Thread.interrupted();
            waiter.await();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return waiter.handle();
    }

    LockHandle acquire(LockName name, LockMode mode, Duration timeout) throws InterruptedException {
        var waiter = Waiter.patient(name, mode, timeout.toNanos());
        var queue = join(waiter);
        waiter.await();
        if (!waiter.isOver() && queue.leave(waiter)) {
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted while waiting for lock " + name);
            }
            throw new LockTimeoutException(name, timeout);
        }
        return waiter.handle().orElseThrow(() -> new LockTimeoutException(name, timeout));
    }

    private KeyQueue join(Waiter waiter) {
        if (!running.getAsBoolean()) {
            throw LockUnavailableException.stopped();
        }
        var key = waiter.name().key();
        while (true) {
            var queue = queues.computeIfAbsent(key, this::queue);
            if (queue.join(waiter)) {
                return queue;
            }
        }
    }

    private KeyQueue queue(long key) {
        var limit = limit();
        if (queues.size() >= limit) {
            throw LockUnavailableException.limit(limit);
        }
        return new KeyQueue(this, key);
    }

    void forget(KeyQueue queue) {
        queues.remove(queue.key(), queue);
    }

    Collection<KeyQueue> queues() {
        return queues.values();
    }

    /** This process's share of a quarter of the server's lock table. */
    long limit() {
        var capacity = sessions.capacity();
        return capacity == 0 ? FIRST_LIMIT : Math.max(1, capacity / 4 / processes);
    }

    void shareWith(int processes) {
        this.processes = Math.max(1, processes);
    }

    /**
     * Asks every session that has been silent whether it is alive; each by a thread of its own, for some may not be.
     */
    void look() {
        var now = System.nanoTime();
        if (now - lookedAt > PAUSE.toNanos()) {
            pausedAt = now;
        }
        lookedAt = now;
        for (var session : sessions.all()) {
            if (!session.isProvenWithin(LOOK_AFTER) && !isWaiting(session)) {
                Thread.ofVirtual().name("lock-look-" + session.backend()).start(() -> look(session));
            }
        }
        queues.values().forEach(KeyQueue::stopUnwantedWait);
    }

    /** Whether what has just been read may have been lying there for long, because the process stood still. */
    boolean mayHavePaused() {
        var now = System.nanoTime();
        return now - lookedAt > PAUSE.toNanos() || now - pausedAt < PAUSE.toNanos();
    }

    private boolean isWaiting(LockSession session) {
        return queues.values().stream().anyMatch(queue -> queue.waitsOn(session));
    }

    private static void look(LockSession session) {
        try {
            session.ask(Ask.Action.NOTHING, 0);
        } catch (RuntimeException broken) {
            log.debug("Lock session {} does not answer: {}", session.backend(), broken.getMessage());
        }
    }

    private void broken(LockSession session) {
        sessions.forget(session);
        queues.values().forEach(queue -> queue.lost(session, "its session " + session.backend() + " broke"));
    }

    /** Whether nothing is held or waited for. */
    boolean isQuiet() {
        return queues.isEmpty();
    }

    /** Gives up everything, as if every session had been cut. */
    void giveUp() {
        queues.values().forEach(queue -> queue.failAll(LockUnavailableException.stopped()));
        sessions.all().forEach(session -> session.breakOff(LockUnavailableException.stopped()));
    }
}
