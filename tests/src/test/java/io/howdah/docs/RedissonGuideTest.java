// SPDX-License-Identifier: Apache-2.0
package io.howdah.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Howdah;
import io.howdah.limit.Limits;
import io.howdah.limit.RateLimit;
import io.howdah.lock.LeaseOptions;
import io.howdah.lock.LockName;
import io.howdah.lock.Locks;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** The code of the guide for those who come from Redisson, run. */
@HowdahTest
class RedissonGuideTest {
    private final List<String> did = new CopyOnWriteArrayList<>();

    @Test
    void what_was_done_with_objects_of_redisson_is_done_with_ours(Howdah howdah, TestDatabase database)
            throws Exception {
        howdah.start();
        book(howdah.locks(), database.direct());
        slow(howdah.locks());
        var granted = 0;
        for (int i = 0; i < 7; i++) {
            granted += mayExport(howdah.limits(), "ada") ? 1 : 0;
        }

        assertThat(did).containsExactly("booked", "called");
        assertThat(granted).isEqualTo(5);
    }

    @Test
    void with_both_locks_nobody_of_either_side_gets_in_between(Howdah howdah) throws Exception {
        howdah.start();
        var old = new ReentrantLock();
        var ours = howdah.locks().view(BOOKING);

        assertThat(withBoth(old, ours, () -> did.add("booked"))).isTrue();
        try (var other = howdah.locks().tryAcquire(BOOKING).orElseThrow()) {
            assertThat(withBoth(old, ours, () -> did.add("booked in between"))).isFalse();
            assertThat(other.isHeld()).isTrue();
        }
        assertThat(old.isLocked()).isFalse();
        assertThat(did).containsExactly("booked");
    }

    // snippet: redisson-after
    static final LockName BOOKING = LockName.of("billing", "booking");

    static final RateLimit EXPORTS = RateLimit.named("exports").allow(5, Duration.ofHours(1));

    void book(Locks locks, DataSource dataSource) throws Exception {
        try (var lock = locks.acquire(BOOKING, Duration.ofSeconds(10));
                var connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            write(connection);
            lock.fence(connection); // commits before anybody else has the lock, or not at all
            connection.commit();
        }
    }

    void slow(Locks locks) throws Exception { // RSemaphore, RPermitExpirableSemaphore
        try (var permit =
                locks.lease(LockName.of("api", "slow"), LeaseOptions.standard().permits(3), Duration.ofSeconds(5))) {
            call(permit.token());
        }
    }

    boolean mayExport(Limits limits, String customer) { // RRateLimiter.tryAcquire
        return limits.tryAcquire(EXPORTS, customer).isGranted();
    }
    // end

    // snippet: redisson-both
    static boolean withBoth(Lock old, Lock ours, Runnable work)
            throws InterruptedException { // an RLock, locks.view(name)
        if (!old.tryLock(10, TimeUnit.SECONDS)) {
            return false;
        }
        try {
            if (!ours.tryLock(1, TimeUnit.SECONDS)) {
                return false;
            }
            try {
                work.run();
                return true;
            } finally {
                ours.unlock();
            }
        } finally {
            old.unlock();
        }
    }
    // end

    private void write(Connection connection) throws Exception {
        connection.createStatement().close();
        did.add("booked");
    }

    private void call(long token) {
        assertThat(token).isPositive();
        did.add("called");
    }
}
