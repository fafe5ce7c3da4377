// SPDX-License-Identifier: Apache-2.0
package io.howdah.lock;

import io.howdah.internal.Platform;
import io.howdah.internal.db.Db;
import io.howdah.internal.db.ReservedConnection;
import io.howdah.internal.loop.Loop;
import io.howdah.internal.loop.Next;
import java.sql.Connection;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;

/** The leases of this process: all are renewed in one statement, on a connection that is kept for it. Thread-safe. */
final class Leases {
    /** Also the longest wait after a renewal that failed. */
    private static final Duration AT_LEAST_EVERY = Duration.ofSeconds(1);

    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    private final Platform platform;
    private final LeaseStore store;
    private final LockStore locks;
    private final ReservedConnection reserved;
    private final Uninterrupted uninterrupted;
    private final BooleanSupplier running;
    private final Map<Long, LeaseHolding> held = new ConcurrentHashMap<>();
    private final Loop renewals = Loop.every(AT_LEAST_EVERY, "lease-renewals", this::renewDue);
    private final Loop watch = Loop.every(AT_LEAST_EVERY, "lease-watch", this::loseOverdue);

    Leases(Platform platform, DataSource direct, Uninterrupted uninterrupted, BooleanSupplier running) {
        this.platform = platform;
        this.store = new LeaseStore(platform.db());
        this.locks = new LockStore(platform.db());
        this.reserved = new ReservedConnection(direct, TIMEOUT);
        this.uninterrupted = uninterrupted;
        this.running = running;
        renewals.atEnd(reserved::close);
    }

    Loop renewals() {
        return renewals;
    }

    Loop watch() {
        return watch;
    }

    /** A handle, or for how long it is busy at most. */
    record Answer(Optional<LockHandle> handle, Optional<Duration> freeIn) {}

    Answer tryAcquire(LockName name, LeaseOptions options) {
        if (!running.getAsBoolean()) {
            throw LockUnavailableException.stopped();
        }
        var sent = System.nanoTime();
        var member = platform.membership().id().orElse(null);
        var owner = platform.membership().profile().name();
        var answer = store.acquire(name, options, owner, member);
        if (answer.token() == null) {
            return new Answer(Optional.empty(), answer.freeIn());
        }
        var lease = new LeaseHolding(this, name, answer.token(), options, sent);
        held.put(lease.token(), lease);
        renewals.wake();
        watch.wake();
        return new Answer(Optional.of(lease.handle()), Optional.empty());
    }

    /** Held by whoever has the token, of whom this process knows nothing more. */
    LeaseAnswer tryAcquireFor(String owner, LockName name, LeaseOptions options) {
        var answer = store.acquire(name, options, owner, null);
        return new LeaseAnswer(Optional.ofNullable(answer.token()), answer.freeIn());
    }

    void release(LeaseHolding lease) {
        held.remove(lease.token());
        uninterrupted.call(() -> {
            release(lease.name(), lease.token());
            return true;
        });
    }

    void release(LockName name, long token) {
        Fences.run(name, () -> {
            if (store.release(name, token)) {
                platform.wakeups().signal(topic(name));
            }
        });
    }

    void renew(LockName name, long token, Duration ttl) {
        Fences.run(name, () -> store.renew(name, token, ttl));
    }

    void fence(LeaseHolding lease, Connection transaction) {
        if (!lease.isProven()) {
            throw refuse(lease, transaction, "it was not renewed in time");
        }
        fence(transaction, lease.name(), lease.token());
    }

    void fence(Connection transaction, LockName name, long token) {
        Fences.run(name, () -> store.on(transaction).fence(name, token));
    }

    LockLostException refuse(LeaseHolding lease, Connection transaction, String why) {
        return Fences.refused(locks.on(transaction), lease.name(), why);
    }

    static String topic(LockName name) {
        return "lock:" + Long.toHexString(name.key());
    }

    int size() {
        return held.size();
    }

    void giveUp() {
        held.values().forEach(lease -> lose(lease, "this process is stopping"));
    }

    private Next renewDue() {
        var now = System.nanoTime();
        var renewable = held.values().stream().filter(LeaseHolding::isRenewed).toList();
        if (renewable.stream().anyMatch(lease -> lease.renewalDue() - now <= 0)) {
            // Those that are due soon go along, so that renewals of one process fall together.
            renewAll(renewable.stream()
                    .filter(lease -> lease.renewalDue() - now <= lease.ttl().toNanos() / 8)
                    .toList());
        }
        return held.values().stream()
                .filter(LeaseHolding::isRenewed)
                .mapToLong(lease -> Math.max(0, lease.renewalDue() - System.nanoTime()))
                .min()
                .stream()
                .mapToObj(nanos -> Next.in(Duration.ofNanos(nanos + 1)))
                .findFirst()
                .orElse(Next.ON_INTERVAL);
    }

    private void renewAll(Collection<LeaseHolding> due) {
        var sent = System.nanoTime();
        var renewed = reserved.use(connection ->
                new LeaseStore(Db.of(connection, platform.db().schema()).bounded()).renewAll(due));
        for (var lease : due) {
            if (!renewed.contains(lease.token())) {
                lose(lease, "the database does not have it as held any more");
            } else if (!lease.renewed(sent)) {
                lose(lease, "it was renewed too late");
            }
        }
    }

    private Next loseOverdue() {
        held.values().stream()
                .filter(lease -> !lease.isProven())
                .forEach(lease -> lose(lease, "it was not renewed in time"));
        return held.values().stream()
                .mapToLong(lease -> Math.max(0, lease.deadline() - System.nanoTime()))
                .min()
                .stream()
                .mapToObj(nanos -> Next.in(Duration.ofNanos(nanos + 1)))
                .findFirst()
                .orElse(Next.ON_INTERVAL);
    }

    private void lose(LeaseHolding lease, String why) {
        if (held.remove(lease.token(), lease)) {
            if (lease.handle().lose(why)) {
                platform.observer().lockLost("lease", lease.name().toString());
            }
        }
    }
}
