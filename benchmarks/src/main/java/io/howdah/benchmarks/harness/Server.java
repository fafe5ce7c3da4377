// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.harness;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * The PostgreSQL that all contenders of a run share, one after the other, each in a database of its own.
 *
 * <p>It cleans up after itself, also when the run is broken off: its databases are dropped, and a server that was
 * started for the run is stopped and deleted.
 */
public final class Server implements AutoCloseable {
    private static final String INSUFFICIENT_PRIVILEGE = "42501";

    private final PGSimpleDataSource source;
    private final Connection connection;
    private final Optional<Throwaway> throwaway;
    private final Set<String> databases = ConcurrentHashMap.newKeySet();
    private final AtomicInteger created = new AtomicInteger();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final boolean mayCheckpoint;

    private Server(PGSimpleDataSource source, Connection connection, Optional<Throwaway> throwaway)
            throws SQLException {
        this.source = source;
        this.connection = connection;
        this.throwaway = throwaway;
        this.mayCheckpoint = tryCheckpoint();
        Runtime.getRuntime().addShutdownHook(new Thread(this::closeAtShutdown, "end-of-benchmark"));
    }

    /** A durable server of the run's own, below the given directory, whose disk is the one that is measured. */
    public static Server throwaway(Path parent) throws IOException, SQLException {
        var throwaway = Throwaway.in(parent);
        try {
            PGSimpleDataSource source = throwaway.source();
            return new Server(source, source.getConnection(), Optional.of(throwaway));
        } catch (SQLException failure) {
            try (throwaway) {
                throw failure;
            }
        }
    }

    /** A server that runs already; the user in the address must be allowed to create databases. */
    public static Server at(String jdbcUrl) throws SQLException {
        var source = new PGSimpleDataSource();
        source.setUrl(jdbcUrl);
        return new Server(source, source.getConnection(), Optional.empty());
    }

    @Override
    public void close() throws IOException, SQLException {
        if (closed.getAndSet(true)) {
            return;
        }
        if (throwaway.isPresent()) {
            throwaway.get().close();
            return;
        }
        try (connection) {
            for (String name : databases) {
                drop(name);
            }
        }
    }

    boolean isClosed() {
        return closed.get();
    }

    Database createDatabase() throws SQLException {
        String name = "howdah_bench_" + ProcessHandle.current().pid() + "_" + created.incrementAndGet();
        databases.add(name);
        execute("create database " + name);
        return Database.on(source, name);
    }

    void dropDatabase(Database database) throws SQLException {
        drop(database.name());
        databases.remove(database.name());
    }

    /** So that nobody pays for what another has written; nothing happens if the user may not. */
    void checkpoint() throws SQLException {
        if (mayCheckpoint) {
            execute("checkpoint");
        }
    }

    boolean mayCheckpoint() {
        return mayCheckpoint;
    }

    Optional<Duration> syncTime() {
        return throwaway.map(Throwaway::syncTime);
    }

    Connection connection() {
        return connection;
    }

    private void drop(String name) throws SQLException {
        execute("drop database if exists " + name + " with (force)");
    }

    private boolean tryCheckpoint() throws SQLException {
        try {
            execute("checkpoint");
            return true;
        } catch (SQLException refused) {
            if (INSUFFICIENT_PRIVILEGE.equals(refused.getSQLState())) {
                return false;
            }
            throw refused;
        }
    }

    private void execute(String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private void closeAtShutdown() {
        try {
            close();
        } catch (IOException | SQLException failed) {
            System.err.println("The benchmark could not clean up after itself: " + failed);
        }
    }
}
