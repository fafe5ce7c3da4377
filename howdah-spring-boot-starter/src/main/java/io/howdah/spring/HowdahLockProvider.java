// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import io.howdah.lock.LeaseOptions;
import io.howdah.lock.LockName;
import io.howdah.lock.Locks;
import java.sql.Connection;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import net.javacrumbs.shedlock.core.ExtensibleLockProvider;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;

/**
 * ShedLock's locks as leases, by the database's clock: {@code lockAtMostFor} is how long one lasts, and
 * {@code lockAtLeastFor} how long nobody else gets it, even if it is released before. They are not renewed: that is how
 * ShedLock's locks are. Needs no start. Thread-safe.
 */
public final class HowdahLockProvider implements ExtensibleLockProvider {
    /** A lease is no shorter. */
    static final Duration SHORTEST = Duration.ofMillis(500);

    private static final String NAMESPACE = "shedlock";

    private final Locks locks;
    private final String owner;

    private HowdahLockProvider(Locks locks, String owner) {
        this.locks = locks;
        this.owner = owner;
    }

    /**
     * A provider of leases.
     *
     * @param owner who holds the locks, as people see it: 1 to 200 characters
     */
    public static HowdahLockProvider of(Locks locks, String owner) {
        return new HowdahLockProvider(locks, owner);
    }

    @Override
    public Optional<SimpleLock> lock(LockConfiguration configuration) {
        var name = LockName.of(NAMESPACE, configuration.getName());
        var atMost = atLeastShortest(configuration.getLockAtMostFor());
        var options = LeaseOptions.standard().ttl(atMost).minHold(configuration.getLockAtLeastFor());
        return locks.tryLeaseFor(owner, name, options)
                .token()
                .<SimpleLock>map(token -> ShedLock.begin(locks, name, token, atMost));
    }

    /**
     * The token of the lock that the thread's scheduled method runs under; larger than that of every holder before. For
     * what refuses smaller ones.
     */
    public static OptionalLong token() {
        return ShedLock.Lease.current()
                .map(held -> OptionalLong.of(held.token()))
                .orElse(OptionalLong.empty());
    }

    /**
     * Ties a transaction to the lock that the thread's scheduled method runs under: if {@code lockAtMostFor} is over,
     * the transaction fails, now; if not, nobody else is granted the lock until the transaction has ended.
     *
     * @throws io.howdah.lock.LockLostException if the lock is not held any more: roll back
     */
    public static void fence(Connection transaction) {
        ShedLock.Lease.current()
                .orElseThrow(() -> new IllegalStateException(
                        "there is nothing to fence by: this thread holds no lock of ShedLock"))
                .fence(transaction);
    }

    static Duration atLeastShortest(Duration duration) {
        return duration.compareTo(SHORTEST) < 0 ? SHORTEST : duration;
    }
}
