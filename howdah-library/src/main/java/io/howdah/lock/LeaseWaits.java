// SPDX-License-Identifier: Apache-2.0
package io.howdah.lock;

import io.howdah.internal.Platform;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waiting for leases. Of all threads that want the same one, the first tries when it may have become free: it is
 * signalled, or its time has come, and in any case every second. The others queue behind it. Thread-safe.
 */
final class LeaseWaits {
    private static final Logger log = LoggerFactory.getLogger(LeaseWaits.class);

    private static final long POLL_NANOS = Duration.ofSeconds(1).toNanos();
    private static final long FENCED_NANOS = Duration.ofMillis(20).toNanos();
    private static final Duration REGISTERED_FOR = Duration.ofSeconds(5);

    private final Platform platform;
    private final Leases leases;
    private final LeaseStore store;
    private final UUID waiter = UUID.randomUUID();
    private final Map<LockName, Turnstile> turnstiles = new ConcurrentHashMap<>();

    /** Lets one pass at a time, first come first served. */
    private static final class Turnstile {
        private final AtomicInteger users = new AtomicInteger(1);
        private final Semaphore turn = new Semaphore(1, true);
    }

    LeaseWaits(Platform platform, Leases leases) {
        this.platform = platform;
        this.leases = leases;
        this.store = new LeaseStore(platform.db());
    }

    LockHandle acquire(LockName name, LeaseOptions options, Duration timeout) throws InterruptedException {
        var deadline = System.nanoTime() + timeout.toNanos();
        var turnstile = turnstiles.compute(name, (key, there) -> {
            if (there != null) {
                there.users.incrementAndGet();
                return there;
            }
            return new Turnstile();
        });
        try {
            if (!turnstile.turn.tryAcquire(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
                throw new LockTimeoutException(name, timeout);
            }
            try {
                return await(name, options, deadline).orElseThrow(() -> new LockTimeoutException(name, timeout));
            } finally {
                turnstile.turn.release();
            }
        } finally {
            turnstiles.computeIfPresent(name, (key, there) -> there.users.decrementAndGet() == 0 ? null : there);
        }
    }

    private Optional<LockHandle> await(LockName name, LeaseOptions options, long deadline) throws InterruptedException {
        var answer = leases.tryAcquire(name, options);
        if (answer.handle().isPresent()) {
            return answer.handle();
        }
        var woken = new Semaphore(0);
        var signals = platform.wakeups().subscribe(Leases.topic(name), woken::release);
        try {
            while (true) {
                // Said before it is tried again: whoever releases it from now on sees that somebody waits.
                store.await(name, waiter, REGISTERED_FOR);
                answer = leases.tryAcquire(name, options);
                var left = deadline - System.nanoTime();
                if (answer.handle().isPresent() || left <= 0) {
                    return answer.handle();
                }
                woken.tryAcquire(Math.min(left, pause(answer)), TimeUnit.NANOSECONDS);
                woken.drainPermits();
            }
        } finally {
            signals.close();
            waitNoMore(name);
        }
    }

    /** Only a hint, which expires by itself: to fail for it would lose a lease that was granted, and is renewed. */
    private void waitNoMore(LockName name) {
        try {
            store.awaitNoMore(name, waiter);
        } catch (RuntimeException failure) {
            log.debug("That nobody waits for {} any more could not be said: {}", name, failure.getMessage());
        }
    }

    private static long pause(Leases.Answer answer) {
        var poll = POLL_NANOS - ThreadLocalRandom.current().nextLong(POLL_NANOS / 4);
        // Free and yet not granted: a transaction that was fenced by its former holder has not ended.
        return answer.freeIn()
                .map(free -> free.isZero() ? FENCED_NANOS : Math.min(free.toNanos() + 1_000_000, poll))
                .orElse(poll);
    }
}
