// SPDX-License-Identifier: Apache-2.0
package io.howdah.lock;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A key that the server has granted to one of our sessions, and who holds it here by turns. Guarded by its queue.
 *
 * <p>A lock is passed from thread to thread without asking the server, but not for long: other processes wait there.
 * The tokens of those turns are the grant's own plus their number, for which the sequence leaves ten bits.
 */
final class Grant {
    private static final int MOST_TURNS = 64;
    private static final int MOST_SHARED_TURNS = 1000;
    private static final long LONGEST_NANOS = Duration.ofMillis(20).toNanos();

    private final LockSession session;
    private final LockMode mode;
    private final long token;
    private final long since = System.nanoTime();
    private final Set<SessionHolding> holders = new LinkedHashSet<>();
    private int turns;
    private boolean fenced;
    private boolean closed;

    Grant(LockSession session, LockMode mode, long token) {
        this.session = session;
        this.mode = mode;
        this.token = token;
    }

    LockSession session() {
        return session;
    }

    LockMode mode() {
        return mode;
    }

    long token() {
        return token;
    }

    Duration age() {
        return Duration.ofNanos(System.nanoTime() - since);
    }

    boolean isUsed() {
        return !holders.isEmpty();
    }

    boolean admits(LockMode wanted) {
        return wanted == mode && !session.isBroken() && (turns == 0 || mayBePassedOn());
    }

    private boolean mayBePassedOn() {
        if (mode == LockMode.SHARED) {
            return !closed && turns < MOST_SHARED_TURNS;
        }
        // A transaction that was fenced by a former holder may still be open: only the server knows when it has ended.
        return holders.isEmpty() && !fenced && turns < MOST_TURNS && System.nanoTime() - since < LONGEST_NANOS;
    }

    void admitNobody() {
        closed = true;
    }

    long nextToken() {
        return token + turns++;
    }

    void add(SessionHolding holder) {
        holders.add(holder);
    }

    boolean remove(SessionHolding holder) {
        return holders.remove(holder);
    }

    void fence() {
        fenced = true;
    }

    List<SessionHolding> holders() {
        return List.copyOf(holders);
    }
}
