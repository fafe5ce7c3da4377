// SPDX-License-Identifier: Apache-2.0
package io.howdah.work;

import io.howdah.internal.loop.Loop;
import io.howdah.internal.loop.Next;
import java.time.Duration;
import java.util.function.Consumer;

/** Moves work that has come due to where it can be claimed. Every member does it; none waits for another. */
final class Promoter {
    private static final int BATCH = 1_000;

    /** How late work may be that another process has deferred. */
    private static final Duration LOOK_EVERY = Duration.ofMillis(500);

    private final WorkUpkeepStore store;
    private final Consumer<String> signal;

    Promoter(WorkUpkeepStore store, Consumer<String> signal) {
        this.store = store;
        this.signal = signal;
    }

    Loop loop() {
        return Loop.every(LOOK_EVERY, "work-promoter", this::promote).unhurried();
    }

    private Next promote() {
        var moved = store.promote(BATCH);
        moved.forEach(queue -> signal.accept(queue.queue()));
        if (!moved.isEmpty()) {
            return Next.NOW;
        }
        return store.nextDue()
                .filter(wait -> wait.compareTo(LOOK_EVERY) < 0)
                .map(Next::in)
                .orElse(Next.ON_INTERVAL);
    }
}
