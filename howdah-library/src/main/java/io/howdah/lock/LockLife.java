// SPDX-License-Identifier: Apache-2.0
package io.howdah.lock;

import io.howdah.LoopState;
import io.howdah.internal.Platform;
import io.howdah.internal.loop.Background;
import io.howdah.internal.loop.Backgrounds;
import io.howdah.internal.loop.Loop;
import io.howdah.internal.loop.Next;
import io.howdah.internal.member.Upkeep;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/**
 * Everything that keeps and watches the locks of this process, started and stopped together. While it stops nothing new
 * is granted, but what is held goes on being watched and renewed until it is released, or given up when the time for
 * that is over. Thread-safe.
 */
final class LockLife implements Background {
    private static final Duration LOOK_EVERY = Duration.ofSeconds(1);
    private static final Duration TIDY_EVERY = Duration.ofMinutes(5);
    private static final long GLANCE_MILLIS = 2;

    private final SessionLocks sessions;
    private final Leases leases;
    private final LeaseWaits waits;
    private final LockRegistry registry;
    private final Backgrounds beginning;
    private final Backgrounds loops = new Backgrounds();
    private final Set<Candidacy> candidacies = ConcurrentHashMap.newKeySet();
    private volatile boolean running;
    private volatile boolean started;

    LockLife(Platform platform, DataSource direct) {
        var uninterrupted = new Uninterrupted();
        var db = platform.db();
        this.beginning = platform.backgrounds();
        this.sessions = new SessionLocks(platform, direct, uninterrupted, this::isRunning);
        this.leases = new Leases(platform, direct, uninterrupted, this::isRunning);
        this.waits = new LeaseWaits(platform, leases);
        this.registry = new LockRegistry(sessions, new RegistryStore(db.bounded()), platform.membership());
        loops.register(Loop.every(LOOK_EVERY, "lock-watch", () -> {
            sessions.look();
            return Next.ON_INTERVAL;
        }));
        loops.register(leases.renewals());
        loops.register(leases.watch());
        loops.register(Loop.every(LockRegistry.EVERY, "lock-registry", registry::write));
        loops.register(Upkeep.loop("lock-tidy", TIDY_EVERY, db, platform.membership(), transaction -> {
            new RegistryStore(transaction).tidy(LockRegistry.KEEP_AUDIT);
            return Next.ON_INTERVAL;
        }));
    }

    SessionLocks sessions() {
        return sessions;
    }

    Leases leases() {
        return leases;
    }

    LeaseWaits waits() {
        return waits;
    }

    void register(Candidacy candidacy) {
        if (!isRunning()) {
            throw LockUnavailableException.stopped();
        }
        candidacies.add(candidacy);
    }

    /** Also when it is about to: an application that has just started may be asked for something that takes a lock. */
    private boolean isRunning() {
        if (!running) {
            beginning.awaitStart();
        }
        return running;
    }

    void forget(Candidacy candidacy) {
        candidacies.remove(candidacy);
    }

    @Override
    public String name() {
        return "locks";
    }

    @Override
    public void start() {
        sessions.sessions().open(true);
        started = true;
        running = true;
        loops.start();
    }

    @Override
    public void quiesce() {
        running = false;
        candidacies.forEach(Candidacy::withdraw);
    }

    @Override
    public boolean awaitQuiet(Duration limit) throws InterruptedException {
        var deadline = System.nanoTime() + limit.toNanos();
        while (started && !isQuiet()) {
            if (System.nanoTime() - deadline >= 0) {
                return false;
            }
            TimeUnit.MILLISECONDS.sleep(GLANCE_MILLIS);
        }
        if (started) {
            started = false;
            loops.stop(limit);
            sessions.sessions().close();
            registry.clear();
        }
        return true;
    }

    private boolean isQuiet() {
        return sessions.isQuiet() && leases.size() == 0 && candidacies.isEmpty();
    }

    /** What is still held counts as lost: this process does not look after it any more. */
    @Override
    public void interrupt() {
        sessions.giveUp();
        leases.giveUp();
    }

    @Override
    public Next runOnce() throws Exception {
        for (var loop : loops.all()) {
            loop.runOnce();
        }
        return Next.ON_INTERVAL;
    }

    @Override
    public List<LoopState> states() {
        return loops.states();
    }
}
