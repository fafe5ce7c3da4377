// SPDX-License-Identifier: Apache-2.0
package io.howdah.limit;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a process knows of a policy's keys by itself, and how it learns that. Thread-safe. */
sealed interface Mode permits Exact, Leased, Approximate {
    static Mode of(RateLimit policy) {
        return switch (policy.mode()) {
            case EXACT -> new Exact();
            case LEASED -> new Leased(policy);
            case APPROXIMATE -> new Approximate(policy.unwritten());
        };
    }

    /** The answer, if the database need not be asked. */
    @Nullable
    Decision local(Check check);

    /** The same for a check that has waited for its turn, while others have learned something. */
    @Nullable
    Decision settle(Check check);

    /** Adds to a line that is about to be sent what the process wants or owes. */
    void load(Line line);

    /** What {@link #load} added did not arrive. */
    void unload(Line line);

    void learn(Line line, Verdict verdict, long sentAt);

    /** The key has got tokens back: what was denied may be granted. */
    void refunded(String key);

    /** The key was reset: what is known of it is no longer so. */
    void forget(String key);

    /** What is owed for keys that nobody asks about any more. */
    List<Line> debts();
}
