// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.locks;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;

/** A pool that is large enough for nobody to wait for a connection. */
final class Pools {
    private static final int SIZE = 32;

    private Pools() {}

    static HikariDataSource pool(Peer.Address address) {
        var config = new HikariConfig();
        config.setDataSource(address.dataSource());
        config.setMaximumPoolSize(SIZE);
        return new HikariDataSource(config);
    }
}
