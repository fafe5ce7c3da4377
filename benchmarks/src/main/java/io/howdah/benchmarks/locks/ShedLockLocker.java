// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.locks;

import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.provider.jdbctemplate.JdbcTemplateLockProvider;
import org.springframework.jdbc.core.JdbcTemplate;

/** ShedLock by the database's time. It cannot wait, so who wants to wait tries again every millisecond. */
record ShedLockLocker(HikariDataSource pool, LockProvider provider) implements Locker {
    static final String SCHEMA = """
        create table shedlock (name varchar(64) primary key, lock_until timestamp not null,
                               locked_at timestamp not null, locked_by varchar(255) not null)
        """;

    static ShedLockLocker on(Peer.Address address) {
        var pool = Pools.pool(address);
        return new ShedLockLocker(
                pool,
                new JdbcTemplateLockProvider(JdbcTemplateLockProvider.Configuration.builder()
                        .withJdbcTemplate(new JdbcTemplate(pool))
                        .usingDbTime()
                        .build()));
    }

    @Override
    public Turns turns() {
        return new ShedLockTurns(provider);
    }

    @Override
    public void close() {
        pool.close();
    }

    private record ShedLockTurns(LockProvider provider) implements Turns {
        @Override
        public void uncontended(String name, Runnable work) {
            var lock = provider.lock(configuration(name)).orElseThrow();
            work.run();
            lock.unlock();
        }

        @Override
        public void contended(String name, Runnable work) {
            while (true) {
                var lock = provider.lock(configuration(name));
                if (lock.isPresent()) {
                    work.run();
                    lock.get().unlock();
                    return;
                }
                LockSupport.parkNanos(1_000_000);
            }
        }

        private static LockConfiguration configuration(String name) {
            return new LockConfiguration(Instant.now(), name, Duration.ofSeconds(30), Duration.ZERO);
        }
    }
}
