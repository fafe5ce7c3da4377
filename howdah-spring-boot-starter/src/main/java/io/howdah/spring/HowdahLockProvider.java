// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import io.howdah.lock.LeaseOptions;
import io.howdah.lock.LockName;
import io.howdah.lock.Locks;
import java.time.Duration;
import java.util.Optional;
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
        var options = LeaseOptions.standard()
                .ttl(atLeastShortest(configuration.getLockAtMostFor()))
                .minHold(configuration.getLockAtLeastFor());
        return locks.tryLeaseFor(owner, name, options)
                .token()
                .<SimpleLock>map(token -> new ShedLock(locks, name, token, System.nanoTime()));
    }

    static Duration atLeastShortest(Duration duration) {
        return duration.compareTo(SHORTEST) < 0 ? SHORTEST : duration;
    }
}
