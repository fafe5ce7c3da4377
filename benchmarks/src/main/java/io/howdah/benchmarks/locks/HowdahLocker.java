// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.locks;

import com.zaxxer.hikari.HikariDataSource;
import io.howdah.Howdah;
import io.howdah.Schema;
import io.howdah.benchmarks.harness.Database;
import io.howdah.lock.LockName;
import io.howdah.lock.Locks;
import java.time.Duration;

/** Session locks, with tokens, the lost signal and the gate: there is nothing to switch off. */
record HowdahLocker(HikariDataSource pool, Howdah howdah) implements Locker {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    static void migrate(Database database) {
        var address = new Peer.Address(database.url(), database.user(), database.password(), 0);
        Schema.on(address.dataSource()).migrate();
    }

    static HowdahLocker on(Peer.Address address) {
        var pool = Pools.pool(address);
        var howdah = Howdah.builder(pool).direct(address.dataSource()).build();
        howdah.start();
        return new HowdahLocker(pool, howdah);
    }

    @Override
    public Turns turns() {
        return new HowdahTurns(howdah.locks());
    }

    @Override
    public void close() {
        howdah.close();
        pool.close();
    }

    private record HowdahTurns(Locks locks) implements Turns {
        @Override
        public void uncontended(String name, Runnable work) {
            try (var lock = locks.tryAcquire(LockName.of("bench", name)).orElseThrow()) {
                lock.token();
                work.run();
            }
        }

        @Override
        public void contended(String name, Runnable work) throws InterruptedException {
            try (var lock = locks.acquire(LockName.of("bench", name), PATIENCE)) {
                lock.token();
                work.run();
            }
        }
    }
}
