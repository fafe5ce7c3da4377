// SPDX-License-Identifier: Apache-2.0
package io.howdah.lock;

import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** What one thread asks of a lock session, and whether it is its turn to send for all. */
final class Ask {
    static final long BUSY = 0;
    static final long RELEASED = -1;

    /** The codes are those of {@code howdah.lock_batch}. */
    enum Action {
        NOTHING(0),
        TRY(1),
        TRY_SHARED(2),
        UNLOCK(3),
        UNLOCK_SHARED(4);

        private final int code;

        Action(int code) {
            this.code = code;
        }

        static Action tries(LockMode mode) {
            return mode == LockMode.SHARED ? TRY_SHARED : TRY;
        }

        static Action unlocks(LockMode mode) {
            return mode == LockMode.SHARED ? UNLOCK_SHARED : UNLOCK;
        }

        int code() {
            return code;
        }
    }

    private enum Turn {
        WAIT,
        SEND,
        OVER
    }

    private final Action action;
    private final long key;
    private final Thread caller = Thread.currentThread();
    private long answer;
    private @Nullable RuntimeException failure;

    /** Written last by the sender and read first by the caller, which makes the answer visible. */
    private volatile Turn turn = Turn.WAIT;

    Ask(Action action, long key) {
        this.action = action;
        this.key = key;
    }

    long key() {
        return key;
    }

    int code() {
        return action.code();
    }

    boolean isNothing() {
        return action == Action.NOTHING;
    }

    boolean releases() {
        return action == Action.UNLOCK || action == Action.UNLOCK_SHARED;
    }

    /** What takes back a grant of this, or repeats a release. */
    Action undo() {
        return action == Action.TRY_SHARED || action == Action.UNLOCK_SHARED ? Action.UNLOCK_SHARED : Action.UNLOCK;
    }

    /** Whether an interrupt of the caller would close the socket that all share. */
    boolean mayBeInterrupted() {
        return caller.isVirtual();
    }

    void sendNow() {
        turn = Turn.SEND;
        LockSupport.unpark(caller);
    }

    void answered(long code, long token, Set<Long> granted) {
        if (action == Action.TRY || action == Action.TRY_SHARED) {
            answer = code == 1 ? token : BUSY;
            if (code == 1) {
                granted.add(key);
            }
        } else {
            answer = code;
            if (releases()) {
                granted.remove(key);
            }
        }
    }

    void fail(RuntimeException failure) {
        this.failure = failure;
    }

    void over() {
        turn = Turn.OVER;
        LockSupport.unpark(caller);
    }

    /** True when it is this one's turn to send. An interrupt does not end the wait, which is short, and stays set. */
    boolean awaitTurn() {
        var interrupted = false;
        while (turn == Turn.WAIT) {
            LockSupport.park(this);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return turn == Turn.SEND;
    }

    long answer() {
        if (failure != null) {
            throw failure;
        }
        return answer;
    }
}
