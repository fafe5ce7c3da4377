// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.howdah.DatabaseException;
import io.howdah.Howdah;
import io.howdah.embedded.Postgres;
import io.howdah.test.Await;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The database server itself dies while jobs are done, and comes back. */
class ServerCrashTest {
    private static final int JOBS = 2_000;
    private static final JobType<Integer> BOOK =
            JobType.of("book", Integer.class).retry(Retry.fixed(Duration.ZERO).attempts(100));

    @Test
    void workers_go_on_by_themselves_and_nothing_is_lost_or_doubled(@TempDir Path directory) throws Exception {
        try (var postgres = Postgres.in(directory).durable().start();
                var pool = pool(postgres);
                var howdah =
                        Howdah.builder(pool).beatEvery(Duration.ofMillis(500)).build()) {
            howdah.migrate();
            execute(pool, "create table booking (number int)");
            howdah.jobs().concurrency("default", 4);
            howdah.jobs().handle(BOOK, job -> book(pool, job));
            howdah.jobs().enqueueAll(BOOK, IntStream.range(0, JOBS).boxed().toList(), JobOptions.none());
            howdah.start();

            for (int round = 1; round <= 2; round++) {
                var wanted = round * JOBS / 5;
                Await.within(Duration.ofSeconds(90)).until(wanted + " are booked", () -> count(pool, "*") >= wanted);
                postgres.kill();
                // A session that has not noticed yet would still take it.
                pool.getHikariPoolMXBean().softEvictConnections();
                assertThatThrownBy(() -> howdah.jobs().enqueue(BOOK, -1))
                        .isInstanceOf(DatabaseException.class)
                        .hasMessageContaining("database");
                postgres.restart();
            }

            Await.within(Duration.ofSeconds(90)).until("all are booked", () -> count(pool, "distinct number") == JOBS);
            Await.within(Duration.ofSeconds(30))
                    .until("nothing is held", () -> one(pool, "select count(*) from howdah.work_lease") == 0);
            assertThat(count(pool, "*")).as("nothing twice").isEqualTo(JOBS);
        }
    }

    private static void book(HikariDataSource pool, Job<Integer> job) throws SQLException {
        try (var connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            try (var insert = connection.prepareStatement("insert into booking values (?)")) {
                insert.setInt(1, job.payload());
                insert.execute();
            }
            job.completeIn(connection);
            connection.commit();
        }
    }

    private static HikariDataSource pool(Postgres postgres) {
        var config = new HikariConfig();
        config.setJdbcUrl(postgres.jdbcUrl("postgres"));
        config.setUsername(postgres.user());
        config.setPassword(postgres.password());
        config.setConnectionTimeout(1_000);
        return new HikariDataSource(config);
    }

    private static long count(HikariDataSource pool, String what) throws SQLException {
        return one(pool, "select count(" + what + ") from booking");
    }

    private static void execute(HikariDataSource pool, String sql) throws SQLException {
        try (var connection = pool.getConnection();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static long one(HikariDataSource pool, String sql) throws SQLException {
        try (var connection = pool.getConnection();
                var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        }
    }
}
