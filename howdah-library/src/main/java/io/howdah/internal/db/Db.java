// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.db;

import io.howdah.DatabaseException;
import io.howdah.internal.loop.Backoff;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.postgresql.PGConnection;

/**
 * Runs statements: on connections of its own, or inside a transaction it was given. Thread-safe, except one that was
 * given a connection.
 *
 * <p>A lone statement is never sent twice. A transaction of our own is run again when the server says that it was
 * rolled back (serialization failure, deadlock, read-only after a failover) or when the connection broke before the
 * commit was sent; therefore {@link #tx} takes work that has no effect outside its transaction. A connection that
 * breaks during the commit leaves the outcome unknown: that is thrown, not retried.
 */
public final class Db {
    /** Work that is done on the statements of one transaction. */
    @FunctionalInterface
    public interface Work<T> {
        T run(Db transaction) throws SQLException;
    }

    /** Work on a bare connection. */
    @FunctionalInterface
    public interface ConnectionWork<T> {
        T run(Connection connection) throws SQLException;
    }

    private static final int ATTEMPTS = 4;
    private static final Backoff RETRIES = Backoff.between(Duration.ofMillis(10), Duration.ofMillis(200));

    private final SchemaName schema;
    private final Connections connections;
    private final boolean bounded;

    private Db(SchemaName schema, Connections connections, boolean bounded) {
        this.schema = schema;
        this.connections = connections;
        this.bounded = bounded;
    }

    public static Db of(DataSource dataSource, SchemaName schema) {
        return new Db(schema, new Connections.Own(dataSource), false);
    }

    public static Db of(Connection connection, SchemaName schema) {
        return new Db(schema, new Connections.Given(connection), false);
    }

    /** The same statements inside the caller's transaction: the caller commits, and nothing is retried. */
    public Db on(Connection connection) {
        return new Db(schema, new Connections.Given(connection), bounded);
    }

    /**
     * The same, for what is done in the background again and again: the server ends each statement before its client
     * gives up on it, so that the next round finds nothing of the last one under way.
     */
    public Db bounded() {
        return new Db(schema, connections, true);
    }

    Bound bound(Connection connection) throws SQLException {
        return bounded ? Bound.below(connection) : Bound.NONE;
    }

    public Query run(Sql sql) {
        return new Query(this, sql);
    }

    /** Does the work in one transaction; inside a given transaction it simply takes part in that. */
    public <T> T tx(Work<T> work) {
        for (int attempt = 1; ; attempt++) {
            try {
                return connections.transaction(connection -> work.run(on(connection)));
            } catch (DatabaseException failure) {
                if (!failure.isRolledBack() || !connections.mayRetry() || attempt == ATTEMPTS) {
                    throw failure;
                }
                RETRIES.pause(attempt);
            }
        }
    }

    /**
     * Does the work as a part of a given transaction, which can go on without it: what fails has left nothing behind.
     */
    public <T> T part(Work<T> work) {
        return connections.part(connection -> work.run(on(connection)));
    }

    /** Does the work on a bare connection in one transaction, and never again: for what is not ours to repeat. */
    public <T> T once(ConnectionWork<T> work) {
        return connections.transaction(work);
    }

    /** A transaction of its own that begins when it is needed, if it is. */
    public LateTransaction later() {
        return connections.later();
    }

    /**
     * Runs a statement for its effect alone, which may take as long as this, however soon the connection gives up on
     * others. Elsewhere the work would go on in the server, and its end would not be known.
     */
    public void patiently(Duration patience, Sql sql) {
        single(connection -> {
            var usual = connection.getNetworkTimeout();
            connection.setNetworkTimeout(Runnable::run, Math.toIntExact(patience.toMillis()));
            try (var statement = connection.createStatement()) {
                return statement.execute(sql.text(schema));
            } finally {
                if (!connection.isClosed()) {
                    connection.setNetworkTimeout(Runnable::run, usual);
                }
            }
        });
    }

    /** Sends rows to a table, by a statement that begins with COPY and ends with {@code from stdin (format binary)}. */
    public void copy(Sql sql, CopyRows rows) {
        single(connection -> {
            var bytes = rows.end();
            var api = connection.unwrap(PGConnection.class).getCopyAPI();
            try {
                return api.copyIn(sql.text(schema), new ByteArrayInputStream(bytes), bytes.length);
            } catch (IOException impossible) {
                throw new UncheckedIOException(impossible);
            }
        });
    }

    /** Runs a script of several statements, which cannot have binds; {@code howdah.} is put into the right schema. */
    void script(String script) {
        single(connection -> {
            try (var statement = connection.createStatement()) {
                statement.setEscapeProcessing(false);
                return statement.execute(Sql.scriptIn(schema, script));
            }
        });
    }

    public SchemaName schema() {
        return schema;
    }

    <T> T single(ConnectionWork<T> work) {
        return connections.single(work);
    }
}
