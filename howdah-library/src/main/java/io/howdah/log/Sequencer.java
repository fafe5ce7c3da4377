// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import io.howdah.internal.loop.Loop;
import io.howdah.internal.loop.Next;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Numbers what has been committed. Every process does it: whoever has the lock does it for all, in one statement, so
 * there is no leader to lose.
 */
final class Sequencer {
    private static final Logger log = LoggerFactory.getLogger(Sequencer.class);
    private static final int MOST = 20_000;

    /** Whoever appends says so; this is for those who cannot. */
    private static final Duration POLL = Duration.ofMillis(50);

    private static final long CHECK_NANOS = Duration.ofSeconds(1).toNanos();

    private final SequenceStore store;
    private final Handover handover;
    private final Consumer<List<Integer>> news;
    private final Loop loop = Loop.every(POLL, "log-sequencer", this::run);
    private final Pauses pauses = new Pauses();
    private long nextRun = System.nanoTime();
    private long lastCheck = System.nanoTime();
    private boolean failed = true;

    /** The last run had nothing to do. */
    private boolean idle;

    private OptionalInt newSlice = OptionalInt.empty();

    /** @param news is told which partitions have something new */
    Sequencer(SequenceStore store, Handover handover, Consumer<List<Integer>> news) {
        this.store = store;
        this.handover = handover;
        this.news = news;
    }

    Loop loop() {
        return loop;
    }

    private Next run() {
        LockSupport.parkNanos(nextRun - System.nanoTime());
        var began = System.nanoTime();
        // A failure may mean that this is another server now: until a run has succeeded, the check is due.
        var check = failed || System.nanoTime() - lastCheck >= CHECK_NANOS;
        failed = true;
        var waiting = handover.waiting();
        var run = store.sequence(MOST, check, idle, waiting.parts());
        failed = false;
        idle = run.events() == 0 && !run.more();
        lastCheck = check ? System.nanoTime() : lastCheck;
        waiting.give(run.numbered());
        news.accept(run.parts());
        var ended = System.nanoTime();
        nextRun = ended + pauses.after(run.events(), began, ended);
        if (run.needsResync()) {
            return resync();
        }
        return run.more() ? Next.NOW : Next.ON_INTERVAL;
    }

    /** In two transactions, for a new slice counts at once and for good. */
    private Next resync() {
        if (newSlice.isEmpty()) {
            log.warn("The database was restored into a cluster with other transaction ids; numbering begins anew");
            newSlice = OptionalInt.of(store.roll());
        }
        if (!store.resync(newSlice.getAsInt())) {
            log.warn("Numbering waits for transactions that have appended and are still open");
            return Next.in(POLL);
        }
        newSlice = OptionalInt.empty();
        return Next.NOW;
    }
}
