// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.notifications;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.howdah.benchmarks.harness.Database;

/** A pool of connections to the trial's database. */
final class Pools {
    private Pools() {}

    static HikariDataSource of(Database database, int connections) {
        var config = new HikariConfig();
        config.setJdbcUrl(database.url());
        config.setUsername(database.user());
        config.setPassword(database.password());
        config.setMaximumPoolSize(connections);
        return new HikariDataSource(config);
    }
}
