// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import io.howdah.log.GroupStore.Held;
import io.howdah.log.Handling.Failed;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/** Handles the units of a batch side by side, except that those with a common key follow each other. */
final class Lanes {
    private final Held held;
    private final Handling handling;
    private final GroupStore groups;
    private final Semaphore free;

    Lanes(Held held, Handling handling, GroupStore groups, int lanes) {
        this.held = held;
        this.handling = handling;
        this.groups = groups;
        this.free = new Semaphore(lanes);
    }

    /** The units that were handled; what failed is not among them. Each is written down as done with its effect. */
    Set<Long> handle(List<EventUnit> units) throws InterruptedException {
        Set<Long> done = ConcurrentHashMap.newKeySet();
        var tasks = new ArrayList<Callable<Boolean>>();
        for (var chain : Chains.of(units)) {
            tasks.add(() -> done.addAll(handleChain(chain)));
        }
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var ended : threads.invokeAll(tasks)) {
                ended.get();
            }
        } catch (ExecutionException failure) {
            throw failure.getCause() instanceof RuntimeException known
                    ? known
                    : new IllegalStateException("a lane broke", failure.getCause());
        }
        return done;
    }

    private List<Long> handleChain(List<EventUnit> chain) throws InterruptedException {
        free.acquire();
        try {
            var units = chain.stream().map(EventUnit::first).toList();
            handling.run(
                    held,
                    chain,
                    transaction -> groups.on(transaction)
                            .laneDone(
                                    held,
                                    units.stream().mapToLong(Long::longValue).toArray()));
            return units;
        } catch (Failed failure) {
            return List.of();
        } finally {
            free.release();
        }
    }
}
