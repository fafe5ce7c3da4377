// SPDX-License-Identifier: Apache-2.0
package io.howdah.lock;

import io.howdah.DatabaseException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The few sessions of this process that hold and wait for locks: those that everybody shares, and those that wait in
 * the server's queue and keep what they were granted. Opened when needed. Thread-safe.
 */
final class LockSessions {
    /**
     * Two: while threads of the operating system are woken by the answers of one, the other is asking. More did not
     * help when it was measured.
     */
    static final int SHARED = 2;

    /** How many keys can be waited for in the server's queue at the same time; beyond that they are tried. */
    static final int MOST_WAITING = 8;

    /** Everybody who comes while the database is away should not have to find out for themselves. */
    private static final Duration REMEMBER_FAILURE = Duration.ofMillis(250);

    private final LockSession.Origin origin;
    private final Slot[] shared = new Slot[SHARED];
    private final List<LockSession> waiting = new CopyOnWriteArrayList<>();
    private final ArrayDeque<LockSession> idle = new ArrayDeque<>();
    private int openings;
    private boolean closed;
    private volatile long capacity;

    LockSessions(LockSession.Origin origin) {
        this.origin = origin;
        for (int i = 0; i < SHARED; i++) {
            shared[i] = new Slot();
        }
    }

    /** The place of one shared session, which is opened by one thread at a time. */
    private final class Slot {
        private final ReentrantLock opening = new ReentrantLock();
        private volatile @Nullable LockSession session;
        private @Nullable DatabaseException failure;
        private long failedAt;

        LockSession session() {
            var current = session;
            return current != null && !current.isBroken() ? current : reopened();
        }

        private LockSession reopened() {
            opening.lock();
            try {
                var current = session;
                if (current != null && !current.isBroken()) {
                    return current;
                }
                if (failure != null && System.nanoTime() - failedAt < REMEMBER_FAILURE.toNanos()) {
                    throw failure;
                }
                var opened = open();
                session = opened;
                failure = null;
                return opened;
            } catch (DatabaseException failed) {
                failure = failed;
                failedAt = System.nanoTime();
                throw failed;
            } finally {
                opening.unlock();
            }
        }
    }

    /**
     * A session for whoever asks for this key. Virtual threads cost little to wake: larger batches on one session gain
     * more than a second one that asks meanwhile. A grant remembers its session, so the next may be on another.
     */
    LockSession shared(long key) {
        var place = Thread.currentThread().isVirtual() ? 0 : Long.remainderUnsigned(key, SHARED);
        return shared[(int) place].session();
    }

    /** A session of one's own to wait on; empty when all are taken. */
    Optional<LockSession> takeWaiting() {
        synchronized (idle) {
            while (!idle.isEmpty()) {
                var session = idle.pop();
                if (!session.isBroken()) {
                    return Optional.of(session);
                }
            }
            if (waiting.size() + openings >= MOST_WAITING) {
                return Optional.empty();
            }
            openings++;
        }
        try {
            var session = open();
            waiting.add(session);
            return Optional.of(session);
        } finally {
            synchronized (idle) {
                openings--;
            }
        }
    }

    /** One that holds nothing any more; the shared ones and the broken ones are not kept here. */
    void giveBack(LockSession session) {
        if (!session.isBroken() && waiting.contains(session)) {
            synchronized (idle) {
                idle.push(session);
            }
        }
    }

    void forget(LockSession broken) {
        waiting.remove(broken);
    }

    List<LockSession> all() {
        var all = new ArrayList<>(waiting);
        for (var slot : shared) {
            var session = slot.session;
            if (session != null && !session.isBroken()) {
                all.add(session);
            }
        }
        return all;
    }

    long capacity() {
        return capacity;
    }

    void open(boolean mayOpen) {
        synchronized (idle) {
            closed = !mayOpen;
        }
    }

    void close() {
        open(false);
        for (var session : all()) {
            session.close();
            waiting.remove(session);
        }
    }

    private LockSession open() {
        synchronized (idle) {
            if (closed) {
                throw LockUnavailableException.stopped();
            }
        }
        var session = origin.senders().call(() -> LockSession.open(origin));
        capacity = session.capacity();
        return session;
    }
}
