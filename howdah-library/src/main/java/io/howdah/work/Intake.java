// SPDX-License-Identifier: Apache-2.0
package io.howdah.work;

import io.howdah.work.WorkStore.Claimed;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Takes work of one queue: lets in what waits for its key or the queue's limits, where there are any, and claims what
 * is ready. Used by one thread at a time.
 */
final class Intake {
    static final int LEVELS = 10;

    private final String queue;
    private final WorkStore store;
    private final Cursor ready = new Cursor(LEVELS);
    private final Cursor inbox = new Cursor(1);
    private volatile boolean gated;

    /**
     * What was taken.
     *
     * @param more there is more to be let in at once
     * @param pause when the queue's rate allows the next one
     */
    record Taken(List<Claimed> rows, boolean more, Optional<Duration> pause) {}

    Intake(String queue, WorkStore store) {
        this.queue = queue;
        this.store = store;
    }

    boolean isGated() {
        return gated;
    }

    /** Whether the queue has keys or limits. */
    void gated(boolean gated) {
        this.gated = gated;
    }

    Taken take(Collection<String> kinds, int most, Holder holder) {
        var after = ready.after();
        var more = false;
        var pause = Optional.<Duration>empty();
        if (gated) {
            var admission = store.admit(queue, kinds, after, inbox.after()[0], most);
            admission.lastSeq().ifPresent(seq -> inbox.passed(0, seq));
            inbox.done();
            more = admission.more();
            // A rate that allows one at once is no reason to look at once when there is none.
            pause = admission.pause().filter(Duration::isPositive);
        }
        var rows = store.claim(queue, kinds, after, most, holder);
        rows.forEach(row -> ready.passed(row.work().priority(), row.seq()));
        ready.done();
        if (rows.size() == most) {
            ready.moreAhead();
        }
        return new Taken(rows, more, pause);
    }

    /** The next time looks at everything. */
    void restart() {
        ready.restart();
        inbox.restart();
    }
}
