// SPDX-License-Identifier: Apache-2.0
package io.howdah.lock;

import io.howdah.DatabaseException;
import io.howdah.internal.db.Db;
import io.howdah.internal.db.Poolers;
import io.howdah.internal.db.SchemaName;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One session of the server that holds locks for many threads. What they ask goes out in batches: while one is under
 * way the next gathers, and one of those who wait for it sends it. Every statement is over at once, but for
 * {@link #await}, for which a session is used that holds nothing. Once broken it stays so, and everything it held is
 * lost. Thread-safe.
 */
final class LockSession {
    private static final Logger log = LoggerFactory.getLogger(LockSession.class);

    /** No statement of a batch waits for anything: an answer that takes longer will not come. */
    private static final Duration TIMEOUT = Duration.ofSeconds(3);

    private static final int MOST_ASKS = 256;

    private final Connection connection;
    private final LockStore store;
    private final LockStore.Opened opened;
    private final Consumer<LockSession> onBroken;
    private final Uninterrupted senders;
    private final ConcurrentLinkedQueue<Ask> asks = new ConcurrentLinkedQueue<>();

    /** How many have not been answered; whoever raises it from none is the first to send. */
    private final AtomicInteger unanswered = new AtomicInteger();

    /** What the server has granted. Used by the one who sends. */
    private final Set<Long> granted = new HashSet<>();

    private volatile long provenAt;
    private volatile @Nullable RuntimeException broken;

    private LockSession(Connection connection, LockStore store, LockStore.Opened opened, Origin origin) {
        this.connection = connection;
        this.store = store;
        this.opened = opened;
        this.onBroken = origin.onBroken();
        this.senders = origin.senders();
    }

    /**
     * Where sessions come from.
     *
     * @param senders who talks to the server for virtual threads
     * @param onBroken told once, by whoever notices
     */
    record Origin(DataSource direct, SchemaName schema, Uninterrupted senders, Consumer<LockSession> onBroken) {}

    static LockSession open(Origin origin) {
        Connection connection = connect(origin.direct());
        var done = false;
        try {
            connection.setAutoCommit(true);
            connection.setNetworkTimeout(Runnable::run, Math.toIntExact(TIMEOUT.toMillis()));
            if (Poolers.isBehindPooler(connection)) {
                throw LockUnavailableException.pooler();
            }
            var store = new LockStore(Db.of(connection, origin.schema()));
            var sent = System.nanoTime();
            var opened = store.open();
            if (opened.standby()) {
                throw LockUnavailableException.standby();
            }
            var session = new LockSession(connection, store, opened, origin);
            session.provenAt = sent;
            done = true;
            return session;
        } catch (SQLException failure) {
            throw DatabaseException.of(failure);
        } finally {
            if (!done) {
                abort(connection);
            }
        }
    }

    private static Connection connect(DataSource direct) {
        try {
            return direct.getConnection();
        } catch (SQLException failure) {
            throw DatabaseException.noConnection(failure);
        }
    }

    int backend() {
        return opened.backend();
    }

    String server() {
        return opened.server();
    }

    long capacity() {
        return opened.capacity();
    }

    boolean isBroken() {
        return broken != null;
    }

    /** Whether the server has been heard of since: everything that was granted was held at that time. */
    boolean isProvenWithin(Duration patience) {
        return broken == null && System.nanoTime() - provenAt < patience.toNanos();
    }

    /** A positive answer is the token of what was granted; the others are those of {@link Ask.Action}. */
    long ask(Ask.Action action, long key) {
        var mine = new Ask(action, key);
        asks.add(mine);
        if (unanswered.getAndIncrement() == 0) {
            passTurn(mine);
        }
        if (mine.awaitTurn()) {
            send(mine);
        }
        return mine.answer();
    }

    /**
     * The one whose turn it is goes first: whoever has sent has an answer. It need not be the head of the queue, where
     * those may be who are not counted yet, more of them than a batch has room for; and it may have been answered
     * before it was counted.
     */
    private void send(Ask turn) {
        var batch = new ArrayList<Ask>();
        batch.add(asks.remove(turn) ? turn : asks.remove());
        while (batch.size() < MOST_ASKS && !asks.isEmpty()) {
            batch.add(asks.remove());
        }
        try {
            exchange(batch);
        } catch (RuntimeException failure) {
            batch.forEach(ask -> ask.fail(failure));
        }
        batch.forEach(Ask::over);
        // Each is queued before it is counted: where something is left to answer, there is somebody to pass the turn
        // to.
        if (unanswered.addAndGet(-batch.size()) > 0) {
            passTurn(asks.element());
        }
    }

    private void passTurn(Ask next) {
        if (next.mayBeInterrupted()) {
            senders.begin(() -> send(next));
        } else {
            next.sendNow();
        }
    }

    private void exchange(List<Ask> batch) {
        var dead = broken;
        if (dead != null) {
            throw dead;
        }
        var sent = System.nanoTime();
        try {
            var answers = store.batch(
                    batch.stream().mapToLong(Ask::key).toArray(),
                    batch.stream().mapToInt(Ask::code).toArray());
            provenAt = sent;
            for (int i = 0; i < batch.size(); i++) {
                batch.get(i).answered(answers.get(i + 1), answers.getFirst(), granted);
            }
        } catch (DatabaseException failure) {
            if (failure.isRetryable()) {
                breakOff(failure);
                throw failure;
            }
            undo(batch, failure);
        } catch (RuntimeException failure) {
            breakOff(failure);
            throw failure;
        } catch (Error failure) {
            // No stack, no memory: nobody knows what the server has granted, and it must not stay so.
            var unknown = new IllegalStateException("whoever asked for all could not go on", failure);
            breakOff(unknown);
            throw unknown;
        }
    }

    /**
     * The server refused a batch somewhere in the middle, when its lock table was full: session locks that were granted
     * before that stay. So whatever was asked for is unlocked, granted or not, and what was to be unlocked is again.
     */
    private void undo(List<Ask> batch, DatabaseException failure) {
        var asked = batch.stream().filter(ask -> !ask.isNothing()).toList();
        try {
            store.batch(
                    asked.stream().mapToLong(Ask::key).toArray(),
                    asked.stream().mapToInt(ask -> ask.undo().code()).toArray());
        } catch (RuntimeException again) {
            breakOff(again);
            throw again;
        }
        for (var ask : batch) {
            if (ask.releases()) {
                ask.answered(Ask.RELEASED, 0, granted);
            } else {
                ask.fail(failure);
            }
        }
    }

    /**
     * Waits for a lock in the server's queue; 0 when it was not granted in time. Only for a session that holds nothing
     * and that nobody else uses.
     */
    long await(long key, LockMode mode, Duration patience) {
        try {
            connection.setNetworkTimeout(
                    Runnable::run, Math.toIntExact(patience.plus(TIMEOUT).toMillis()));
            var token = awaitOrGiveUp(key, mode, patience);
            connection.setNetworkTimeout(Runnable::run, Math.toIntExact(TIMEOUT.toMillis()));
            provenAt = System.nanoTime();
            return token;
        } catch (SQLException failure) {
            var wrapped = DatabaseException.of(failure);
            breakOff(wrapped);
            throw wrapped;
        } catch (RuntimeException failure) {
            breakOff(failure);
            throw failure;
        }
    }

    private long awaitOrGiveUp(long key, LockMode mode, Duration patience) {
        try {
            var token = store.await(key, mode, patience);
            granted.add(key);
            return token;
        } catch (DatabaseException failure) {
            if (!"55P03".equals(failure.sqlState()) && !"57014".equals(failure.sqlState())) {
                throw failure;
            }
            // It may have been granted although the server says that it was not.
            store.unlockAll();
            return 0;
        }
    }

    /** Gives the session up: what it holds is lost here, whatever the server still thinks. */
    void breakOff(RuntimeException cause) {
        synchronized (this) {
            if (broken != null) {
                return;
            }
            broken = cause;
        }
        abort(connection);
        onBroken.accept(this);
    }

    /** Frees everything and hands the connection back; it may be a pool's, so nothing must stick to it. */
    void close() {
        synchronized (this) {
            if (broken != null) {
                return;
            }
            broken = LockUnavailableException.stopped();
        }
        try {
            store.unlockAll();
            connection.close();
        } catch (RuntimeException | SQLException failure) {
            log.debug("Closing a lock session failed, it is aborted: {}", failure.getMessage());
            abort(connection);
        }
    }

    private static void abort(Connection connection) {
        try (connection) {
            connection.abort(Runnable::run);
        } catch (SQLException failure) {
            log.debug("Aborting a lock session failed: {}", failure.getMessage());
        }
    }
}
