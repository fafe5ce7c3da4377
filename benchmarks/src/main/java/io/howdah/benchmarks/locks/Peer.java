// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.locks;

import io.howdah.benchmarks.harness.Database;
import java.util.Optional;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** Whose locks they are. */
enum Peer {
    RAW("a connection per thread", ""),
    HOWDAH("howdah", ""),
    SHEDLOCK("ShedLock", ShedLockLocker.SCHEMA),
    SPRING("Spring JdbcLockRegistry", SpringLocker.SCHEMA),
    REDISSON("Redisson", "");

    /** Where a peer's locks are: the database, and a Redis for the one that has its own. */
    record Address(String url, String user, String password, int redisPort) {
        DataSource dataSource() {
            var dataSource = new PGSimpleDataSource();
            dataSource.setUrl(url);
            dataSource.setUser(user);
            dataSource.setPassword(password);
            return dataSource;
        }
    }

    private final String label;
    private final String schema;

    Peer(String label, String schema) {
        this.label = label;
        this.schema = schema;
    }

    String label() {
        return label;
    }

    Optional<String> unavailable() {
        return this == REDISSON ? Redis.unavailable() : Optional.empty();
    }

    void prepare(Database database) throws Exception {
        if (this == HOWDAH) {
            HowdahLocker.migrate(database);
        } else if (!schema.isEmpty()) {
            database.execute(schema);
        }
    }

    Locker open(Address address) throws Exception {
        return switch (this) {
            case RAW -> new RawLocker(address);
            case HOWDAH -> HowdahLocker.on(address);
            case SHEDLOCK -> ShedLockLocker.on(address);
            case SPRING -> SpringLocker.on(address);
            case REDISSON -> RedissonLocker.on(address);
        };
    }
}
