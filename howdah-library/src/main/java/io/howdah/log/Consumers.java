// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import io.howdah.LoopState;
import io.howdah.internal.loop.Background;
import io.howdah.internal.loop.Next;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** The groups that this process reads for. One that is added while it runs begins at once. Thread-safe. */
final class Consumers implements Background {
    private final Map<String, GroupConsumer> consumers = new ConcurrentHashMap<>();
    private boolean started;

    synchronized void add(String name, Supplier<GroupConsumer> made) {
        if (consumers.containsKey(name)) {
            throw new IllegalStateException("there is a handler for " + name + " in this process already");
        }
        var consumer = made.get();
        consumers.put(name, consumer);
        if (started) {
            consumer.start();
        }
    }

    @Override
    public String name() {
        return "log";
    }

    @Override
    public synchronized void start() {
        started = true;
        consumers.values().forEach(GroupConsumer::start);
    }

    @Override
    public synchronized void quiesce() {
        started = false;
        consumers.values().forEach(GroupConsumer::quiesce);
    }

    @Override
    public boolean awaitQuiet(Duration limit) throws InterruptedException {
        var deadline = System.nanoTime() + limit.toNanos();
        var quiet = true;
        for (var consumer : consumers.values()) {
            quiet &= consumer.awaitQuiet(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
        }
        return quiet;
    }

    @Override
    public void interrupt() {
        consumers.values().forEach(GroupConsumer::interrupt);
    }

    @Override
    public Next runOnce() throws Exception {
        var more = false;
        for (var consumer : consumers.values()) {
            more |= consumer.runOnce().isNow();
        }
        return more ? Next.NOW : Next.ON_INTERVAL;
    }

    @Override
    public List<LoopState> states() {
        return consumers.values().stream()
                .flatMap(consumer -> consumer.states().stream())
                .toList();
    }
}
