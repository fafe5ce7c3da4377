// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.raw;

import io.howdah.benchmarks.harness.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.postgresql.PGConnection;

/** A session that listens, as a real consumer would. */
final class Listener implements AutoCloseable {
    static final String CHANNEL = "benchmark";
    private static final Duration LOOK = Duration.ofMillis(20);

    private final Connection connection;
    private final CompletableFuture<Void> listening;
    private volatile boolean closed;
    private final CountDownLatch heard = new CountDownLatch(1);

    private Listener(Connection connection) {
        this.connection = connection;
        this.listening = CompletableFuture.runAsync(this::listen, Thread.ofPlatform()::start);
    }

    static Listener open(Database database) throws SQLException {
        Connection connection = database.connect();
        try (var statement = connection.createStatement()) {
            statement.execute("listen " + CHANNEL);
        }
        return new Listener(connection);
    }

    /** Whether a notification has arrived, or does so in time. */
    boolean hasHeard(Duration wait) throws InterruptedException {
        return heard.await(wait.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() throws SQLException {
        closed = true;
        try (connection) {
            listening.join();
        }
    }

    private void listen() {
        try {
            PGConnection session = connection.unwrap(PGConnection.class);
            while (!closed) {
                if (session.getNotifications((int) LOOK.toMillis()).length > 0) {
                    heard.countDown();
                }
            }
        } catch (SQLException failure) {
            throw new IllegalStateException("The listener broke off.", failure);
        }
    }
}
