// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.raw;

import io.howdah.benchmarks.harness.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Sends one notification for all commits of the last 2 ms, in a transaction of its own. */
final class Coalescer implements AutoCloseable {
    private static final Duration PERIOD = Duration.ofMillis(2);

    private final Connection connection;
    private final AtomicBoolean committed = new AtomicBoolean();
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
    private final Future<?> sending;

    private Coalescer(Connection connection) {
        this.connection = connection;
        this.sending = thread.scheduleAtFixedRate(this::send, 0, PERIOD.toMillis(), TimeUnit.MILLISECONDS);
    }

    static Coalescer open(Database database) throws SQLException {
        return new Coalescer(database.connect());
    }

    /** Something was committed that listeners should look for. */
    void committed() {
        committed.set(true);
    }

    @Override
    public void close() throws SQLException {
        try (connection;
                thread) {
            if (sending.state() == Future.State.FAILED) {
                throw new IllegalStateException("The notifier broke off.", sending.exceptionNow());
            }
        }
    }

    private void send() {
        if (!committed.getAndSet(false)) {
            return;
        }
        try (var statement = connection.createStatement()) {
            statement.execute(
                    "select set_config('synchronous_commit', 'off', true), pg_notify('" + Listener.CHANNEL + "', '')");
        } catch (SQLException failure) {
            throw new IllegalStateException("The notification could not be sent.", failure);
        }
    }
}
