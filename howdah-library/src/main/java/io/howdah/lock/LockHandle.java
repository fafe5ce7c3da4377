// SPDX-License-Identifier: Apache-2.0
package io.howdah.lock;

import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A lock that was granted, until it is closed or lost. Thread-safe; it belongs to whoever has it, not to a thread.
 *
 * <p>It is lost when the session that holds it is cut, terminated or failed over, when a lease could not be renewed in
 * time, or when somebody took it away by force. Nobody can be certain to hold a lock at this very moment: what must not
 * happen after a loss is put in a transaction that is {@link #fence fenced}, or carries the {@link #token} to somewhere
 * that refuses smaller ones.
 */
public final class LockHandle implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(LockHandle.class);

    private enum State {
        HELD,
        RELEASED,
        LOST
    }

    /** What stands behind a handle. */
    interface Holding {
        /** Whether it is proven, by what was heard lately, that it is still held. */
        boolean isProven();

        /** Gives it back, or throws {@link LockLostException}. */
        void release();

        /** Makes the transaction fail, or keeps everybody else from being granted the lock until it has ended. */
        void fence(Connection transaction);

        /** Makes the transaction fail on the server, so that it cannot commit even if what is thrown is swallowed. */
        LockLostException refuse(Connection transaction, String why);
    }

    private final LockName name;
    private final long token;
    private final Holding holding;
    private final List<Consumer<String>> listeners = new ArrayList<>();
    private volatile State state = State.HELD;
    private @Nullable String whyLost;

    LockHandle(LockName name, long token, Holding holding) {
        this.name = name;
        this.token = token;
        this.holding = holding;
    }

    public LockName name() {
        return name;
    }

    /** A number larger than that of every holder before, and smaller than that of every holder after, of this name. */
    public long token() {
        return token;
    }

    /**
     * Whether the lock is held, as far as this process can know without asking anybody: false once it was released, was
     * lost, or has not been confirmed for too long. Judged by a monotonic clock.
     */
    public boolean isHeld() {
        return state == State.HELD && holding.isProven();
    }

    /**
     * Calls back, with the reason, when the lock is lost; at once if it is already. Never when it is released. The
     * callback runs on a thread of its own.
     */
    public LockHandle onLost(Consumer<String> callback) {
        synchronized (listeners) {
            if (whyLost == null) {
                listeners.add(callback);
                return this;
            }
        }
        tell(callback, whyLost);
        return this;
    }

    /**
     * Ties a transaction to this lock: if anybody else has been granted it since, the transaction fails, now, and
     * cannot commit; if not, nobody else is granted it until the transaction has ended. Call it in the transaction,
     * before or after what is to be protected; keep the rest of the transaction short, for others wait for it. What is
     * rolled back to a savepoint from before this call is not fenced any more.
     *
     * @throws LockLostException if the lock is not held any more: roll back
     */
    public void fence(Connection transaction) {
        Fences.requireTransaction(transaction);
        if (state != State.HELD) {
            throw holding.refuse(transaction, whyNotHeld());
        }
        holding.fence(transaction);
        if (state != State.HELD) {
            throw holding.refuse(transaction, whyNotHeld());
        }
    }

    /** Throws {@link LockLostException} unless {@link #isHeld}. */
    public void requireHeld() {
        if (!isHeld()) {
            throw new LockLostException(name, whyNotHeld(), null);
        }
    }

    /**
     * Releases the lock. The second time it does nothing.
     *
     * @throws LockLostException if it was lost before, so that what was done may have overlapped with another holder
     */
    @Override
    public void close() {
        synchronized (listeners) {
            if (state == State.RELEASED) {
                return;
            }
            if (state == State.LOST) {
                state = State.RELEASED;
                throw new LockLostException(name, String.valueOf(whyLost), null);
            }
            state = State.RELEASED;
        }
        holding.release();
    }

    /** False when it had been released or lost before. */
    boolean lose(String why) {
        List<Consumer<String>> callbacks;
        synchronized (listeners) {
            if (state != State.HELD) {
                return false;
            }
            state = State.LOST;
            whyLost = why;
            callbacks = List.copyOf(listeners);
        }
        log.warn("Lock {} with token {} is lost: {}", name, token, why);
        callbacks.forEach(callback -> tell(callback, why));
        return true;
    }

    boolean isOpen() {
        return state == State.HELD;
    }

    private String whyNotHeld() {
        synchronized (listeners) {
            return Optional.ofNullable(whyLost)
                    .orElse(state == State.RELEASED ? "it was released" : "it has not been confirmed for too long");
        }
    }

    private void tell(Consumer<String> callback, String why) {
        Thread.ofVirtual().name("lock-lost-" + name).start(() -> {
            try {
                callback.accept(why);
            } catch (RuntimeException failure) {
                log.warn("A callback failed that was told of the loss of lock {}", name, failure);
            }
        });
    }

    @Override
    public String toString() {
        return name + " token " + token + " " + state;
    }
}
