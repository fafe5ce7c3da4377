// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.log;

import io.howdah.benchmarks.harness.Load;
import io.howdah.benchmarks.harness.Outcome;
import io.howdah.benchmarks.harness.Stage;
import io.howdah.benchmarks.harness.Trial;
import io.howdah.benchmarks.raw.Payload;
import io.howdah.log.GroupOptions;
import io.howdah.log.NewEvent;
import io.howdah.log.StartAt;
import io.howdah.log.Topic;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.ThreadLocalRandom;

/** Events of a kilobyte, one per transaction, while they are numbered and read. */
final class Appends {
    private static final int KEYS = 10_000;
    private static final byte[] KILOBYTE = Payload.kilobyte();
    static final GroupOptions READER = GroupOptions.standard().batch(1_000).startAt(StartAt.latest());

    /** As a widespread design has it: one row counts for everybody, and is locked until the commit. */
    private static final String SINGLE_COUNTER = """
        create table log_counter (id int primary key, next_offset bigint not null);
        insert into log_counter values (1, 1);
        create table outbox (id bigint generated always as identity primary key, c_offset bigint unique, host_id text,
                             payload bytea not null)
        """;

    private Appends() {}

    static Trial grouped(Stage stage, int threads, Topic topic, HowdahLog ours) throws Exception {
        ours.log().create(topic);
        ours.reading(topic, READER, batch -> {}).started();
        return closing(ours, Load.of(stage, threads, () -> () -> {
            ours.log().append(topic, event());
            return 1;
        }));
    }

    static Trial inCallersTransaction(Stage stage, int threads, Topic topic) throws Exception {
        var ours = HowdahLog.on(stage.database());
        ours.log().create(topic);
        ours.reading(topic, READER, batch -> {}).started();
        return closing(
                ours, Load.of(stage, threads, () -> new Caller(stage.database().connect(), ours, topic)));
    }

    static Trial singleCounter(Stage stage, int threads) throws Exception {
        stage.database().execute(SINGLE_COUNTER);
        return Load.of(stage, threads, () -> new Counting(stage.database().connect()));
    }

    static NewEvent event() {
        return NewEvent.of("appended", KILOBYTE)
                .key(Integer.toString(ThreadLocalRandom.current().nextInt(KEYS)));
    }

    static Trial closing(HowdahLog ours, Load load) {
        return new Trial() {
            @Override
            public Outcome run() throws Exception {
                return load.run();
            }

            @Override
            public void close() throws IOException, SQLException {
                load.close();
                ours.close();
            }
        };
    }

    /** Appends on a connection of its own, as an application does beside its own writes. */
    private record Caller(Connection connection, HowdahLog ours, Topic topic) implements Load.Worker {
        @Override
        public int call() {
            ours.log().append(connection, topic, event());
            return 1;
        }

        @Override
        public void close() throws SQLException {
            connection.close();
        }
    }

    private static final class Counting implements Load.Worker {
        private final Connection connection;
        private final PreparedStatement count;
        private final PreparedStatement insert;

        Counting(Connection connection) throws SQLException {
            this.connection = connection;
            connection.setAutoCommit(false);
            count = connection.prepareStatement(
                    "update log_counter set next_offset = next_offset + 1 where id = 1 returning next_offset - 1");
            insert = connection.prepareStatement("insert into outbox (c_offset, host_id, payload) values (?, ?, ?)");
        }

        @Override
        public int call() throws SQLException {
            try (var offset = count.executeQuery()) {
                offset.next();
                insert.setLong(1, offset.getLong(1));
            }
            insert.setString(2, Integer.toString(ThreadLocalRandom.current().nextInt(KEYS)));
            insert.setBytes(3, KILOBYTE);
            insert.execute();
            connection.commit();
            return 1;
        }

        @Override
        public void close() throws SQLException {
            connection.close();
        }
    }
}
