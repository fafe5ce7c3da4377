// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.db;

import io.howdah.DatabaseException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One execution of a statement: binds are set by name, then it is run once. Not thread-safe. */
public final class Query {
    private final Db db;
    private final Sql sql;
    private final Map<String, @Nullable Object> values = new HashMap<>();

    Query(Db db, Sql sql) {
        this.db = db;
        this.sql = sql;
    }

    public Query set(String bind, @Nullable Object value) {
        if (!sql.binds().contains(bind)) {
            throw new IllegalArgumentException("no bind :" + bind + " in " + sql);
        }
        values.put(bind, value);
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
        return rows.stream().findFirst();
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
        if (!values.keySet().containsAll(sql.binds())) {
            var missing = new HashSet<>(sql.binds());
            missing.removeAll(values.keySet());
            throw new IllegalStateException("binds " + missing + " were not set for " + sql);
        }
    }

    private void bind(Connection connection, PreparedStatement statement, int before) throws SQLException {
        for (int i = 0; i < sql.binds().size(); i++) {
            Binds.set(
                    connection,
                    statement,
                    before + i + 1,
                    values.get(sql.binds().get(i)));
        }
    }

    /** What there is to read of a statement that was run. */
    private interface Answer<T> {
        T read(PreparedStatement statement) throws SQLException, DatabaseException;
    }
}
