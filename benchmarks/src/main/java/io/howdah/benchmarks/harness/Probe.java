// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.harness;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Finds out what a trial cost the server. */
final class Probe {
    private static final String WAL = "select pg_current_wal_lsn() - '0/0'::pg_lsn";
    private static final String COMMITS = "select xact_commit from pg_stat_database where datname = ?";
    private static final String SESSIONS =
            "select count(*) from pg_stat_activity where datname = ? and backend_type = 'client backend'";
    private static final String DEAD_ROWS = "select schemaname || '.' || relname, n_dead_tup from pg_stat_user_tables"
            + " where n_dead_tup > 0 and pg_stat_force_next_flush() is not null order by 2 desc, 1";
    private static final Duration SESSIONS_END = Duration.ofSeconds(10);
    private static final Duration PAUSE = Duration.ofMillis(10);

    private final Connection server;
    private final Database database;
    private final long walBefore;
    private final long commitsBefore;
    private long walAfter;

    private Probe(Connection server, Database database, long walBefore, long commitsBefore) {
        this.server = server;
        this.database = database;
        this.walBefore = walBefore;
        this.commitsBefore = commitsBefore;
    }

    /** Right before the measured part. */
    static Probe start(Connection server, Database database) throws SQLException {
        return new Probe(server, database, number(server, WAL), number(server, COMMITS, database.name()));
    }

    /** Right after the measured part. */
    void stop() throws SQLException {
        walAfter = number(server, WAL);
    }

    /** After the contender has ended its sessions: a session reports its last counts when it ends. */
    Costs costs() throws SQLException, InterruptedException {
        awaitEndOfSessions();
        long commits = number(server, COMMITS, database.name()) - commitsBefore;
        try (var connection = database.connect()) {
            return new Costs(walAfter - walBefore, deadRows(connection), commits);
        }
    }

    private void awaitEndOfSessions() throws SQLException, InterruptedException {
        long deadline = System.nanoTime() + SESSIONS_END.toNanos();
        while (number(server, SESSIONS, database.name()) > 0) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException(
                        "It left sessions open in its database, so its dead rows and commits cannot be counted.");
            }
            TimeUnit.NANOSECONDS.sleep(PAUSE.toNanos());
        }
    }

    private static Map<String, Long> deadRows(Connection connection) throws SQLException {
        var rows = new LinkedHashMap<String, Long>();
        try (var statement = connection.createStatement();
                var table = statement.executeQuery(DEAD_ROWS)) {
            while (table.next()) {
                rows.put(table.getString(1), table.getLong(2));
            }
        }
        return rows;
    }

    private static long number(Connection connection, String sql, String... parameters) throws SQLException {
        try (var statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setString(i + 1, parameters[i]);
            }
            try (var row = statement.executeQuery()) {
                return row.next() ? row.getLong(1) : 0;
            }
        }
    }

    /** What the whole trial cost: dead rows by table, the most first; commits count those that only read, too. */
    record Costs(long walBytes, Map<String, Long> deadRows, long commits) {}
}
