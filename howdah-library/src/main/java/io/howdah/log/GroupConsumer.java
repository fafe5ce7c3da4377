// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import io.howdah.LoopState;
import io.howdah.internal.Platform;
import io.howdah.internal.loop.Background;
import io.howdah.internal.loop.Loop;
import io.howdah.internal.loop.Next;
import io.howdah.log.GroupStore.Held;
import io.howdah.log.GroupStore.Lease;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads for a group in this process: holds its share of the partitions, takes more when members leave, gives back when
 * they join. Nobody else has to stop for that. Thread-safe.
 */
final class GroupConsumer implements Background {
    private static final Duration REBALANCE_EVERY = Duration.ofSeconds(1);

    private final Platform platform;
    private final TopicStore.Known topic;
    private final String group;
    private final int groupId;
    private final GroupOptions options;
    private final EventHandler handler;
    private final GroupStore groups;
    private final Mover mover;
    private final GroupStore upkeep;
    private final PartitionReader.Surroundings shared;
    private final Loop coordinator;
    private final Map<Integer, PartitionWorker> workers = new ConcurrentHashMap<>();
    private volatile boolean started;
    private @Nullable UUID member;

    /** Who reads what. */
    record Subject(TopicStore.Known topic, String group, GroupOptions options, EventHandler handler) {}

    GroupConsumer(Platform platform, News news, Handover handover, Subject subject) {
        this.platform = platform;
        this.topic = subject.topic();
        this.group = subject.group();
        this.options = subject.options();
        this.handler = subject.handler();
        this.groups = new GroupStore(platform.db());
        this.mover = new Mover(platform.db());
        this.upkeep = new GroupStore(platform.db().bounded());
        this.groupId = groups.group(topic.id(), group, options);
        this.shared = new PartitionReader.Surroundings(
                groups,
                new ParkStore(platform.db()),
                new ReadStore(platform.db(), platform.codec()),
                handover,
                options);
        this.coordinator = Loop.every(REBALANCE_EVERY, name(), this::rebalance);
        platform.membership().onLost(lost -> workers.values().forEach(PartitionWorker::lose));
        topic.parts().forEach(part -> {
            int id = Math.toIntExact(part);
            news.subscribe(topic.id(), id, () -> wake(id));
        });
        platform.wakeups().subscribe(EventLog.groupSignal(groupId), this::groupChanged);
    }

    private void wake(int part) {
        var worker = workers.get(part);
        if (worker != null) {
            worker.wake();
        }
    }

    private void groupChanged() {
        workers.values().forEach(PartitionWorker::reload);
        coordinator.wake();
    }

    private Next rebalance() {
        var alive = platform.membership().id();
        if (alive.isEmpty()) {
            return Next.ON_INTERVAL;
        }
        if (!alive.get().equals(member)) {
            workers.values().forEach(PartitionWorker::lose);
            workers.clear();
            member = alive.get();
        }
        workers.values().forEach(worker -> worker.watch(options.trying().timeout()));
        workers.values().removeIf(PartitionWorker::isEnded);
        var leases = new HashMap<Integer, Lease>();
        upkeep.rebalance(groupId, alive.get()).forEach(lease -> leases.put(lease.part(), lease));
        drop(leases);
        var before = workers.size();
        leases.values().forEach(lease -> keep(lease, alive.get()));
        if (workers.size() > before) {
            // Others may now have more than their share.
            platform.wakeups().signal(EventLog.groupSignal(groupId));
        }
        return Next.ON_INTERVAL;
    }

    private void drop(Map<Integer, Lease> leases) {
        workers.forEach((part, worker) -> {
            var lease = leases.get(part);
            if (lease == null || lease.generation() != worker.generation()) {
                worker.lose();
                workers.remove(part);
            }
        });
    }

    private void keep(Lease lease, UUID me) {
        if (lease.stopped()) {
            return;
        }
        var worker = workers.computeIfAbsent(lease.part(), part -> worker(lease, me));
        worker.pause(lease.paused());
        if (lease.surplus()) {
            worker.retire();
        }
        if (started) {
            worker.start();
        }
    }

    private PartitionWorker worker(Lease lease, UUID me) {
        var held = new Held(groupId, lease.part(), lease.generation(), me);
        var part = new PartRef(lease.part(), topic.parts().indexOf((long) lease.part()));
        var source = new EventBatch.Source(topic.topic(), group, part);
        var handling = new Handling(mover, source, options, handler, platform.observer());
        return new PartitionWorker(
                held, new PartitionReader(held, source, shared, handling), handling, groups, this::partitionGone);
    }

    private void partitionGone() {
        platform.wakeups().signal(EventLog.groupSignal(groupId));
    }

    @Override
    public String name() {
        return "log-" + topic.topic().name() + "-" + group;
    }

    @Override
    public void start() {
        started = true;
        coordinator.start();
        workers.values().forEach(PartitionWorker::start);
    }

    @Override
    public void quiesce() {
        started = false;
        coordinator.quiesce();
        workers.values().forEach(PartitionWorker::retire);
    }

    @Override
    public boolean awaitQuiet(Duration limit) throws InterruptedException {
        var deadline = System.nanoTime() + limit.toNanos();
        if (!coordinator.awaitQuiet(limit)) {
            return false;
        }
        // One that was made while we were closing.
        workers.values().forEach(PartitionWorker::retire);
        for (var worker : workers.values()) {
            if (!worker.awaitEnd(deadline)) {
                return false;
            }
        }
        leave();
        return true;
    }

    private void leave() {
        var leaving = member;
        member = null;
        workers.values().forEach(PartitionWorker::discard);
        workers.clear();
        if (leaving != null) {
            groups.leave(groupId, leaving);
            platform.wakeups().signal(EventLog.groupSignal(groupId));
        }
    }

    @Override
    public void interrupt() {
        coordinator.interrupt();
        workers.values().forEach(PartitionWorker::interrupt);
    }

    /** Claims, and handles a batch of every partition, in the calling thread. */
    @Override
    public Next runOnce() throws Exception {
        coordinator.runOnce();
        var more = false;
        for (var worker : List.copyOf(workers.values())) {
            more |= worker.step() != PartitionReader.Progress.NONE;
        }
        return more ? Next.NOW : Next.ON_INTERVAL;
    }

    @Override
    public List<LoopState> states() {
        return List.of(coordinator.state());
    }
}
