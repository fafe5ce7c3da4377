// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.howdah.Howdah;
import java.time.Duration;

/** A process that does jobs of type {@code effect}: each writes one row in the transaction that ends it. */
final class WorkerProcess {
    static final JobType<Integer> EFFECT =
            JobType.of("effect", Integer.class).retry(Retry.fixed(Duration.ZERO).attempts(1_000));

    private WorkerProcess() {}

    public static void main(String[] arguments) throws Exception {
        var config = new HikariConfig();
        config.setJdbcUrl(arguments[0]);
        config.setUsername(arguments[1]);
        config.setPassword(arguments[2]);
        config.setMaximumPoolSize(12);
        config.setConnectionTimeout(2_000);
        var dataSource = new HikariDataSource(config);
        var howdah = Howdah.builder(dataSource)
                .name(arguments[3])
                .beatEvery(Duration.ofMillis(300))
                .build();
        howdah.jobs().concurrency("default", 8);
        howdah.jobs().handle(EFFECT, job -> {
            try (var connection = dataSource.getConnection()) {
                connection.setAutoCommit(false);
                try (var insert =
                        connection.prepareStatement("insert into effect values (?, ?, pg_sleep(0.002) is null)")) {
                    insert.setInt(1, job.payload());
                    insert.setInt(2, job.attempt());
                    insert.execute();
                }
                job.completeIn(connection);
                connection.commit();
            }
        });
        howdah.start();
        System.out.println("working");
        Thread.currentThread().join();
    }
}
