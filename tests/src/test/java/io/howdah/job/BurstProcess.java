// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.howdah.Howdah;
import java.time.Duration;

/** A process that does very many short jobs, of which some fail the first time, some are put off, and some say so. */
final class BurstProcess {
    static final JobType<Integer> SHORT =
            JobType.of("short", Integer.class).retry(Retry.fixed(Duration.ZERO).attempts(1_000));

    private BurstProcess() {}

    public static void main(String[] arguments) throws Exception {
        var config = new HikariConfig();
        config.setJdbcUrl(arguments[0]);
        config.setUsername(arguments[1]);
        config.setPassword(arguments[2]);
        config.setMaximumPoolSize(8);
        var howdah = Howdah.builder(new HikariDataSource(config))
                .name(arguments[3])
                .beatEvery(Duration.ofMillis(500))
                .build();
        howdah.jobs().concurrency("default", 300);
        howdah.jobs().handle(SHORT, BurstProcess::handle);
        howdah.start();
        System.out.println("working");
        Thread.currentThread().join();
    }

    private static void handle(Job<Integer> job) {
        if (job.payload() % 97 == 0 && job.attempt() == 1) {
            throw new IllegalStateException("not the first time");
        }
        if (job.payload() % 1_009 == 0 && job.attempt() == 1) {
            job.log("here");
        }
    }
}
