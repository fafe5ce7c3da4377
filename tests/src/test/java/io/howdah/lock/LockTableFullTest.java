// SPDX-License-Identifier: Apache-2.0
package io.howdah.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.DatabaseException;
import io.howdah.Howdah;
import io.howdah.Schema;
import io.howdah.embedded.Postgres;
import io.howdah.test.Await;
import io.howdah.test.Together;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;

/** A server whose lock table somebody else has filled. */
class LockTableFullTest {
    private static final String FILL = "select pg_advisory_lock(g) from generate_series(1, 100000) g";
    private static final LockName HELD = LockName.of("test", "held");

    @TempDir
    private Path directory;

    @Test
    void what_is_held_stays_held_what_is_refused_leaves_nothing_behind() throws Exception {
        try (var postgres = Postgres.in(directory)
                .copied()
                .setting("max_locks_per_transaction", "16")
                // There is no pool: whatever begins at the start has a connection of its own.
                .setting("max_connections", "100")
                .start()) {
            var dataSource = dataSource(postgres);
            Schema.on(dataSource).migrate();
            try (var howdah =
                    Howdah.builder(dataSource).stopWithin(Duration.ofSeconds(1)).build()) {
                howdah.start();
                var locks = howdah.locks();
                var held = locks.tryAcquire(HELD).orElseThrow();
                var other = locks.tryAcquire(LockName.of("test", "other")).orElseThrow();
                try (var greedy = dataSource.getConnection();
                        var statement = greedy.createStatement()) {
                    assertThatThrownBy(() -> statement.execute(FILL)).isInstanceOf(SQLException.class);
                    assertThat(refused(locks)).as("some were refused").isPositive();
                    assertThat(held.isHeld()).isTrue();
                }
                held.close();
                other.close();
                locks.acquire(LockName.of("test", "n0"), Duration.ofSeconds(60)).close();
                Await.until("nothing is left behind", () -> advisoryLocks(dataSource) == 0);
            }
        }
    }

    /** Many at once and all held, so that some of a batch are granted before the table is full. */
    private static long refused(Locks locks) {
        var granted = new ConcurrentLinkedQueue<LockHandle>();
        var tasks = new ArrayList<Callable<Integer>>();
        for (int i = 0; i < 300; i++) {
            var name = LockName.of("test", "n" + i);
            tasks.add(() -> {
                try {
                    locks.tryAcquire(name).ifPresent(granted::add);
                    return 0;
                } catch (DatabaseException full) {
                    assertThat(full.sqlState()).isEqualTo("53200");
                    return 1;
                }
            });
        }
        var refused = Together.run(tasks).stream().mapToInt(Integer::intValue).sum();
        granted.forEach(LockHandle::close);
        return refused;
    }

    private static long advisoryLocks(DataSource dataSource) throws SQLException {
        try (var connection = dataSource.getConnection();
                var statement = connection.createStatement();
                var result = statement.executeQuery("select count(*) from howdah.lock_advisory()")) {
            result.next();
            return result.getLong(1);
        }
    }

    private static DataSource dataSource(Postgres postgres) {
        var dataSource = new PGSimpleDataSource();
        dataSource.setUrl(postgres.jdbcUrl("postgres"));
        dataSource.setUser(postgres.user());
        dataSource.setPassword(postgres.password());
        return dataSource;
    }
}
