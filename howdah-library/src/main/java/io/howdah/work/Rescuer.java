// SPDX-License-Identifier: Apache-2.0
package io.howdah.work;

import io.howdah.Observer;
import io.howdah.internal.Platform;
import io.howdah.internal.db.Db;
import io.howdah.internal.loop.Loop;
import io.howdah.internal.loop.Next;
import io.howdah.internal.member.Upkeep;
import java.time.Duration;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Gives back what members had when they died or left. */
final class Rescuer {
    private static final Logger log = LoggerFactory.getLogger(Rescuer.class);
    private static final Duration LOOK_EVERY = Duration.ofSeconds(2);
    private static final int BATCH = 1_000;

    private final Consumer<String> signal;
    private final Observer observer;

    private Rescuer(Consumer<String> signal, Observer observer) {
        this.signal = signal;
        this.observer = observer;
    }

    static Loop loop(Platform platform, Consumer<String> signal) {
        return Upkeep.loop(
                "work-rescuer",
                LOOK_EVERY,
                platform.db(),
                platform.membership(),
                new Rescuer(signal, platform.observer())::rescue);
    }

    private Next rescue(Db transaction) {
        var store = new WorkUpkeepStore(transaction);
        var next = Next.ON_INTERVAL;
        for (var gone : store.unreleased()) {
            for (var moved = store.release(gone, BATCH); !moved.isEmpty(); moved = store.release(gone, BATCH)) {
                for (var queue : moved) {
                    log.warn(
                            "{} pieces of work of queue {} are given back: {}",
                            queue.count(),
                            queue.queue(),
                            gone.reason());
                    observer.givenBack(queue.queue(), queue.count());
                    signal.accept(queue.queue());
                }
            }
            store.released(gone);
            next = Next.NOW;
        }
        return next;
    }
}
