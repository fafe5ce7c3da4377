// SPDX-License-Identifier: Apache-2.0
package io.howdah.limit;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.howdah.Howdah;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import javax.sql.DataSource;

/** A process that asks a policy as often as it can for a while, and writes down what it was granted and when. */
final class LimitProcess {
    static final RateLimit BUCKET =
            RateLimit.named("bucket").allow(300, Duration.ofSeconds(1)).answerWithin(Duration.ofSeconds(60));
    static final RateLimit WINDOW =
            RateLimit.named("window").window(150, Duration.ofMillis(500)).answerWithin(Duration.ofSeconds(60));
    static final long UNWRITTEN = 20;
    private static final int THREADS = 4;

    private LimitProcess() {}

    /** Whatever was granted lies between these two moments of the machine's clock. */
    private record Use(String key, long cost, Instant from, Instant to) {}

    public static void main(String[] arguments) throws Exception {
        var dataSource = pool(arguments);
        var howdah = Howdah.open(dataSource);
        System.out.println("ready");
        var names = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (var name = names.readLine(); name != null; name = names.readLine()) {
            ask(howdah.limits(), dataSource, name);
            System.out.println("asked " + name);
        }
    }

    private static void ask(Limits limits, DataSource dataSource, String name) throws Exception {
        var policy = policy(name);
        var until = System.nanoTime() + Duration.ofSeconds(1).toNanos();
        // All threads of all processes together get more than a limit and a half of each of two keys.
        var wanted = policy.limits().getFirst().count() / 3;
        var tasks = new ArrayList<Callable<List<Use>>>();
        for (int i = 0; i < THREADS; i++) {
            tasks.add(() -> ask(limits, policy, until, wanted));
        }
        try (var threads = Executors.newFixedThreadPool(THREADS)) {
            for (var uses : threads.invokeAll(tasks)) {
                write(dataSource, name, uses.get());
            }
        }
    }

    static RateLimit policy(String name) {
        return switch (name) {
            case "bucket" -> BUCKET;
            case "window" -> WINDOW;
            case "leased-bucket" -> BUCKET.leased();
            case "leased-window" -> WINDOW.leased();
            case "approximate-bucket" -> BUCKET.approximate(UNWRITTEN);
            case "approximate-window" -> WINDOW.approximate(UNWRITTEN);
            default -> throw new IllegalArgumentException(name);
        };
    }

    /** For a while, and on a slow machine for as long as it takes to be granted so many. */
    private static List<Use> ask(Limits limits, RateLimit policy, long until, long wanted) {
        var uses = new ArrayList<Use>();
        var random = new Random();
        while (System.nanoTime() < until || uses.size() < wanted) {
            var key = random.nextBoolean() ? "a" : "b";
            var cost = random.nextInt(10) == 0 ? 1 + random.nextInt(5) : 1;
            var from = Instant.now();
            var decision = limits.tryAcquire(policy, key, cost);
            if (decision instanceof Granted granted) {
                uses.add(new Use(key, cost, from, Instant.now()));
                if (random.nextInt(20) == 0 && limits.refund(granted)) {
                    uses.removeLast();
                }
            }
        }
        return uses;
    }

    private static void write(DataSource dataSource, String name, List<Use> uses) throws SQLException {
        try (var connection = dataSource.getConnection();
                var insert = connection.prepareStatement("insert into use values (?, ?, ?, ?, ?)")) {
            for (var use : uses) {
                insert.setString(1, name);
                insert.setString(2, use.key());
                insert.setLong(3, use.cost());
                insert.setLong(4, nanos(use.from()));
                insert.setLong(5, nanos(use.to()));
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    private static long nanos(Instant instant) {
        return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), 1_000_000_000L), instant.getNano());
    }

    private static DataSource pool(String[] arguments) {
        var config = new HikariConfig();
        config.setJdbcUrl(arguments[0]);
        config.setUsername(arguments[1]);
        config.setPassword(arguments[2]);
        config.setMaximumPoolSize(4);
        return new HikariDataSource(config);
    }
}
