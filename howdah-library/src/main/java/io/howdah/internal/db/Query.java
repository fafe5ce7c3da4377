// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.db;

import io.howdah.DatabaseException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One execution of a statement: binds are set by name, then it is run once. Not thread-safe. */
public final class Query {
    private static final Object NOT_SET = new Object();

    private final Db db;
    private final Sql sql;
    private final @Nullable Object[] values;

    Query(Db db, Sql sql) {
        this.db = db;
        this.sql = sql;
        this.values = new Object[sql.binds().size()];
        Arrays.fill(values, NOT_SET);
    }

    public Query set(String bind, @Nullable Object value) {
        var places = sql.placesOf(bind);
        if (places == null) {
            throw new IllegalArgumentException("no bind :" + bind + " in " + sql);
        }
        for (int place : places) {
            values[place] = value;
        }
        return this;
    }

    public <T> List<T> list(Row.Mapper<T> mapper) {
        return run(statement -> {
            try (var result = statement.getResultSet()) {
                var row = new Row(result);
                var rows = new ArrayList<T>();
                while (result.next()) {
                    rows.add(mapper.read(row));
                }
                return rows;
            }
        });
    }

    /** The row, if there is one; several are an error. */
    public <T> Optional<T> optional(Row.Mapper<T> mapper) {
        var rows = list(mapper);
        if (rows.size() > 1) {
            throw new IllegalStateException("expected at most one row, got " + rows.size() + " from " + sql);
        }
        return rows.isEmpty() ? Optional.empty() : Optional.of(rows.getFirst());
    }

    public <T> T one(Row.Mapper<T> mapper) {
        return optional(mapper).orElseThrow(() -> new IllegalStateException("expected one row, got none from " + sql));
    }

    /** Runs a statement that returns no rows; the answer is how many it changed. */
    public long update() {
        return run(PreparedStatement::getLargeUpdateCount);
    }

    /** Runs a statement for its effect alone, whatever it returns. */
    public void execute() {
        run(statement -> true);
    }

    private <T> T run(Answer<T> answer) {
        requireAllBinds();
        return db.single(connection -> {
            var bound = db.bound(connection);
            try (var statement = bound.prepare(connection, sql.text(db.schema()), db.schema())) {
                bind(connection, statement, bound.bind(statement));
                bound.execute(statement);
                var read = answer.read(statement);
                Commits.check(statement.getWarnings());
                return read;
            }
        });
    }

    private void requireAllBinds() {
        for (int i = 0; i < values.length; i++) {
            if (NOT_SET.equals(values[i])) {
                throw new IllegalStateException("bind :" + sql.binds().get(i) + " was not set for " + sql);
            }
        }
    }

    private void bind(Connection connection, PreparedStatement statement, int before) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            Binds.set(connection, statement, before + i + 1, values[i]);
        }
    }

    /** What there is to read of a statement that was run. */
    private interface Answer<T> {
        T read(PreparedStatement statement) throws SQLException, DatabaseException;
    }
}
