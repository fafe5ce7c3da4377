// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.db;

import io.howdah.DatabaseException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A transaction that begins when its connection is first asked for: who may not need one holds none. Closed without a
 * commit, it is rolled back. Used by one thread at a time.
 */
public final class LateTransaction implements AutoCloseable {
    private final DataSource dataSource;
    private @Nullable Connection connection;
    private @Nullable DatabaseException refused;
    private boolean autoCommit;
    private boolean committed;
    private boolean closed;

    LateTransaction(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    public boolean isBegun() {
        return connection != null;
    }

    /** Why it could not begin, if it was asked to. */
    public Optional<DatabaseException> refused() {
        return Optional.ofNullable(refused);
    }

    /** Begins, unless it has. */
    public Connection connection() {
        if (closed) {
            throw new IllegalStateException("this transaction has ended");
        }
        if (connection == null) {
            connection = begin();
        }
        return connection;
    }

    private Connection begin() {
        var borrowed = borrow();
        try {
            autoCommit = borrowed.getAutoCommit();
            borrowed.setAutoCommit(false);
            return borrowed;
        } catch (SQLException failure) {
            giveBack(borrowed);
            throw refuse(DatabaseException.of(failure));
        }
    }

    /** Not retried: waiting for a connection, and for how long, is the pool's business. */
    private Connection borrow() {
        try {
            return dataSource.getConnection();
        } catch (SQLException failure) {
            throw refuse(DatabaseException.noConnection(failure));
        }
    }

    private DatabaseException refuse(DatabaseException failure) {
        refused = failure;
        return failure;
    }

    /** Nothing to do where nothing has begun. */
    public void commit() {
        if (connection != null) {
            try {
                Commits.commit(connection);
                committed = true;
            } catch (SQLException failure) {
                throw DatabaseException.of(failure);
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        if (connection != null) {
            giveBack(connection);
        }
    }

    /**
     * Whether it was committed is decided by now, and what made it end so matters more than a connection that breaks
     * here, which its pool closes.
     */
    private void giveBack(Connection ending) {
        try (ending) {
            if (!committed) {
                ending.rollback();
            }
            ending.setAutoCommit(autoCommit);
        } catch (SQLException failure) {
            Commits.log.debug("A connection could not be given back as it was: {}", failure.getMessage());
        }
    }
}
