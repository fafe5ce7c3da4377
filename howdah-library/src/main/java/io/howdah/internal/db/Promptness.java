// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.db;

import java.lang.reflect.Field;
import java.sql.Connection;
import java.sql.SQLException;
import org.postgresql.core.PGStream;
import org.postgresql.core.QueryExecutorBase;
import org.postgresql.jdbc.PgConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has the driver hand over a notification when it arrives. By itself pgjdbc then reads on for a millisecond, in case
 * there is more, which is longer than the notification took to come; it means to do so once a second at most, but takes
 * no note of having done it when nothing came. Whoever listens comes back at once, and finds what has come meanwhile.
 *
 * <p>There is no setting for it, so this reaches for a field of the driver's. Where that cannot be had, in another
 * version or a closed module, notifications are a millisecond late, and nothing else changes.
 */
final class Promptness {
    private static final Logger log = LoggerFactory.getLogger(Promptness.class);

    private Promptness() {}

    static boolean begin(Connection connection) {
        return readOnNotBefore(connection, Long.MAX_VALUE);
    }

    /** As the driver was: the connection may serve somebody else, who does not come back at once. */
    static void end(Connection connection) {
        readOnNotBefore(connection, 0);
    }

    private static boolean readOnNotBefore(Connection connection, long milliseconds) {
        try {
            var executor = connection.unwrap(PgConnection.class).getQueryExecutor();
            var stream = accessible(QueryExecutorBase.class, "pgStream").get(executor);
            accessible(PGStream.class, "nextStreamAvailableCheckTime").setLong(stream, milliseconds);
            return true;
        } catch (SQLException | ReflectiveOperationException | RuntimeException | LinkageError cannot) {
            log.debug("Notifications are handed over a millisecond late: {}", cannot.toString());
            return false;
        }
    }

    private static Field accessible(Class<?> owner, String name) throws NoSuchFieldException {
        var field = owner.getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }
}
