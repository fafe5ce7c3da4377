// SPDX-License-Identifier: Apache-2.0
package io.howdah.lock;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.howdah.DatabaseException;
import io.howdah.Howdah;
import io.howdah.HowdahException;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A process whose threads lock names at random. Under each lock they enter a register in the database with their token
 * and leave it again; what the register finds wrong is written down there.
 */
final class TortureProcess {
    static final int NAMES = 1000;
    private static final int LEASES = 100;
    private static final LeaseOptions LEASE = LeaseOptions.standard().ttl(Duration.ofSeconds(2));

    static final String SCHEMA = """
        drop table if exists register, violation;
        create table register (name int primary key, token bigint not null, left_at bigint);
        insert into register select g, 0, 0 from generate_series(0, 999) g;
        create table violation (at timestamptz default now(), what text);
        """;

    private final DataSource dataSource;
    private final Locks locks;
    private final AtomicLong turns = new AtomicLong();

    private TortureProcess(DataSource dataSource, Locks locks) {
        this.dataSource = dataSource;
        this.locks = locks;
    }

    public static void main(String[] arguments) throws Exception {
        var config = new HikariConfig();
        config.setDataSource(LockProcess.dataSource(arguments));
        config.setMaximumPoolSize(8);
        // Threads that wait for one while the process is frozen have not failed.
        config.setConnectionTimeout(120_000);
        var pool = new HikariDataSource(config);
        var howdah = Howdah.builder(pool)
                .direct(LockProcess.dataSource(arguments))
                .beatEvery(Duration.ofMillis(500))
                .build();
        howdah.start();
        var process = new TortureProcess(pool, howdah.locks());
        var threads = new ArrayList<Thread>();
        for (int i = 0; i < Integer.parseInt(arguments[3]); i++) {
            // Both kinds of threads: their interrupts and sockets differ.
            var builder = i % 2 == 0 ? Thread.ofPlatform() : Thread.ofVirtual();
            threads.add(builder.start(process::work));
        }
        System.out.println("working");
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
        process.stop(threads);
        howdah.close();
        System.out.println("turns " + process.turns.get());
        System.exit(0);
    }

    private volatile boolean stopping;

    private void stop(List<Thread> threads) throws InterruptedException {
        stopping = true;
        for (var thread : threads) {
            thread.join();
        }
    }

    private void work() {
        var random = new Random();
        while (!stopping) {
            // A tenth of them want one of ten names, so that there is something to wait for.
            var number = random.nextInt(random.nextInt(10) == 0 ? 10 : NAMES);
            try (var lock = acquire(number, random)) {
                if (lock != null) {
                    turn(number, lock);
                    turns.incrementAndGet();
                }
            } catch (LockTimeoutException | LockLostException | DatabaseException expected) {
                Thread.onSpinWait();
            } catch (InterruptedException | SQLException | HowdahException failure) {
                System.out.println("failed: " + failure);
            }
        }
    }

    private @Nullable LockHandle acquire(int number, Random random) throws InterruptedException {
        var name = LockName.of("torture", "name " + number);
        if (number >= NAMES - LEASES) {
            return locks.lease(name, LEASE, Duration.ofSeconds(1));
        }
        return random.nextInt(4) == 0
                ? locks.tryAcquire(name).orElse(null)
                : locks.acquire(name, Duration.ofMillis(500 + random.nextInt(2000)));
    }

    private void turn(int number, LockHandle lock) throws SQLException {
        try (var connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            if (update(connection, "update register set token = ? where name = ? and token < ?", lock.token(), number)
                    == 0) {
                judge(connection, lock, number, "entered after a newer one");
            }
            lock.fence(connection);
            connection.commit();
            if (update(connection, "update register set left_at = ? where name = ? and token = ?", lock.token(), number)
                    == 0) {
                judge(connection, lock, number, "was not alone");
            }
            lock.fence(connection);
            connection.commit();
        }
    }

    private static int update(Connection connection, String sql, long token, int number) throws SQLException {
        try (var update = connection.prepareStatement(sql)) {
            update.setLong(1, token);
            update.setInt(2, number);
            update.setLong(3, token);
            return update.executeUpdate();
        }
    }

    /** Somebody newer was there: that is allowed only if our fence refuses us, now and from now on. */
    private static void judge(Connection connection, LockHandle lock, int number, String what) throws SQLException {
        lock.fence(connection);
        try (var insert = connection.prepareStatement("insert into violation (what) values (?)")) {
            insert.setString(1, lock + " " + what + " in " + number);
            insert.execute();
        }
        connection.commit();
    }
}
