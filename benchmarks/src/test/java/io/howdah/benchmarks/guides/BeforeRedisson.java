// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.guides;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.redisson.api.RateType;
import org.redisson.api.RedissonClient;

/** Of the guide from Redisson. */
final class BeforeRedisson {
    private final RedissonClient redisson;

    BeforeRedisson(RedissonClient redisson) {
        this.redisson = redisson;
    }

    static void write(Connection connection) {}

    // snippet: redisson-before
    void book(Connection connection) throws InterruptedException, SQLException {
        var lock = redisson.getLock("booking");
        if (lock.tryLock(10, 30, TimeUnit.SECONDS)) {
            try {
                write(connection); // after 30 s somebody else has the lock, whatever this thread still does
                connection.commit();
            } finally {
                lock.unlock();
            }
        }
    }

    void slow() throws InterruptedException {
        redisson.getSemaphore("slow").acquire(); // never given back if the process dies
    }

    boolean mayExport(String customer) {
        var exports = redisson.getRateLimiter("exports:" + customer);
        exports.trySetRate(RateType.OVERALL, 5, Duration.ofHours(1));
        return exports.tryAcquire();
    }
    // end
}
