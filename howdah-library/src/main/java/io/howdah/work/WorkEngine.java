// SPDX-License-Identifier: Apache-2.0
package io.howdah.work;

import io.howdah.LoopState;
import io.howdah.internal.Platform;
import io.howdah.internal.db.Db;
import io.howdah.internal.loop.Background;
import io.howdah.internal.loop.Loop;
import io.howdah.internal.loop.Next;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/** Adds work, has it done by handlers in this process, and ends it. Thread-safe. */
public final class WorkEngine implements Background {
    private static final Workers.Size DEFAULT_SIZE = new Workers.Size(50, Workers.MOST_AHEAD);

    /** Rows per statement when many are added: a megabyte or so of small payloads. */
    private static final int BATCH = 5_000;

    private static final Duration WATCH_EVERY = Duration.ofMillis(200);
    private static final Duration LOOK_AT_SETTINGS_EVERY = Duration.ofSeconds(2);

    /** Signalled when somebody does not want work any more. */
    static final String CANCELLATIONS = "work-cancelled";

    /** Signalled when a queue has got its first key or another limit. */
    public static final String SETTINGS = "work-settings";

    /** Signalled when work has ended that was added to be watched. */
    public static final String ENDED = "work-ended";

    /** For clients that know a queue by its name only: {@code select howdah.wake('work')}. */
    private static final String ANYTHING = "work";

    private final Platform platform;
    private final CatalogStore catalog;
    private final AddStore adds;
    private final Adder adder;
    private final CopyStore copies;
    private final WorkStore store;
    private final CancelStore cancels;
    private final LimitStore limits;
    private final Attempts attempts = new Attempts();
    private final Bursts bursts;
    private final Finisher finisher;
    private final Deliveries deliveries;
    private final Map<String, Workers> workers = new ConcurrentHashMap<>();
    private final Map<String, Workers.Size> sizes = new ConcurrentHashMap<>();
    private final Loop watch = Loop.every(WATCH_EVERY, "work-watch", this::watch);
    private final Loop settings = Loop.every(LOOK_AT_SETTINGS_EVERY, "work-settings", this::applySettings);
    private volatile boolean started;

    public WorkEngine(Platform platform) {
        this.platform = platform;
        this.catalog = new CatalogStore(platform.db(), () -> platform.wakeups().signal(SETTINGS));
        this.adds = new AddStore(platform.db(), catalog);
        this.adder = new Adder(adds);
        this.copies = new CopyStore(platform.db(), catalog);
        this.store = new WorkStore(platform.db(), catalog);
        this.cancels = new CancelStore(platform.db());
        this.limits = new LimitStore(platform.db(), catalog);
        this.bursts = new Bursts(platform.db(), catalog);
        this.finisher = new Finisher(
                store, bursts, () -> started || platform.membership().id().isPresent());
        this.deliveries = new Deliveries(platform, store, limits, catalog);
        platform.membership().onLost(member -> workers.values().forEach(one -> one.lost(member)));
        platform.wakeups().subscribe(CANCELLATIONS, watch::wake);
        platform.wakeups().subscribe(SETTINGS, settings::wake);
        platform.wakeups().subscribe(ANYTHING, () -> workers.values().forEach(Workers::wake));
        var backgrounds = platform.backgrounds();
        new Upkeeps(platform, this::signal).loops().forEach(backgrounds::register);
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
        wakeSoon(work.queue());
        return added;
    }

    /** Adds work in a transaction of ours; whoever commits it signals the queue afterwards. */
    public Added add(Db transaction, NewWork work) {
        return adds.on(transaction).add(work);
    }

    /** Adds many in the transaction that the calling thread is in, or else in one of our own: all of them or none. */
    public List<Long> addAll(List<NewWork> works) {
        var current = platform.transaction().connection();
        if (current.isPresent()) {
            var joined = addAll(adds.on(platform.db().on(current.get())), works);
            platform.transaction().afterCommit(() -> queues(works).forEach(this::signal));
            return joined;
        }
        adds.learnNames(works);
        var ids = platform.db().tx(transaction -> addAll(adds.on(transaction), works));
        queues(works).forEach(this::signal);
        return ids;
    }

    public List<Long> addAll(Connection connection, List<NewWork> works) {
        var ids = addAll(adds.on(platform.db().on(connection)), works);
        queues(works).forEach(this::wakeSoon);
        return ids;
    }

    /** Adds very many by COPY in one transaction of its own; the answer is how many there were. */
    public long copy(Iterator<NewWork> works) {
        var begun = new AtomicBoolean();
        var copied = platform.db().tx(transaction -> {
            if (begun.getAndSet(true)) {
                // What was taken from it before is gone: a second try would enqueue the rest and call that all.
                throw new IllegalStateException("the database rolled back what was copied; nothing was enqueued, and it"
                        + " has to begin anew");
            }
            return copies.on(transaction).copy(works);
        });
        copied.queues().forEach(this::signal);
        return copied.count();
    }

    public long copy(Connection connection, Iterator<NewWork> works) {
        var copied = copies.on(platform.db().on(connection)).copy(works);
        copied.queues().forEach(this::wakeSoon);
        return copied.count();
    }

    /** Adds many in a transaction of ours that somebody else commits, and then says {@link #wake}. */
    public List<Long> addAll(Db transaction, List<NewWork> works) {
        return addAll(adds.on(transaction), works);
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
        CatalogStore.require("queue", queue);
        CatalogStore.require("type", kind);
        attempts.handle(queue, kind, handler);
        if (started) {
            workers(queue).start();
        }
    }

    /** How many pieces of work of a queue this process does at the same time; said before the first handler. */
    public void concurrency(String queue, int most) {
        size(queue, most, Workers.MOST_AHEAD);
    }

    /** As above, and how many more are held so as to have the next at hand. */
    public void concurrency(String queue, int most, int prefetch) {
        Limits.require("prefetch", prefetch, 0, Workers.MOST_AHEAD);
        size(queue, most, most + prefetch);
    }

    private void size(String queue, int most, int ahead) {
        Limits.require("concurrency", most, 1, Limits.MOST_WORKERS);
        if (workers.containsKey(queue)) {
            throw new IllegalStateException("workers of queue " + queue + " have been started already");
        }
        sizes.put(queue, new Workers.Size(most, ahead));
    }

    /** Ends an attempt in the caller's transaction; false if it was not held any more, and then nothing was changed. */
    public boolean endIn(Connection connection, Work work, End end) {
        if (work.watched()) {
            platform.wakeups().signalSoon(ENDED);
        }
        var transaction = platform.db().on(connection);
        bursts.lease(transaction, work);
        return !store.on(transaction).end(List.of(Ending.of(work.fence(), end))).isEmpty();
    }

    /** What this process has claimed as bursts. */
    public Bursts bursts() {
        return bursts;
    }

    /** Keeps work from running, or interrupts it; false when it has ended or never was. */
    public boolean cancel(long id, String reason) {
        var cancelled = cancels.cancel(id, reason);
        if (cancelled) {
            platform.wakeups().signal(CANCELLATIONS);
            platform.wakeups().signal(ENDED);
        }
        return cancelled;
    }

    /** Keeps many from running in one transaction; the answer is how many had not ended. */
    public int cancelAll(List<Long> ids, String reason) {
        var cancelled = cancels.cancelAll(ids, reason);
        platform.wakeups().signal(CANCELLATIONS);
        platform.wakeups().signal(ENDED);
        return cancelled;
    }

    /** There is something in the queue that was not added here. */
    public void wake(String queue) {
        platform.wakeups().signal(topic(catalog.queue(queue)));
    }

    /** There will be something in the queue, which was added here, when somebody commits. */
    public void wakeSoon(String queue) {
        catalog.knownQueue(queue).ifPresent(number -> platform.wakeups().signalSoon(topic(number)));
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

    /** Work that whoever asks holds for a time, instead of a member until it dies. */
    public Deliveries deliveries() {
        return deliveries;
    }

    /**
     * Tells every process that there is something in the queue, which was added here. The number of a queue that a
     * caller's own transaction has made is not known yet: whoever looks by the clock finds what is in it.
     */
    public void signal(String queue) {
        catalog.knownQueue(queue).ifPresent(number -> platform.wakeups().signal(topic(number)));
    }

    private static String topic(int queue) {
        return "work:" + queue;
    }

    private Workers workers(String queue) {
        return workers.computeIfAbsent(queue, name -> {
            var made = new Workers(
                    name,
                    sizes.getOrDefault(name, DEFAULT_SIZE),
                    new Workers.Surroundings(
                            store,
                            platform.membership(),
                            finisher,
                            bursts,
                            attempts,
                            () -> platform.wakeups().signal(ENDED),
                            platform.observer()),
                    () -> signal(name));
            platform.wakeups().subscribe(topic(catalog.queue(name)), made::wake);
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
            one.settle();
            var held = one.heldIds();
            if (!held.isEmpty()) {
                one.drop(cancels.marks(held));
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
        deliveries.stop();
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
