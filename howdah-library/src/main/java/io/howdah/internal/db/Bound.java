// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.db;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * How long the server may be at a statement: five sixths of the time after which its client gives up.
 *
 * <p>A client that gives up closes its socket, which the server notices when the statement has ended. Until then that
 * goes on, and holds its locks, while whoever sent it tries again. With a bound the server ends it first, and its
 * sender is told so while it still listens: of one sender there is one statement at a time.
 *
 * <p>The bound is sent along with the statement, before it and in the same transaction, which it ends with: it takes no
 * round trip, leaves nothing on the connection, and holds through a pooler. A shorter {@code statement_timeout} of the
 * role stays. Where the client waits for ever, so may the server.
 */
record Bound(int millis) {
    static final Bound NONE = new Bound(0);

    /** Not said by the statement itself: what is set while a statement runs counts from the next one on. */
    private static final Sql LIMIT = Sql.of("""
        select set_config('statement_timeout', own.millis::text, true)
        from (select :millis::int as millis) own
        where current_setting('statement_timeout')::interval not between '1 ms' and own.millis * interval '1 ms'
        """);

    static Bound below(Connection connection) throws SQLException {
        var patience = connection.getNetworkTimeout();
        return patience == 0 ? NONE : new Bound(Math.max(1, patience - patience / 6));
    }

    PreparedStatement prepare(Connection connection, String text, SchemaName schema) throws SQLException {
        return connection.prepareStatement(isNone() ? text : LIMIT.text(schema) + ";\n" + text);
    }

    /** How many binds come before those of the statement. */
    int bind(PreparedStatement statement) throws SQLException {
        if (isNone()) {
            return 0;
        }
        statement.setInt(1, millis);
        return 1;
    }

    /** Runs both, and leaves off at what the statement itself has answered. */
    void execute(PreparedStatement statement) throws SQLException {
        statement.execute();
        if (!isNone()) {
            statement.getMoreResults();
        }
    }

    private boolean isNone() {
        return millis == 0;
    }
}
