// SPDX-License-Identifier: Apache-2.0
package io.howdah.work;

import io.howdah.LoopState;
import io.howdah.internal.Platform;
import io.howdah.internal.loop.Background;
import io.howdah.internal.loop.Loop;
import io.howdah.internal.loop.Next;
import io.howdah.internal.member.Upkeep;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** Adds work, has it done by handlers in this process, and ends it. Thread-safe. */
public final class WorkEngine implements Background {
    private static final int DEFAULT_CONCURRENCY = 50;

    /** Rows per statement when many are added: a megabyte or so of small payloads. */
    private static final int BATCH = 5_000;

    private static final Duration WATCH_EVERY = Duration.ofMillis(200);
    private static final Duration LOOK_AT_SETTINGS_EVERY = Duration.ofSeconds(2);
    private static final Duration CLEAN_EVERY = Duration.ofMinutes(1);
    private static final int DAYS_AHEAD = 14;
    private static final Duration KEEP = Duration.ofDays(7);
    private static final String CANCELLATIONS = "work-cancelled";
    private static final String SETTINGS = "work-settings";

    /** For clients that know a queue by its name only: {@code select howdah.wake('work')}. */
    private static final String ANYTHING = "work";

    private final Platform platform;
    private final CatalogStore catalog;
    private final AddStore adds;
    private final Adder adder;
    private final WorkStore store;
    private final LimitStore limits;
    private final Attempts attempts = new Attempts();
    private final Finisher finisher;
    private final Map<String, Workers> workers = new ConcurrentHashMap<>();
    private final Map<String, Integer> concurrency = new ConcurrentHashMap<>();
    private final Loop watch = Loop.every(WATCH_EVERY, "work-watch", this::watch);
    private final Loop settings = Loop.every(LOOK_AT_SETTINGS_EVERY, "work-settings", this::applySettings);
    private volatile boolean started;

    public WorkEngine(Platform platform) {
        this.platform = platform;
        this.catalog = new CatalogStore(platform.db());
        this.adds = new AddStore(platform.db(), catalog);
        this.adder = new Adder(adds);
        this.store = new WorkStore(platform.db(), catalog);
        this.limits = new LimitStore(platform.db(), catalog);
        this.finisher = new Finisher(store);
        catalog.onGateOpened(() -> platform.wakeups().signal(SETTINGS));
        platform.membership().onLost(member -> workers.values().forEach(one -> one.lost(member)));
        platform.wakeups().subscribe(CANCELLATIONS, watch::wake);
        platform.wakeups().subscribe(SETTINGS, settings::wake);
        platform.wakeups().subscribe(ANYTHING, () -> workers.values().forEach(Workers::wake));
        var backgrounds = platform.backgrounds();
        backgrounds.register(new Promoter(new WorkUpkeepStore(platform.db()), this::signal).loop());
        backgrounds.register(Rescuer.loop(platform, this::signal));
        backgrounds.register(
                Upkeep.loop("work-cleaner", CLEAN_EVERY, platform.db(), platform.membership(), transaction -> {
                    var upkeep = new WorkUpkeepStore(transaction);
                    upkeep.partitions(DAYS_AHEAD, KEEP);
                    upkeep.expireKeys();
                    upkeep.unreleaseOrphaned();
                }));
        backgrounds.register(this);
    }

    /**
     * Adds work in the transaction that the calling thread is in, or else in one of our own, together with that of
     * other threads.
     */
    public Added add(NewWork work) {
        var current = platform.transaction().connection();
        if (current.isPresent()) {
            var joined = adds.on(platform.db().on(current.get())).add(work);
            platform.transaction().afterCommit(() -> signal(work.queue()));
            return joined;
        }
        var added = adder.add(work);
        signal(work.queue());
        return added;
    }

    /** Adds work in the caller's transaction: it exists if and when that commits. */
    public Added add(Connection connection, NewWork work) {
        var added = adds.on(platform.db().on(connection)).add(work);
        platform.wakeups().signalSoon(topic(work.queue()));
        return added;
    }

    /** Adds many in the transaction that the calling thread is in, or else in one of our own: all of them or none. */
    public List<Long> addAll(List<NewWork> works) {
        var current = platform.transaction().connection();
        if (current.isPresent()) {
            var joined = addAll(adds.on(platform.db().on(current.get())), works);
            platform.transaction().afterCommit(() -> queues(works).forEach(this::signal));
            return joined;
        }
        var ids = platform.db().tx(transaction -> addAll(adds.on(transaction), works));
        queues(works).forEach(this::signal);
        return ids;
    }

    public List<Long> addAll(Connection connection, List<NewWork> works) {
        var ids = addAll(adds.on(platform.db().on(connection)), works);
        queues(works).forEach(queue -> platform.wakeups().signalSoon(topic(queue)));
        return ids;
    }

    private static List<Long> addAll(AddStore store, List<NewWork> works) {
        if (works.stream().anyMatch(work -> work.uniqueness().isPresent())) {
            return works.stream().map(work -> store.add(work).id()).toList();
        }
        var ids = new ArrayList<Long>(works.size());
        for (int from = 0; from < works.size(); from += BATCH) {
            ids.addAll(store.addAll(works.subList(from, Math.min(works.size(), from + BATCH))));
        }
        return ids;
    }

    private static Stream<String> queues(List<NewWork> works) {
        return works.stream().map(NewWork::queue).distinct();
    }

    /** Has this process do work of that kind in that queue, from its start on. */
    public void handle(String queue, String kind, WorkHandler handler) {
        attempts.handle(queue, kind, handler);
        if (started) {
            workers(queue).start();
        }
    }

    /** How many pieces of work of a queue this process does at the same time; said before the first handler. */
    public void concurrency(String queue, int most) {
        Limits.require("concurrency", most, 1, Limits.MOST_WORKERS);
        if (workers.containsKey(queue)) {
            throw new IllegalStateException("workers of queue " + queue + " have been started already");
        }
        concurrency.put(queue, most);
    }

    /** Ends an attempt in the caller's transaction; false if it was not held any more, and then nothing was changed. */
    public boolean endIn(Connection connection, Work work, End end) {
        return !store.on(platform.db().on(connection))
                .end(List.of(new WorkStore.Ending(work, end)))
                .isEmpty();
    }

    /** Keeps work from running, or interrupts it; false when it has ended or never was. */
    public boolean cancel(long id, String reason) {
        var cancelled = store.cancel(id, reason);
        if (cancelled) {
            platform.wakeups().signal(CANCELLATIONS);
        }
        return cancelled;
    }

    /** What the queue allows, in all processes, from now on. */
    public void limit(String queue, Limits limits) {
        this.limits.limit(queue, limits);
        platform.wakeups().signal(SETTINGS);
        signal(queue);
    }

    /** Nothing of the queue begins any more, in no process; false when it was paused already. */
    public boolean pause(String queue) {
        return limits.pause(queue);
    }

    /** False when the queue was not paused. */
    public boolean resume(String queue) {
        var resumed = limits.resume(queue);
        signal(queue);
        return resumed;
    }

    private void signal(String queue) {
        platform.wakeups().signal(topic(queue));
    }

    private String topic(String queue) {
        return "work:" + catalog.queue(queue);
    }

    private Workers workers(String queue) {
        return workers.computeIfAbsent(queue, name -> {
            var made = new Workers(
                    name,
                    concurrency.getOrDefault(name, DEFAULT_CONCURRENCY),
                    new Workers.Surroundings(store, platform.membership(), finisher, attempts),
                    () -> signal(name));
            platform.wakeups().subscribe(topic(name), made::wake);
            settings.wake();
            return made;
        });
    }

    private Next applySettings() {
        for (var setting : limits.settings(List.copyOf(workers.keySet()))) {
            var those = workers.get(setting.queue());
            if (those != null) {
                those.apply(setting);
            }
        }
        return Next.ON_INTERVAL;
    }

    /** Interrupts what has run for too long, and what somebody does not want any more. */
    private Next watch() {
        for (var one : workers.values()) {
            one.interrupt(Running.Reason.TIMEOUT, Running::isOverdue);
            var running = one.runningIds();
            if (!running.isEmpty()) {
                var unwanted = store.cancelled(running);
                one.interrupt(
                        Running.Reason.CANCELLED,
                        two -> unwanted.contains(two.work().id()));
            }
        }
        return Next.ON_INTERVAL;
    }

    @Override
    public String name() {
        return "work";
    }

    @Override
    public void start() {
        started = true;
        finisher.start();
        watch.start();
        settings.start();
        attempts.queues().forEach(queue -> workers(queue).start());
    }

    @Override
    public void quiesce() {
        started = false;
        watch.quiesce();
        settings.quiesce();
        workers.values().forEach(Workers::quiesce);
    }

    @Override
    public boolean awaitQuiet(Duration limit) throws InterruptedException {
        var deadline = System.nanoTime() + limit.toNanos();
        for (var one : workers.values()) {
            if (!one.awaitQuiet(deadline)) {
                return false;
            }
        }
        finisher.stop();
        return settings.awaitQuiet(limit) && watch.awaitQuiet(limit);
    }

    @Override
    public void interrupt() {
        workers.values().forEach(one -> one.interrupt(Running.Reason.STOPPING, two -> true));
    }

    /** Does everything that is ready, in the calling thread. */
    @Override
    public Next runOnce() throws Exception {
        var more = false;
        finisher.start();
        attempts.queues().forEach(this::workers);
        applySettings();
        try {
            for (var queue : attempts.queues()) {
                more |= workers(queue).drain();
            }
        } finally {
            if (!started) {
                finisher.stop();
            }
        }
        return more ? Next.NOW : Next.ON_INTERVAL;
    }

    @Override
    public List<LoopState> states() {
        return Stream.concat(
                        Stream.of(watch, settings), workers.values().stream().map(Workers::claimer))
                .map(Loop::state)
                .toList();
    }
}
