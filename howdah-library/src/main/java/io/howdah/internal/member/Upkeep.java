// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.member;

import io.howdah.internal.db.Db;
import io.howdah.internal.loop.Loop;
import io.howdah.internal.loop.Next;
import java.sql.SQLException;
import java.time.Duration;

/**
 * Something that must be done now and then by anybody, but by one member at a time. Its row is locked for as long as
 * the task's transaction lasts: if the process dies, the lock is free, nothing is done by half, and the next member to
 * look does it. There is no leader to lose. Each statement is {@link Db#bounded}.
 */
public final class Upkeep {
    /**
     * The task, in the transaction that holds the lock. It is due again at once if it says that there is more to do.
     */
    @FunctionalInterface
    public interface Task {
        Next run(Db transaction) throws SQLException;
    }

    private static final Duration LOOK_AT_LEAST_EVERY = Duration.ofMinutes(1);

    private final String name;
    private final Duration every;
    private final UpkeepStore store;
    private final Membership membership;
    private final Db db;
    private final Task task;
    private boolean registered;

    private Upkeep(String name, Duration every, Db db, Membership membership, Task task) {
        this.name = name;
        this.every = every;
        this.db = db.bounded();
        this.store = new UpkeepStore(this.db);
        this.membership = membership;
        this.task = task;
    }

    public static Loop loop(String name, Duration every, Db db, Membership membership, Task task) {
        var upkeep = new Upkeep(name, every, db, membership, task);
        var interval = every.compareTo(LOOK_AT_LEAST_EVERY) < 0 ? every : LOOK_AT_LEAST_EVERY;
        return Loop.every(interval, name, upkeep::run).unhurried();
    }

    private Next run() {
        var member = membership.id();
        if (member.isEmpty()) {
            return Next.ON_INTERVAL;
        }
        if (!registered) {
            store.register(name);
            registered = true;
        }
        try {
            return db.tx(tx -> {
                var began = System.nanoTime();
                if (!store.on(tx).take(name)) {
                    return Next.ON_INTERVAL;
                }
                var next = task.run(tx);
                var dueIn = next.isNow() ? Duration.ZERO : every;
                store.on(tx).done(name, dueIn, Duration.ofNanos(System.nanoTime() - began), member.get());
                return next;
            });
        } catch (RuntimeException failure) {
            recordFailure(failure);
            throw failure;
        }
    }

    private void recordFailure(RuntimeException failure) {
        try {
            store.failed(name, failure.toString());
        } catch (RuntimeException alsoFailed) {
            failure.addSuppressed(alsoFailed);
        }
    }
}
