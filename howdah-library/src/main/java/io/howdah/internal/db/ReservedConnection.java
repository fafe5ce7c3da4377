// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.db;

import io.howdah.DatabaseException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection that is kept for one purpose, so that a full pool cannot stand in its way. It is opened when first
 * needed and again after it broke, and no answer is waited for longer than the timeout. Used by one thread at a time.
 */
public final class ReservedConnection implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ReservedConnection.class);

    private final DataSource dataSource;
    private final Duration timeout;
    private final SqlWork<?> lastWords;
    private @Nullable Connection connection;

    public ReservedConnection(DataSource dataSource, Duration timeout) {
        this(dataSource, timeout, connection -> true);
    }

    /** @param lastWords what undoes what was said on it: it may go back to a pool and serve somebody else */
    ReservedConnection(DataSource dataSource, Duration timeout, SqlWork<?> lastWords) {
        this.dataSource = dataSource;
        this.timeout = timeout;
        this.lastWords = lastWords;
    }

    /** Work on the connection. After any failure it is given up, and the next use opens another. */
    public <T> T use(SqlWork<T> work) {
        try {
            return work.run(open());
        } catch (SQLException failure) {
            close();
            throw DatabaseException.duringCommit(failure);
        } catch (RuntimeException failure) {
            close();
            throw failure;
        }
    }

    private Connection open() throws SQLException {
        var current = connection;
        if (current == null) {
            current = dataSource.getConnection();
            connection = current;
            current.setAutoCommit(true);
            current.setNetworkTimeout(Runnable::run, Math.toIntExact(timeout.toMillis()));
        }
        return current;
    }

    @Override
    public void close() {
        var current = connection;
        connection = null;
        if (current != null) {
            try (current) {
                lastWords.run(current);
            } catch (SQLException | RuntimeException failure) {
                log.debug("Taking leave of a connection failed: {}", failure.getMessage());
            }
        }
    }

    /** Work on a bare connection. */
    @FunctionalInterface
    public interface SqlWork<T> {
        T run(Connection connection) throws SQLException;
    }
}
