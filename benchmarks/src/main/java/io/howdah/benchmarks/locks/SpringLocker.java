// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.locks;

import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import org.springframework.integration.jdbc.lock.DefaultLockRepository;
import org.springframework.integration.jdbc.lock.JdbcLockRegistry;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;

/** Spring Integration's registry; between two tries of the same key it waits a millisecond instead of 100. */
record SpringLocker(HikariDataSource pool, DefaultLockRepository repository, JdbcLockRegistry registry)
        implements Locker {
    static final String SCHEMA = """
        create table int_lock (lock_key char(36) not null, region varchar(100) not null, client_id char(36),
                               created_date timestamp not null, expired_after timestamp not null,
                               constraint int_lock_pk primary key (lock_key, region))
        """;

    static SpringLocker on(Peer.Address address) {
        var pool = Pools.pool(address);
        var repository = new DefaultLockRepository(pool);
        repository.setTransactionManager(new DataSourceTransactionManager(pool));
        repository.afterPropertiesSet();
        repository.afterSingletonsInstantiated();
        repository.start();
        var registry = new JdbcLockRegistry(repository);
        registry.setIdleBetweenTries(Duration.ofMillis(1));
        return new SpringLocker(pool, repository, registry);
    }

    @Override
    public Turns turns() {
        return new SpringTurns(registry);
    }

    @Override
    public void close() {
        repository.stop();
        pool.close();
    }

    private record SpringTurns(JdbcLockRegistry registry) implements Turns {
        /** Its tryLock may fail although the lock is free, when two transactions of other keys collide. */
        @Override
        public void uncontended(String name, Runnable work) {
            contended(name, work);
        }

        @Override
        public void contended(String name, Runnable work) {
            var lock = registry.obtain(name);
            lock.lock();
            try {
                work.run();
            } finally {
                lock.unlock();
            }
        }
    }
}
