// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.db;

import java.time.Duration;

/**
 * Whether another process may be listening. Each says so when it begins, whenever another one begins, and every few
 * seconds; whoever hears nobody for a while is alone. Like all signals a hint. Thread-safe.
 */
final class Neighbours {
    /** What a process says that begins, and what others answer. */
    static final String WHO_IS_THERE = "?";

    static final String HERE = "!";

    static final Duration SAY_EVERY = Duration.ofSeconds(10);

    private static final long REMEMBERED = SAY_EVERY.multipliedBy(3).toNanos();
    private static final long ANSWERED_WITHIN = Duration.ofSeconds(1).toNanos();

    private boolean listening;

    /** Until when somebody is taken to be there. */
    private long until = System.nanoTime();

    /** We hear from now on, or no more. Who does not hear does not know. */
    synchronized void listening(boolean begins) {
        takeToBeThere(ANSWERED_WITHIN);
        listening = begins;
    }

    /** Another one listens; signals alone do not say so. */
    synchronized void heard() {
        takeToBeThere(REMEMBERED);
    }

    synchronized boolean mayBeThere() {
        return !listening || until - System.nanoTime() > 0;
    }

    private void takeToBeThere(long nanos) {
        var then = System.nanoTime() + nanos;
        until = then - until > 0 ? then : until;
    }
}
