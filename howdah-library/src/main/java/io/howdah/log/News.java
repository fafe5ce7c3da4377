// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import io.howdah.internal.db.Wakeups;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/**
 * Tells readers that a partition has something new. Those in this process are woken for the partition itself; others
 * are told the topic only, so that a stream of events does not become a stream of notifications. Thread-safe.
 */
final class News {
    private final Wakeups wakeups;
    private final TopicStore topics;
    private final Map<Integer, List<Runnable>> readers = new ConcurrentHashMap<>();

    News(Wakeups wakeups, TopicStore topics) {
        this.wakeups = wakeups;
        this.topics = topics;
    }

    /** Runs the waker, which must be quick, whenever the partition may have something new. */
    Wakeups.Subscription subscribe(int topic, int part, Runnable waker) {
        // A runnable of its own, so that two subscriptions of one waker are two.
        Runnable entry = () -> waker.run();
        var there = readers.computeIfAbsent(part, id -> new CopyOnWriteArrayList<>());
        there.add(entry);
        var fromOthers = wakeups.subscribe(signal(topic), entry);
        return () -> {
            there.remove(entry);
            fromOthers.close();
        };
    }

    void tell(Collection<Integer> parts) {
        parts.forEach(part -> readers.getOrDefault(part, List.of()).forEach(Runnable::run));
        parts.stream()
                .map(topics::topicOf)
                .collect(Collectors.toSet())
                .forEach(topic -> wakeups.signalOthers(signal(topic)));
    }

    /** For what will be there when somebody else's transaction commits. */
    void tellSoon(int topic) {
        wakeups.signalSoon(signal(topic));
    }

    private static String signal(int topic) {
        return "log:" + topic;
    }
}
