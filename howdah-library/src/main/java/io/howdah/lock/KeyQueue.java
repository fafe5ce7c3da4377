// SPDX-License-Identifier: Apache-2.0
package io.howdah.lock;

import io.howdah.DatabaseException;
import io.howdah.internal.loop.Backoff;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What this process knows of one key: who waits, first come first served, who holds, and whether somebody is talking to
 * the server about it, which is one thread at a time. It is about the number, not the name: two names with the same
 * number must not both be granted it on one session. Thread-safe.
 */
final class KeyQueue {
    private static final Logger log = LoggerFactory.getLogger(KeyQueue.class);

    /** One wait in the server's queue; after it the place there is lost once, and a dead connection is noticed. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

    private static final Backoff TRIES = Backoff.between(Duration.ofMillis(2), Duration.ofMillis(50));

    private enum Phase {
        IDLE,
        ASKING,
        WAITING,
        RELEASING
    }

    /** What has to be done next, outside the monitor, by whoever is told. */
    private enum Step {
        NOTHING,
        ASK,
        WAIT,
        RELEASE
    }

    private final SessionLocks locks;
    private final long key;
    private final ArrayDeque<Waiter> waiters = new ArrayDeque<>();
    private Phase phase = Phase.IDLE;
    private @Nullable Grant grant;
    private @Nullable LockSession waitingOn;
    private boolean gone;

    KeyQueue(SessionLocks locks, long key) {
        this.locks = locks;
        this.key = key;
    }

    long key() {
        return key;
    }

    /** False when this queue is not in use any more: there is or will be another. */
    boolean join(Waiter waiter) {
        Step step;
        synchronized (this) {
            if (gone) {
                return false;
            }
            waiters.add(waiter);
            step = settle(Step.ASK);
        }
        run(step);
        return true;
    }

    /** False when the waiter has an outcome already. */
    boolean leave(Waiter waiter) {
        Step step;
        synchronized (this) {
            if (waiter.isOver() || !waiters.remove(waiter)) {
                return false;
            }
            step = settle(Step.WAIT);
        }
        run(step);
        return true;
    }

    void release(Grant from, SessionHolding holder) {
        Step step;
        synchronized (this) {
            if (!from.remove(holder)) {
                throw new LockLostException(holder.handle().name(), "its session broke while it was released", null);
            }
            step = settle(Step.WAIT);
        }
        if (step == Step.RELEASE) {
            giveBack().ifPresent(why -> {
                throw new LockLostException(holder.handle().name(), "it was released on a broken session", why);
            });
        } else {
            run(step);
        }
    }

    synchronized void fence(Grant fenced) {
        fenced.fence();
    }

    /** Everything that was granted on this session is gone. */
    void lost(LockSession session, String why) {
        List<SessionHolding> losers;
        Step step = Step.NOTHING;
        synchronized (this) {
            var current = grant;
            if (current == null || !session.equals(current.session())) {
                return;
            }
            losers = current.holders();
            losers.forEach(current::remove);
            if (phase != Phase.RELEASING) {
                grant = null;
                step = settle(Step.WAIT);
            }
        }
        losers.forEach(holder -> {
            if (holder.handle().lose(why)) {
                locks.observer().lockLost("session", holder.handle().name().toString());
            }
        });
        run(step);
    }

    /** A wait in the server's queue for nobody is given up. */
    void stopUnwantedWait() {
        LockSession unwanted;
        synchronized (this) {
            unwanted = waiters.isEmpty() ? waitingOn : null;
        }
        if (unwanted != null) {
            unwanted.breakOff(new IllegalStateException("nobody waits for it any more"));
        }
    }

    synchronized boolean waitsOn(LockSession session) {
        return session.equals(waitingOn);
    }

    void failAll(RuntimeException failure) {
        synchronized (this) {
            waiters.forEach(waiter -> waiter.fail(failure));
            waiters.clear();
        }
    }

    /** Processes wait for what is shared here: nobody else joins, so that it ends. */
    synchronized void admitNobody() {
        if (grant != null) {
            grant.admitNobody();
        }
    }

    /** The grant that is held, for whoever looks. */
    synchronized Optional<Grant> held() {
        return Optional.ofNullable(grant).filter(Grant::isUsed);
    }

    /** Decides, in the monitor, what is next. Whoever asks for a key that is idle does the asking. */
    private Step settle(Step whenIdle) {
        var current = grant;
        if (current != null && phase == Phase.IDLE) {
            passOn(current);
        }
        if (phase != Phase.ASKING && (phase != Phase.IDLE || current != null)) {
            refuseImpatient();
        }
        if (phase != Phase.IDLE) {
            return Step.NOTHING;
        }
        if (current != null) {
            if (current.isUsed()) {
                return Step.NOTHING;
            }
            phase = Phase.RELEASING;
            return Step.RELEASE;
        }
        if (whenIdle == Step.WAIT) {
            refuseImpatient();
        }
        if (waiters.isEmpty()) {
            gone = true;
            locks.forget(this);
            return Step.NOTHING;
        }
        phase = whenIdle == Step.ASK ? Phase.ASKING : Phase.WAITING;
        return whenIdle;
    }

    private void passOn(Grant current) {
        for (var next = waiters.peek(); next != null && current.admits(next.mode()); next = waiters.peek()) {
            waiters.remove();
            var holding = new SessionHolding(this, locks.store(), current, next.name());
            current.add(holding);
            next.grant(holding.handle());
        }
    }

    private void refuseImpatient() {
        waiters.removeIf(waiter -> {
            if (!waiter.isPatient()) {
                waiter.refuse();
            }
            return !waiter.isPatient();
        });
    }

    private void run(Step step) {
        switch (step) {
            case NOTHING -> {}
            case ASK -> ask();
            case WAIT -> Thread.ofVirtual().name("lock-wait-" + key).start(this::await);
            case RELEASE -> giveBack().ifPresent(why -> log.debug("A lock nobody wanted was on a broken session", why));
        }
    }

    private void ask() {
        try {
            var mode = headMode();
            if (mode.isEmpty() || !tryOnce(mode.get())) {
                idle(Step.WAIT);
            }
        } catch (RuntimeException failure) {
            failAll(failure);
            idle(Step.WAIT);
        }
    }

    /** True when it was granted. A session that turns out to be dead is replaced: what it was asked is void. */
    private boolean tryOnce(LockMode mode) {
        for (int attempt = 1; ; attempt++) {
            var session = locks.sessions().shared(key);
            try {
                var token = session.ask(Ask.Action.tries(mode), key);
                if (token > 0) {
                    granted(session, mode, token);
                }
                return token > 0;
            } catch (DatabaseException failure) {
                if (!session.isBroken() || attempt == 2) {
                    throw failure;
                }
            }
        }
    }

    private void await() {
        try {
            for (int tries = 1; ; tries++) {
                var mode = headMode();
                if (mode.isEmpty()) {
                    break;
                }
                var own = locks.sessions().takeWaiting();
                if (own.isPresent() ? waitOn(own.get(), mode.get()) : tryAgain(mode.get(), tries)) {
                    return;
                }
            }
        } catch (RuntimeException failure) {
            failAll(failure);
        }
        idle(Step.WAIT);
    }

    /** True when it was granted. */
    private boolean waitOn(LockSession session, LockMode mode) {
        if (!isWanted(session)) {
            return false;
        }
        var token = awaitUnlessUnwanted(session, mode);
        if (token > 0) {
            granted(session, mode, token);
            return true;
        }
        locks.sessions().giveBack(session);
        return false;
    }

    private long awaitUnlessUnwanted(LockSession session, LockMode mode) {
        try {
            var token = session.await(key, mode, patience());
            if (token > 0 && locks.mayHavePaused()) {
                session.ask(Ask.Action.NOTHING, key);
            }
            return token;
        } catch (RuntimeException failure) {
            if (headMode().isEmpty()) {
                log.debug("A wait was given up: {}", failure.getMessage());
                return 0;
            }
            throw failure;
        } finally {
            synchronized (this) {
                waitingOn = null;
            }
        }
    }

    /** Those who wait may have left while the session was opened. */
    private boolean isWanted(LockSession session) {
        synchronized (this) {
            if (!waiters.isEmpty()) {
                waitingOn = session;
                return true;
            }
        }
        locks.sessions().giveBack(session);
        return false;
    }

    /** For want of a session to wait on. True when it was granted. */
    private boolean tryAgain(LockMode mode, int tries) {
        TRIES.pause(tries);
        return tryOnce(mode);
    }

    private synchronized Optional<LockMode> headMode() {
        return Optional.ofNullable(waiters.peek()).map(Waiter::mode);
    }

    private synchronized Duration patience() {
        var longest = waiters.stream().mapToLong(Waiter::nanosLeft).max().orElse(0);
        return Duration.ofNanos(Math.clamp(longest, 1_000_000, LONGEST_WAIT.toNanos()));
    }

    private void granted(LockSession session, LockMode mode, long token) {
        Step step;
        synchronized (this) {
            phase = Phase.IDLE;
            grant = new Grant(session, mode, token);
            step = settle(Step.WAIT);
        }
        if (session.isBroken()) {
            // It broke before anybody could find the grant here.
            lost(session, "its session broke");
        }
        run(step);
    }

    private void idle(Step whenWanted) {
        Step step;
        synchronized (this) {
            phase = Phase.IDLE;
            step = settle(whenWanted);
        }
        run(step);
    }

    /** Gives the grant back to the server; what went wrong, if it did, means that it was not held until now. */
    private Optional<RuntimeException> giveBack() {
        Grant given;
        synchronized (this) {
            given = grant;
        }
        if (given == null) {
            throw new IllegalStateException("nothing to give back for key " + key);
        }
        RuntimeException problem = null;
        try {
            var answer = given.session().ask(Ask.Action.unlocks(given.mode()), key);
            if (answer != Ask.RELEASED) {
                problem = new IllegalStateException(
                        "the server says that session " + given.session().backend() + " did not hold key " + key);
            }
        } catch (RuntimeException failure) {
            problem = failure;
        }
        locks.sessions().giveBack(given.session());
        synchronized (this) {
            grant = null;
        }
        idle(Step.WAIT);
        return Optional.ofNullable(problem);
    }
}
