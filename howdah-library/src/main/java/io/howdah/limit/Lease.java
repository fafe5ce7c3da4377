// SPDX-License-Identifier: Apache-2.0
package io.howdah.limit;

import io.howdah.limit.Decision.Source;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Tokens of one key that were taken ahead, until they expire. Thread-safe. */
final class Lease {
    /** How much more the next lease wants when this one did not suffice. */
    private static final int GROWTH = 4;

    private final AtomicLong left;
    private final long wanted;
    private final long end;
    private final Verdict verdict;
    private final AtomicBoolean isRenewed = new AtomicBoolean();

    Lease(long wanted, long end, Verdict verdict) {
        this.left = new AtomicLong(verdict.extra());
        this.wanted = wanted;
        this.end = end;
        this.verdict = verdict;
    }

    @Nullable
    Granted take(Check check) {
        var cost = check.cost();
        for (var tokens = left.get(); tokens >= cost; tokens = left.get()) {
            if (left.compareAndSet(tokens, tokens - cost)) {
                var rest = verdict.withRoom(verdict.room() + tokens - cost);
                // Looked at last: a thread that was held up must not use what has expired meanwhile.
                return hasEnded() ? null : new Granted(check, rest, Source.LEASE, () -> giveBack(cost));
            }
        }
        return null;
    }

    private boolean giveBack(long tokens) {
        left.addAndGet(tokens);
        return !hasEnded();
    }

    boolean hasEnded() {
        return System.nanoTime() - end >= 0;
    }

    /**
     * What the next lease should have, asked for once: more if this one did not last, less if most of it was for
     * nothing.
     */
    long renew(long most) {
        if (!isRenewed.compareAndSet(false, true)) {
            return 0;
        }
        if (!hasEnded()) {
            return Math.min(most, Math.max(1, wanted * GROWTH));
        }
        return left.get() > wanted / 2 ? wanted / 2 : wanted;
    }

    void renewalFailed() {
        isRenewed.set(false);
    }
}
