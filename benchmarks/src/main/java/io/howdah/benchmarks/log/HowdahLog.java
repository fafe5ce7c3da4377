// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.log;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.howdah.Howdah;
import io.howdah.benchmarks.harness.Database;
import io.howdah.log.EventHandler;
import io.howdah.log.EventLog;
import io.howdah.log.GroupOptions;
import io.howdah.log.Topic;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Howdah on a pool of its own, as an application has it, numbering and reading beside what is measured. */
final class HowdahLog implements AutoCloseable {
    static final Topic AFTER_COMMIT = Topic.of("after-commit").partitions(16);
    static final Topic AT_APPEND = Topic.of("at-append").partitions(16).numbering(Topic.Numbering.AT_APPEND);

    private final HikariDataSource pool;
    private final Howdah howdah;
    private final @Nullable Connection held;

    private HowdahLog(HikariDataSource pool, Howdah howdah, @Nullable Connection held) {
        this.pool = pool;
        this.howdah = howdah;
        this.held = held;
    }

    static HowdahLog on(Database database) {
        var pool = pool(database);
        return new HowdahLog(pool, migrated(pool), null);
    }

    /** With a transaction that somebody holds open from before the first event. */
    static HowdahLog withTransactionHeldOpenOn(Database database) throws SQLException {
        var pool = pool(database);
        var howdah = migrated(pool);
        var connection = database.connect();
        connection.setAutoCommit(false);
        connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        try (var statement = connection.createStatement()) {
            statement.execute("select count(*), pg_current_xact_id() from howdah.log_event");
        }
        return new HowdahLog(pool, howdah, connection);
    }

    private static HikariDataSource pool(Database database) {
        var config = new HikariConfig();
        config.setJdbcUrl(database.url());
        config.setUsername(database.user());
        config.setPassword(database.password());
        config.setMaximumPoolSize(24);
        return new HikariDataSource(config);
    }

    private static Howdah migrated(HikariDataSource pool) {
        var howdah = Howdah.open(pool);
        howdah.migrate();
        return howdah;
    }

    EventLog log() {
        return howdah.log();
    }

    HowdahLog reading(Topic topic, GroupOptions options, EventHandler handler) {
        return reading("reader", topic, options, handler);
    }

    HowdahLog reading(String group, Topic topic, GroupOptions options, EventHandler handler) {
        howdah.log().handle(topic, group, options, handler);
        return this;
    }

    HowdahLog started() {
        howdah.start();
        return this;
    }

    @Override
    public void close() throws SQLException {
        howdah.close();
        pool.close();
        if (held != null) {
            held.close();
        }
    }
}
