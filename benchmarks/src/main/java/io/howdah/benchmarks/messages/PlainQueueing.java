// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.messages;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.howdah.benchmarks.harness.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The usual way: one table with a visibility time, each consumer claims for itself and deletes what it has done. */
final class PlainQueueing implements Queueing {
    private static final int CONNECTIONS = 64;

    private static final String TABLE = """
        create table message (
          id bigint generated always as identity primary key, deliveries int not null default 0,
          visible_at timestamptz not null default clock_timestamp(), payload bytea not null);
        create index on message (visible_at);
        """;

    private static final String RECEIVE = """
        with next as materialized (
          select id from message where visible_at <= clock_timestamp() order by id limit ? for update skip locked
        )
        update message m set visible_at = clock_timestamp() + interval '30 s', deliveries = deliveries + 1
        from next where m.id = next.id
        returning m.id, m.payload
        """;

    private final HikariDataSource pool;

    PlainQueueing(Database database) throws SQLException {
        database.execute(TABLE);
        var config = new HikariConfig();
        config.setJdbcUrl(database.url());
        config.setUsername(database.user());
        config.setPassword(database.password());
        config.setMaximumPoolSize(CONNECTIONS);
        this.pool = new HikariDataSource(config);
    }

    @Override
    public void send(List<byte[]> payloads) throws SQLException {
        try (var connection = pool.getConnection();
                var insert = connection.prepareStatement("insert into message (payload) select unnest(?)")) {
            insert.setArray(1, connection.createArrayOf("bytea", payloads.toArray(byte[][]::new)));
            insert.execute();
        }
    }

    @Override
    public int receiveAndAck(int most) throws SQLException {
        try (var connection = pool.getConnection()) {
            var ids = receive(connection, most);
            if (!ids.isEmpty()) {
                delete(connection, ids);
            }
            return ids.size();
        }
    }

    private static List<Long> receive(Connection connection, int most) throws SQLException {
        try (var receive = connection.prepareStatement(RECEIVE)) {
            receive.setInt(1, most);
            try (var rows = receive.executeQuery()) {
                var ids = new ArrayList<Long>();
                while (rows.next()) {
                    ids.add(rows.getLong(1));
                }
                return ids;
            }
        }
    }

    private static void delete(Connection connection, List<Long> ids) throws SQLException {
        try (var delete = connection.prepareStatement("delete from message where id = any (?)")) {
            delete.setArray(1, connection.createArrayOf("int8", ids.toArray()));
            delete.execute();
        }
    }

    @Override
    public void close() {
        pool.close();
    }
}
