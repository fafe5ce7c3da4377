// SPDX-License-Identifier: Apache-2.0
package io.howdah.lock;

import io.howdah.Tracing.Kind;
import io.howdah.internal.Platform;
import io.howdah.internal.trace.Traces;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.Lock;
import javax.sql.DataSource;

/**
 * Locks between processes. Thread-safe.
 *
 * <p><b>Session locks</b> ({@code tryAcquire}, {@code acquire}) are held by sessions of their own, a few for all locks
 * of this process, and are free the moment it dies. <b>Leases</b> ({@code tryLease}, {@code lease}) are rows that
 * expire unless they are renewed: for minutes and hours, and where a pooler is in between. <b>Transaction locks</b>
 * ({@code inTransaction}) end with your transaction. Session and transaction locks of the same name exclude each other;
 * leases are a world of their own. None is re-entrant, but for the view that says so.
 *
 * <p>Session locks and leases are watched in the background: the Howdah must be started.
 */
public final class Locks {
    private static final Duration LONGEST_WAIT = Duration.ofDays(1);
    private static final Duration SHORTEST_HOLD = Duration.ofMillis(1);
    private static final Duration LONGEST_HOLD = Duration.ofDays(7);
    private static final Duration TRANSACTION_WAIT = Duration.ofMinutes(1);
    private static final int LONGEST_OWNER = 200;
    private static final int MOST_AT_ONCE = 1000;
    private static final int MOST_LISTED = 10_000;

    private final LockStore store;
    private final LockLife life;
    private final Traces traces;

    /** Made by {@link io.howdah.Howdah}. */
    public Locks(Platform platform, DataSource direct) {
        this.store = new LockStore(platform.db());
        this.life = new LockLife(platform, direct);
        this.traces = platform.traces();
        platform.backgrounds().register(life);
    }

    /** An exclusive session lock, if it is free now. */
    public Optional<LockHandle> tryAcquire(LockName name) {
        return tryAcquire(name, LockMode.EXCLUSIVE);
    }

    /**
     * A session lock, if it is free now.
     *
     * @throws LockUnavailableException behind a transaction pooler, beyond the limit, or when not started
     */
    public Optional<LockHandle> tryAcquire(LockName name, LockMode mode) {
        return life.sessions().tryAcquire(name, mode);
    }

    /** An exclusive session lock, waited for. */
    public LockHandle acquire(LockName name, Duration timeout) throws InterruptedException {
        return acquire(name, LockMode.EXCLUSIVE, timeout);
    }

    /**
     * A session lock, waited for: first come, first served within this process, and nearly so between processes.
     *
     * @param timeout up to 1 day
     * @throws LockTimeoutException if it was not free in time
     * @throws LockUnavailableException behind a transaction pooler, beyond the limit, or when not started
     */
    public LockHandle acquire(LockName name, LockMode mode, Duration timeout) throws InterruptedException {
        requireWait(timeout);
        return waiting(name, () -> life.sessions().acquire(name, mode, timeout));
    }

    /**
     * Several exclusive session locks, all or none. They are acquired in the order of their numbers, the same
     * everywhere, so that two who want some of the same cannot wait for each other.
     *
     * @throws LockTimeoutException if one was not free in time
     */
    public LockSet acquireAll(Collection<LockName> names, Duration timeout) throws InterruptedException {
        requireWait(timeout);
        if (names.isEmpty() || names.size() > MOST_AT_ONCE) {
            throw new IllegalArgumentException("acquireAll takes 1 to " + MOST_AT_ONCE + " names: " + names.size());
        }
        var deadline = System.nanoTime() + timeout.toNanos();
        var ordered = names.stream()
                .distinct()
                .sorted(Comparator.comparingLong(LockName::key))
                .toList();
        var handles = new ArrayList<LockHandle>();
        var done = false;
        try {
            for (var name : ordered) {
                var left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
                handles.add(acquire(name, left));
            }
            done = true;
            return new LockSet(handles);
        } finally {
            if (!done) {
                new LockSet(handles).close();
            }
        }
    }

    /** Waits as long as it may take, and then as {@link #withLock(LockName, Duration, Duration, LockedWork)}. */
    public <T> T withLock(LockName name, Duration maxHold, LockedWork<T> work) throws Exception {
        return withLock(name, LONGEST_WAIT, maxHold, work);
    }

    /**
     * Does the work under an exclusive session lock. When it takes longer than allowed, or the lock is lost, it is
     * interrupted; the lock is released when it has really ended.
     *
     * @throws LockTimeoutException if the lock was not free in time: the work has not begun
     * @throws LockOverrunException if the work was interrupted at the limit
     * @throws LockLostException if the lock was lost meanwhile
     */
    public <T> T withLock(LockName name, Duration wait, Duration maxHold, LockedWork<T> work) throws Exception {
        LeaseOptions.require("maxHold", maxHold, SHORTEST_HOLD, LONGEST_HOLD);
        return HoldLimit.run(acquire(name, wait), maxHold, work);
    }

    /** A view for code that wants a {@link Lock}: not re-entrant, without conditions. Share one between threads. */
    public Lock view(LockName name) {
        return new LockView(life.sessions(), name, false);
    }

    /** As {@link #view}, and a thread that has locked it may lock it again. */
    public Lock reentrantView(LockName name) {
        return new LockView(life.sessions(), name, true);
    }

    /** A lease, if it is free now. */
    public Optional<LockHandle> tryLease(LockName name, LeaseOptions options) {
        return life.leases().tryAcquire(name, options).handle();
    }

    /**
     * A lease, waited for.
     *
     * @param timeout up to 1 day
     * @throws LockTimeoutException if it was not free in time
     */
    public LockHandle lease(LockName name, LeaseOptions options, Duration timeout) throws InterruptedException {
        requireWait(timeout);
        return waiting(name, () -> life.waits().acquire(name, options, timeout));
    }

    /**
     * Does the work under a lease, as {@link #withLock(LockName, Duration, Duration, LockedWork)} does under a session
     * lock.
     *
     * @throws LockTimeoutException if it was not free in time: the work has not begun
     * @throws LockOverrunException if the work was interrupted at the limit
     * @throws LockLostException if the lease was lost meanwhile
     */
    public <T> T withLease(LockName name, LeaseOptions options, Duration wait, Duration maxHold, LockedWork<T> work)
            throws Exception {
        LeaseOptions.require("maxHold", maxHold, SHORTEST_HOLD, LONGEST_HOLD);
        return HoldLimit.run(lease(name, options, wait), maxHold, work);
    }

    /**
     * A lease for somebody else, such as a client that asks over HTTP, if it is free now. This process neither renews
     * nor watches it: whoever has its token does. Needs no start.
     *
     * @param owner who holds it, as people see it: 1 to 200 characters
     */
    public LeaseAnswer tryLeaseFor(String owner, LockName name, LeaseOptions options) {
        if (owner.isBlank() || owner.length() > LONGEST_OWNER) {
            throw new IllegalArgumentException("the owner of a lease has 1 to 200 characters: \"" + owner + "\"");
        }
        return life.leases().tryAcquireFor(owner, name, options);
    }

    /**
     * Lets a lease last for this long from now, by its token: for those who hold it for somebody else, such as a client
     * that asks over HTTP.
     *
     * @throws LockLostException if no lease of this name is held with this token
     */
    public void renewLease(LockName name, long token, Duration ttl) {
        LeaseOptions.standard().ttl(ttl);
        life.leases().renew(name, token, ttl);
    }

    /**
     * Ties a transaction to a lease by its token, as {@link LockHandle#fence} does: it fails, now, if no lease of this
     * name is held with this token, and otherwise nobody else is granted it until the transaction has ended.
     *
     * @throws LockLostException if it is not held: roll back
     */
    public void fenceLease(Connection transaction, LockName name, long token) {
        Fences.requireTransaction(transaction);
        life.leases().fence(transaction, name, token);
    }

    /**
     * Releases a lease by its token.
     *
     * @throws LockLostException if no lease of this name is held with this token
     */
    public void releaseLease(LockName name, long token) {
        life.leases().release(name, token);
    }

    /**
     * The lock until your transaction ends, waited for up to a minute; the answer is its token.
     *
     * @throws LockTimeoutException if it was not free in time; the transaction goes on
     */
    public long inTransaction(Connection transaction, LockName name) {
        return inTransaction(transaction, name, TRANSACTION_WAIT);
    }

    /**
     * The lock until your transaction ends; the answer is its token.
     *
     * @throws LockTimeoutException if it was not free in time; the transaction goes on
     */
    public long inTransaction(Connection transaction, LockName name, Duration timeout) {
        requireWait(timeout);
        Fences.requireTransaction(transaction);
        return store.on(transaction)
                .inTransaction(name, timeout)
                .orElseThrow(() -> new LockTimeoutException(name, timeout));
    }

    /** The lock until your transaction ends, if it is free now; the answer is its token. */
    public OptionalLong tryInTransaction(Connection transaction, LockName name) {
        Fences.requireTransaction(transaction);
        return store.on(transaction).tryInTransaction(name);
    }

    /** Stands for election, on a lease of that name, until it is closed. */
    public Candidacy campaign(LockName name, LeaseOptions options, LeaderListener listener) {
        return Candidacy.begin(name, options, listener, life);
    }

    /** Who holds what, oldest first. Session locks are seen a second or two after they were acquired. */
    public List<LockHolder> listHolders(int limit) {
        if (limit < 1 || limit > MOST_LISTED) {
            throw new IllegalArgumentException("limit must be from 1 to " + MOST_LISTED + ": " + limit);
        }
        return store.holders(Optional.empty(), limit);
    }

    /** Who holds this one, and what else they would lose if it were taken from them by force. */
    public List<LockHolder> findHolders(LockName name) {
        return store.holders(Optional.of(name), MOST_LISTED);
    }

    /**
     * Takes a lock from its holders, and writes down who did that and why. A session lock is taken by ending the whole
     * session that holds it: the answer names what else was lost with it. Look with {@link #findHolders} first.
     */
    public List<ForcedRelease> forceRelease(LockName name, String actor, String reason) {
        if (actor.isBlank() || actor.length() > 200 || reason.isBlank() || reason.length() > 2000) {
            throw new IllegalArgumentException(
                    "a forced release wants an actor of 1 to 200 characters and a reason of 1 to 2000");
        }
        return store.force(name, actor, reason);
    }

    /** How much of its share of the server's lock table this process uses. */
    public LockUsage usage() {
        var sessions = life.sessions();
        return new LockUsage(
                sessions.queues().size(),
                sessions.limit(),
                sessions.sessions().capacity(),
                sessions.sessions().all().size(),
                life.leases().size());
    }

    private static void requireWait(Duration timeout) {
        LeaseOptions.require("timeout", timeout, Duration.ZERO, LONGEST_WAIT);
    }

    /** For those who trace: how long it took to get it. */
    private LockHandle waiting(LockName name, Traces.Traced<LockHandle, InterruptedException> work)
            throws InterruptedException {
        return traces.within(Kind.LOCK, name.namespace(), List.of(), work);
    }
}
