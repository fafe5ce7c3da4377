// SPDX-License-Identifier: Apache-2.0
package io.howdah.work;

import io.howdah.internal.loop.Loop;
import io.howdah.internal.loop.Next;
import java.time.Duration;
import java.util.function.Consumer;

/** Ends what somebody has cancelled before anybody claimed it. Every member does it; none waits for another. */
final class Sweeper {
    private static final int BATCH = 1_000;

    /** How late the end may be of what another process has cancelled. */
    private static final Duration LOOK_EVERY = Duration.ofSeconds(2);

    private final WorkUpkeepStore store;
    private final Consumer<String> signal;
    private final Runnable ended;

    /**
     * @param signal called with each queue that something was taken from: what was behind it may begin
     * @param ended called when something has ended
     */
    Sweeper(WorkUpkeepStore store, Consumer<String> signal, Runnable ended) {
        this.store = store;
        this.signal = signal;
        this.ended = ended;
    }

    Loop loop() {
        return Loop.every(LOOK_EVERY, "work-sweeper", this::sweep).unhurried();
    }

    private Next sweep() {
        var swept = store.sweep(BATCH);
        if (swept.isEmpty()) {
            return Next.ON_INTERVAL;
        }
        swept.forEach(queue -> signal.accept(queue.queue()));
        ended.run();
        return Next.NOW;
    }
}
