// SPDX-License-Identifier: Apache-2.0
package io.howdah.limit;

import io.howdah.limit.Decision.Source;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a process may still hand out of one key, and what it has handed out without writing it down. What is spent since
 * the room was last seen, written or not, never exceeds what may be left unwritten. Thread-safe.
 */
final class Estimate {
    private static final long WRITE_EVERY = Duration.ofMillis(100).toNanos();

    private long budget;
    private long spent;
    private long learnedAt;
    private boolean asking;
    private Verdict verdict = Verdict.NONE;

    Estimate(long now) {
        this.learnedAt = now;
    }

    /** Nothing when the budget does not suffice, and now and then for one caller, who then asks for all. */
    synchronized @Nullable Granted take(Check check) {
        if (!asking && System.nanoTime() - learnedAt > WRITE_EVERY) {
            asking = true;
            return null;
        }
        var cost = check.cost();
        if (budget < cost) {
            return null;
        }
        budget -= cost;
        spent += cost;
        var rest = verdict.withRoom(Math.max(0, verdict.room() - spent));
        return new Granted(check, rest, Source.ESTIMATE, () -> giveBack(cost));
    }

    private synchronized boolean giveBack(long tokens) {
        var unwritten = Math.min(tokens, spent);
        spent -= unwritten;
        budget += unwritten;
        return unwritten > 0;
    }

    /** What is to be written; it is owed no more. */
    synchronized long settle() {
        var owed = spent;
        spent = 0;
        return owed;
    }

    synchronized void settlingFailed(long owed, long now) {
        spent += owed;
        asking = false;
        learnedAt = now;
    }

    /** Whatever was spent while the question was under way, the database does not know of. */
    synchronized void learn(Verdict seen, long unwritten, long now) {
        verdict = seen;
        budget = Math.max(0, Math.min(unwritten, seen.room()) - spent);
        asking = false;
        learnedAt = now;
    }

    synchronized boolean isIdle(long now) {
        return !asking && now - learnedAt > 10 * WRITE_EVERY;
    }

    synchronized boolean owesNothing() {
        return spent == 0;
    }
}
