// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.jobs.player;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/** No queue at all: a row with the same payload in a table with a key. */
final class PlainInsert implements Product {
    private static final String ONE = "insert into entry (kind, payload) values ('nothing', ?::text)";
    private static final String MANY = "insert into entry (kind, payload) select 'nothing', unnest(?)";

    private final HikariDataSource pool;

    PlainInsert(Address address) {
        this.pool = address.pool(10);
    }

    @Override
    public void install() throws SQLException {
        try (var connection = pool.getConnection();
                var statement = connection.createStatement()) {
            statement.execute("create table entry (id bigint generated always as identity primary key,"
                    + " kind text not null, payload text not null)");
        }
    }

    @Override
    public void enqueue(int number) throws SQLException {
        try (var connection = pool.getConnection();
                var insert = connection.prepareStatement(ONE)) {
            insert.setString(1, payload(number));
            insert.executeUpdate();
        }
    }

    @Override
    public void enqueueAll(int from, int to) throws SQLException {
        try (var connection = pool.getConnection();
                var insert = connection.prepareStatement(MANY)) {
            Object[] payloads =
                    IntStream.range(from, to).mapToObj(PlainInsert::payload).toArray();
            insert.setArray(1, connection.createArrayOf("text", payloads));
            insert.executeUpdate();
        }
    }

    @Override
    public void work(Aim aim, IntConsumer handler) {
        throw new UnsupportedOperationException("A plain table has no workers.");
    }

    @Override
    public void close() {
        pool.close();
    }

    private static String payload(int number) {
        return "{\"number\":" + number + "}";
    }
}
