// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.db;

import io.howdah.DatabaseException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLWarning;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLWarning;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commits that count only when they are safe.
 *
 * <p>When the wait for a synchronous standby is cancelled, the server answers COMMIT with success and a mere warning,
 * although the transaction may be lost in a failover. We treat that as an unknown outcome.
 */
final class Commits {
    static final Logger log = LoggerFactory.getLogger(Commits.class);

    /** The server's routine that waits for standbys; unlike the message, it is not translated. */
    private static final String WAIT_FOR_STANDBY = "SyncRepWaitForLSN";

    private Commits() {}

    static void commit(Connection connection) throws SQLException {
        connection.clearWarnings();
        try {
            connection.commit();
        } catch (SQLException failure) {
            throw DatabaseException.duringCommit(failure);
        }
        check(connection.getWarnings());
    }

    static void check(@Nullable SQLWarning first) {
        for (var warning = first; warning != null; warning = warning.getNextWarning()) {
            if (isCancelledWait(warning)) {
                throw DatabaseException.notReplicated(warning);
            }
        }
    }

    private static boolean isCancelledWait(SQLWarning warning) {
        return warning instanceof PSQLWarning fromServer
                && fromServer.getServerErrorMessage() != null
                && WAIT_FOR_STANDBY.equals(fromServer.getServerErrorMessage().getRoutine());
    }
}
