// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.db;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PGobject;

/** How Java values travel to PostgreSQL. */
final class Binds {
    private Binds() {}

    static void set(Connection connection, PreparedStatement statement, int index, @Nullable Object value)
            throws SQLException {
        switch (value) {
            case null -> statement.setNull(index, Types.NULL);
            case String text -> statement.setString(index, text);
            case byte[] bytes -> statement.setBytes(index, bytes);
            case Instant instant -> statement.setObject(index, instant.atOffset(ZoneOffset.UTC));
            case Duration duration -> statement.setObject(index, interval(duration));
            case long[] numbers -> statement.setObject(index, numbers);
            case int[] numbers -> statement.setObject(index, numbers);
            case String[] texts -> statement.setArray(index, connection.createArrayOf("text", texts));
            case byte[][] blobs -> statement.setArray(index, connection.createArrayOf("bytea", blobs));
            case UUID[] ids -> statement.setArray(index, connection.createArrayOf("uuid", ids));
            case Instant[] instants ->
                statement.setArray(index, connection.createArrayOf("timestamptz", texts(instants)));
            case Collection<?> unsupported ->
                throw new IllegalArgumentException("a collection cannot be bound, use an array: " + unsupported);
            default -> statement.setObject(index, value);
        }
    }

    /** ISO 8601, which PostgreSQL reads; the driver has no type of its own for a duration. */
    private static PGobject interval(Duration duration) throws SQLException {
        var interval = new PGobject();
        interval.setType("interval");
        interval.setValue(duration.toString());
        return interval;
    }

    private static @Nullable String[] texts(@Nullable Instant[] instants) {
        var texts = new @Nullable String[instants.length];
        for (int i = 0; i < instants.length; i++) {
            var instant = instants[i];
            texts[i] = instant == null ? null : instant.toString();
        }
        return texts;
    }
}
