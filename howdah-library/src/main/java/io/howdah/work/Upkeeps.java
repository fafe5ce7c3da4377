// SPDX-License-Identifier: Apache-2.0
package io.howdah.work;

import io.howdah.internal.Platform;
import io.howdah.internal.loop.Loop;
import io.howdah.internal.loop.Next;
import io.howdah.internal.member.Upkeep;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** What is done in the background so that work keeps flowing, whether or not this process has workers. */
final class Upkeeps {
    private static final Duration CLEAN_EVERY = Duration.ofMinutes(1);
    private static final Duration ANALYZE_EVERY = Duration.ofHours(1);
    private static final int DAYS_AHEAD = 7;
    private static final Duration KEEP = Duration.ofDays(7);

    private final Platform platform;
    private final Consumer<String> signal;

    /** @param signal called with each queue that has something new */
    Upkeeps(Platform platform, Consumer<String> signal) {
        this.platform = platform;
        this.signal = signal;
    }

    List<Loop> loops() {
        var store = new WorkUpkeepStore(platform.db().bounded());
        var sweeper = new Sweeper(store, signal, () -> platform.wakeups().signal(WorkEngine.ENDED)).loop();
        platform.wakeups().subscribe(WorkEngine.CANCELLATIONS, sweeper::wake);
        var own = Stream.of(
                new Promoter(store, signal).loop(),
                new Expirer(store, signal).loop(),
                sweeper,
                Rescuer.loop(platform, signal),
                cleaner(),
                analyzer());
        return Stream.concat(own, Reindexer.loops(platform).stream()).toList();
    }

    private Loop cleaner() {
        return Upkeep.loop("work-cleaner", CLEAN_EVERY, platform.db(), platform.membership(), transaction -> {
            var upkeep = new WorkUpkeepStore(transaction);
            upkeep.partitions(DAYS_AHEAD, KEEP);
            upkeep.expireKeys();
            upkeep.unreleaseOrphaned();
            return Next.ON_INTERVAL;
        });
    }

    private Loop analyzer() {
        return Upkeep.loop("work-analyzer", ANALYZE_EVERY, platform.db(), platform.membership(), transaction -> {
            new WorkUpkeepStore(transaction).analyze();
            return Next.ON_INTERVAL;
        });
    }
}
