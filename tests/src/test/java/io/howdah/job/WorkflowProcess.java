// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.howdah.Howdah;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/** A process that does jobs of two steps, each of which writes one row in the transaction that remembers it. */
final class WorkflowProcess {
    static final JobType<String> NODE =
            JobType.of("node", String.class).retry(Retry.fixed(Duration.ZERO).attempts(1_000));

    private WorkflowProcess() {}

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
                .beatEvery(Duration.ofMillis(500))
                .build();
        howdah.jobs().concurrency("default", 8);
        howdah.jobs().handle(NODE, job -> {
            job.progress(50, "half of " + job.payload());
            job.log("attempt " + job.attempt());
            try (var connection = dataSource.getConnection()) {
                connection.setAutoCommit(false);
                job.step(connection, "first", Integer.class, () -> write(connection, job, "first"));
                connection.commit();
                job.step(connection, "second", Integer.class, () -> write(connection, job, "second"));
                job.result(job.payload());
                job.completeIn(connection);
                connection.commit();
            }
        });
        howdah.start();
        System.out.println("working");
        Thread.currentThread().join();
    }

    private static int write(Connection connection, Job<String> job, String step) throws SQLException {
        try (var insert = connection.prepareStatement("insert into effect values (?, ?, pg_sleep(0.002) is null)")) {
            insert.setString(1, job.payload());
            insert.setString(2, step);
            return insert.executeUpdate();
        }
    }
}
