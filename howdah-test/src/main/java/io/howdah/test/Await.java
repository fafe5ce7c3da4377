// SPDX-License-Identifier: Apache-2.0
package io.howdah.test;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A wait for a named condition with a cap, in place of a sleep.
 *
 * <p>The condition is looked at once at the start, then every few milliseconds, and a last time when the cap is
 * reached. What it throws counts as "not yet" and is shown if the cap is reached; a condition that blocks is not
 * interrupted. Every method throws {@link AssertionError} when the cap is reached or the thread is interrupted.
 */
public final class Await {
    private static final Capped DEFAULT = new Capped(Duration.ofSeconds(30));
    private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private Await() {}

    /** Waits at most 30 s until the condition is true. */
    public static void until(String what, Callable<Boolean> condition) {
        DEFAULT.until(what, condition);
    }

    /** Waits at most 30 s until the source yields a value, and returns it. */
    public static <T> T value(String what, Callable<Optional<T>> source) {
        return DEFAULT.value(what, source);
    }

    /** A wait with another cap than 30 s. */
    public static Capped within(Duration cap) {
        if (cap.isNegative()) {
            throw new IllegalArgumentException("The cap of a wait must not be negative, but it is " + cap + ".");
        }
        return new Capped(cap);
    }

    /** A wait with a cap of its own. Immutable, safe to share between threads. */
    public static final class Capped {
        private final Duration cap;

        private Capped(Duration cap) {
            this.cap = cap;
        }

        /** Waits until the condition is true. */
        public void until(String what, Callable<Boolean> condition) {
            value(what, () -> condition.call() ? Optional.of(true) : Optional.empty());
        }

        /** Waits until the source yields a value, and returns it. */
        public <T> T value(String what, Callable<Optional<T>> source) {
            long start = System.nanoTime();
            long pause = FIRST_PAUSE_NANOS;
            Throwable lastThrown = null;
            while (true) {
                // Read before the look, so that a look always happens after the cap has passed.
                long remaining = cap.toNanos() - (System.nanoTime() - start);
                try {
                    Optional<T> found = source.call();
                    if (found.isPresent()) {
                        return found.get();
                    }
                } catch (InterruptedException interrupt) {
                    throw interrupted(what, interrupt);
                } catch (Exception | AssertionError notYet) {
                    lastThrown = notYet;
                }
                if (remaining <= 0) {
                    throw capReached(what, lastThrown);
                }
                pause(what, Math.min(pause, remaining));
                pause = Math.min(pause * 2, LONGEST_PAUSE_NANOS);
            }
        }

        private AssertionError capReached(String what, @Nullable Throwable lastThrown) {
            String message = "Waited " + cap.toMillis() + " ms for: " + what + ". It did not come true";
            return lastThrown == null
                    ? new AssertionError(message + ".")
                    : new AssertionError(message + "; the last exception was " + lastThrown, lastThrown);
        }

        private static void pause(String what, long nanos) {
            try {
                TimeUnit.NANOSECONDS.sleep(nanos);
            } catch (InterruptedException interrupt) {
                throw interrupted(what, interrupt);
            }
        }

        private static AssertionError interrupted(String what, InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            return new AssertionError("Interrupted while waiting for: " + what + ".", interrupt);
        }
    }
}
