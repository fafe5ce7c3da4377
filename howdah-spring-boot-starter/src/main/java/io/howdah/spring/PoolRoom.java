// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import com.zaxxer.hikari.HikariConfigMXBean;
import com.zaxxer.hikari.HikariDataSource;
import java.util.OptionalInt;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.jdbc.DataSourceUnwrapper;
import org.springframework.util.ClassUtils;

/** Whether a pool has room for what is kept of it for good, and for the application besides. */
final class PoolRoom {
    private static final Logger log = LoggerFactory.getLogger(PoolRoom.class);
    private static final boolean HIKARI =
            ClassUtils.isPresent("com.zaxxer.hikari.HikariDataSource", PoolRoom.class.getClassLoader());

    /** The heartbeat and LISTEN, and as much again as loops and a handler want at the same time. */
    private static final int LEAST = 5;

    private PoolRoom() {}

    /** Says so where there is little: whoever waits for a connection then is told of a timeout, and not why. */
    static void look(DataSource dataSource) {
        var most = most(dataSource).orElse(LEAST);
        if (most < LEAST) {
            log.warn(
                    "The pool has {} connections at most. Howdah keeps two of them, unless it has a direct address, and"
                            + " works with others: at least {} are needed (spring.datasource.hikari.maximum-pool-size)",
                    most,
                    LEAST);
        }
    }

    /** None where it is not known. */
    static OptionalInt most(DataSource dataSource) {
        if (!HIKARI) {
            return OptionalInt.empty();
        }
        var pool = DataSourceUnwrapper.unwrap(dataSource, HikariConfigMXBean.class, HikariDataSource.class);
        return pool == null ? OptionalInt.empty() : OptionalInt.of(pool.getMaximumPoolSize());
    }
}
