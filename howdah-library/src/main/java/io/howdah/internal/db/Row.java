// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.db;

import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PGInterval;

/**
 * The current row of a result, read by column name. A null where none was expected is an error that names the column.
 */
public final class Row {
    /** Turns one row into a value. */
    @FunctionalInterface
    public interface Mapper<T> {
        T read(Row row) throws SQLException;
    }

    private final ResultSet result;

    Row(ResultSet result) {
        this.result = result;
    }

    public String string(String column) throws SQLException {
        return required(column, result.getString(column));
    }

    public @Nullable String stringOrNull(String column) throws SQLException {
        return result.getString(column);
    }

    public long number(String column) throws SQLException {
        var value = result.getLong(column);
        required(column, result.wasNull() ? null : Boolean.TRUE);
        return value;
    }

    public @Nullable Long numberOrNull(String column) throws SQLException {
        var value = result.getLong(column);
        return result.wasNull() ? null : value;
    }

    public int integer(String column) throws SQLException {
        return Math.toIntExact(number(column));
    }

    public double real(String column) throws SQLException {
        var value = result.getDouble(column);
        required(column, result.wasNull() ? null : Boolean.TRUE);
        return value;
    }

    public boolean bool(String column) throws SQLException {
        var value = result.getBoolean(column);
        required(column, result.wasNull() ? null : Boolean.TRUE);
        return value;
    }

    public Instant instant(String column) throws SQLException {
        return required(column, instantOrNull(column));
    }

    public @Nullable Instant instantOrNull(String column) throws SQLException {
        var value = result.getObject(column, OffsetDateTime.class);
        return value == null ? null : value.toInstant();
    }

    public Duration duration(String column) throws SQLException {
        return required(column, durationOrNull(column));
    }

    /** An interval without months or years, which have no fixed length. */
    public @Nullable Duration durationOrNull(String column) throws SQLException {
        var value = (PGInterval) result.getObject(column);
        if (value == null) {
            return null;
        }
        if (value.getYears() != 0 || value.getMonths() != 0) {
            throw new IllegalStateException("column " + column + " holds months, which are not a duration: " + value);
        }
        return Duration.ofDays(value.getDays())
                .plusHours(value.getHours())
                .plusMinutes(value.getMinutes())
                .plusSeconds(value.getWholeSeconds())
                .plusNanos(value.getMicroSeconds() * 1_000L);
    }

    public byte[] bytes(String column) throws SQLException {
        return required(column, result.getBytes(column));
    }

    public byte @Nullable [] bytesOrNull(String column) throws SQLException {
        return result.getBytes(column);
    }

    public UUID uuid(String column) throws SQLException {
        return required(column, uuidOrNull(column));
    }

    public @Nullable UUID uuidOrNull(String column) throws SQLException {
        return result.getObject(column, UUID.class);
    }

    public List<String> strings(String column) throws SQLException {
        return List.copyOf(Arrays.asList((String[]) array(column)));
    }

    public List<Long> numbers(String column) throws SQLException {
        return List.copyOf(Arrays.asList((Long[]) array(column)));
    }

    private Object array(String column) throws SQLException {
        Array array = required(column, result.getArray(column));
        return array.getArray();
    }

    private static <T> T required(String column, @Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("column " + column + " is null");
        }
        return value;
    }
}
