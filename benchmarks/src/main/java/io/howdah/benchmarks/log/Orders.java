// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.log;

import io.howdah.benchmarks.harness.Load;
import io.howdah.benchmarks.harness.Stage;
import io.howdah.benchmarks.harness.Trial;
import io.howdah.benchmarks.raw.Payload;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** What an application does: it writes a row of its own and, in the same transaction, what others shall learn of it. */
final class Orders {
    private static final String ORDERS = """
        create table purchase (id bigint generated always as identity primary key, customer text not null,
                               total int not null)
        """;

    private static final String OUTBOX =
            "create table outbox (id bigint generated always as identity primary key, payload bytea not null)";

    /** Tells others of an order, in its transaction. */
    @FunctionalInterface
    private interface Telling {
        void tell() throws SQLException;
    }

    private Orders() {}

    /** Told by a row of 1 KB that nobody reads. */
    static Trial toldByInsert(Stage stage, int threads) throws Exception {
        stage.database().execute(ORDERS);
        stage.database().execute(OUTBOX);
        return Load.of(stage, threads, () -> {
            var connection = stage.database().connect();
            var insert = connection.prepareStatement("insert into outbox (payload) values (?)");
            return new Ordering(connection, () -> {
                insert.setBytes(1, Payload.kilobyte());
                insert.execute();
            });
        });
    }

    /** Told by an event of 1 KB that is numbered and read meanwhile. */
    static Trial toldByEvent(Stage stage, int threads) throws Exception {
        stage.database().execute(ORDERS);
        var topic = HowdahLog.AFTER_COMMIT;
        var ours = HowdahLog.on(stage.database());
        ours.log().create(topic);
        ours.reading(topic, Appends.READER, batch -> {}).started();
        return Appends.closing(ours, Load.of(stage, threads, () -> {
            var connection = stage.database().connect();
            return new Ordering(connection, () -> ours.log().append(connection, topic, Appends.event()));
        }));
    }

    private static final class Ordering implements Load.Worker {
        private final Connection connection;
        private final PreparedStatement order;
        private final Telling telling;

        Ordering(Connection connection, Telling telling) throws SQLException {
            this.connection = connection;
            this.telling = telling;
            connection.setAutoCommit(false);
            order = connection.prepareStatement("insert into purchase (customer, total) values (?, ?)");
        }

        @Override
        public int call() throws SQLException {
            order.setString(1, "customer-1");
            order.setInt(2, 100);
            order.execute();
            telling.tell();
            connection.commit();
            return 1;
        }

        @Override
        public void close() throws SQLException {
            connection.close();
        }
    }
}
