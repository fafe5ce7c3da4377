// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.jobs;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.howdah.Howdah;
import io.howdah.benchmarks.harness.Database;
import io.howdah.job.JobType;

/** Howdah on a pool of its own, as an application has it. */
final class HowdahJobs implements AutoCloseable {
    static final JobType<byte[]> NOTHING = JobType.of("nothing", byte[].class);

    private final HikariDataSource pool;
    private final Howdah howdah;

    private HowdahJobs(HikariDataSource pool, Howdah howdah) {
        this.pool = pool;
        this.howdah = howdah;
    }

    static HowdahJobs on(Database database) {
        var config = new HikariConfig();
        config.setJdbcUrl(database.url());
        config.setUsername(database.user());
        config.setPassword(database.password());
        config.setMaximumPoolSize(10);
        var pool = new HikariDataSource(config);
        var howdah = Howdah.open(pool);
        howdah.migrate();
        return new HowdahJobs(pool, howdah);
    }

    Howdah howdah() {
        return howdah;
    }

    @Override
    public void close() {
        howdah.close();
        pool.close();
    }
}
