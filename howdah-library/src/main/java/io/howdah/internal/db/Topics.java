// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.db;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Who waits for what in this process. Thread-safe. */
final class Topics {
    private final Map<String, List<Runnable>> wakers = new ConcurrentHashMap<>();

    Wakeups.Subscription subscribe(String topic, Runnable waker) {
        // A runnable of its own, so that two subscriptions of one waker are two.
        Runnable entry = () -> waker.run();
        wakers.computeIfAbsent(topic, name -> new CopyOnWriteArrayList<>()).add(entry);
        return () -> wakers.computeIfPresent(topic, (name, entries) -> {
            entries.remove(entry);
            return entries.isEmpty() ? null : entries;
        });
    }

    void wake(String topic) {
        wakers.getOrDefault(topic, List.of()).forEach(Runnable::run);
    }

    void wakeAll() {
        wakers.values().forEach(entries -> entries.forEach(Runnable::run));
    }
}
