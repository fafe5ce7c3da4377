// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.howdah.Howdah;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;

/** A process that does jobs of the types {@code effect} and {@code turn}: each writes one row as it ends. */
final class WorkerProcess {
    /** The key of a job, and which of that key's jobs it is. */
    record Turn(int key, int number) {}

    private static final Retry FOR_EVER = Retry.fixed(Duration.ZERO).attempts(1_000);

    static final JobType<Integer> EFFECT = JobType.of("effect", Integer.class).retry(FOR_EVER);
    static final JobType<Turn> TURN = JobType.of("turn", Turn.class).retry(FOR_EVER);

    private WorkerProcess() {}

    /** What a job writes in the transaction that ends it. */
    @FunctionalInterface
    private interface Effect {
        void write(Connection connection) throws SQLException;
    }

    public static void main(String[] arguments) throws Exception {
        var dataSource = pool(arguments);
        var howdah = Howdah.builder(dataSource)
                .name(arguments[3])
                .beatEvery(Duration.ofMillis(500))
                .build();
        howdah.jobs().concurrency("default", 8);
        howdah.jobs()
                .handle(
                        EFFECT,
                        job -> complete(
                                dataSource,
                                job,
                                connection -> insert(
                                        connection,
                                        "insert into effect values (?, ?, pg_sleep(0.002) is null)",
                                        job.payload(),
                                        job.attempt())));
        howdah.jobs()
                .handle(
                        TURN,
                        job -> complete(
                                dataSource,
                                job,
                                connection -> insert(
                                        connection,
                                        "insert into turn (key, number) values (?, ?)",
                                        job.payload().key(),
                                        job.payload().number())));
        howdah.start();
        System.out.println("working");
        Thread.currentThread().join();
    }

    private static DataSource pool(String[] arguments) {
        var config = new HikariConfig();
        config.setJdbcUrl(arguments[0]);
        config.setUsername(arguments[1]);
        config.setPassword(arguments[2]);
        config.setMaximumPoolSize(12);
        config.setConnectionTimeout(2_000);
        return new HikariDataSource(config);
    }

    private static void complete(DataSource dataSource, Job<?> job, Effect effect) throws SQLException {
        try (var connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            effect.write(connection);
            job.completeIn(connection);
            connection.commit();
        }
    }

    private static void insert(Connection connection, String sql, int one, int two) throws SQLException {
        try (var statement = connection.prepareStatement(sql)) {
            statement.setInt(1, one);
            statement.setInt(2, two);
            statement.execute();
        }
    }
}
