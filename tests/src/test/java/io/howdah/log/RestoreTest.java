// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.howdah.Howdah;
import io.howdah.Schema;
import io.howdah.embedded.Postgres;
import io.howdah.test.Together;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.PGConnection;
import org.postgresql.ds.PGSimpleDataSource;

/** The rows of a log are put into another cluster, whose transaction ids are lower or higher, as a dump would. */
class RestoreTest {
    private static final Topic TOPIC = Topic.of("orders").partitions(2);

    private static final List<String> TABLES = List.of(
            "log_topic",
            "log_part",
            "log_event",
            "log_entry",
            "log_tick",
            "log_slice",
            "log_group",
            "log_lease",
            "log_position",
            "log_epoch",
            "log_witness");

    @TempDir
    private static Path directory;

    private static Postgres young;
    private static Postgres old;

    @BeforeAll
    static void two_clusters() throws Exception {
        var both = Together.run(
                () -> Postgres.in(directory.resolve("young")).fast().start(),
                () -> Postgres.in(directory.resolve("old")).fast().start());
        young = both.getFirst();
        old = both.getLast();
        try (var connection = dataSource(old, "postgres").getConnection();
                var statement = connection.createStatement()) {
            statement.execute("create procedure burn(n int) language plpgsql as $$ begin for i in 1 .. n loop"
                    + " perform pg_current_xact_id(); commit; end loop; end $$");
            statement.execute("call burn(10000)");
        }
    }

    @AfterAll
    static void stop() {
        young.close();
        old.close();
    }

    private final List<String> seen = Collections.synchronizedList(new ArrayList<>());

    @Test
    void a_restore_into_a_cluster_with_lower_transaction_ids_keeps_offsets_and_skips_nothing() throws Exception {
        try (var from = database(old, "a");
                var to = database(young, "a")) {
            restore(from, to);
        }
    }

    @Test
    void a_restore_into_a_cluster_with_higher_transaction_ids_does_too() throws Exception {
        try (var from = database(young, "b");
                var to = database(old, "b")) {
            restore(from, to);
        }
    }

    private void restore(DataSource from, DataSource to) throws Exception {
        List<String> before;
        try (var howdah = Howdah.open(from)) {
            append(howdah, 0, 20);
            handle(howdah);
            howdah.drain();
            before = numbered(howdah);
            append(howdah, 20, 30);
        }
        copy(from, to);

        try (var howdah = Howdah.open(to)) {
            handle(howdah);
            append(howdah, 30, 40);
            howdah.drain();
            append(howdah, 40, 50);
            howdah.drain();
            howdah.drain();

            assertThat(seen)
                    .containsExactlyInAnyOrderElementsOf(
                            IntStream.range(0, 50).mapToObj(i -> "t" + i).toList());
            assertThat(numbered(howdah)).containsAll(before).hasSize(50);
            for (int partition = 0; partition < 2; partition++) {
                var events = howdah.log().read(TOPIC, partition, 0, 100);
                assertThat(events)
                        .extracting(LogEvent::offset)
                        .containsExactlyElementsOf(IntStream.range(0, events.size())
                                .mapToObj(Long::valueOf)
                                .toList());
            }
        }
        assertThat(epoch(to)).as("although the row of the witness came along").isGreaterThan(epoch(from));
    }

    private static void append(Howdah howdah, int first, int end) {
        for (int i = first; i < end; i++) {
            howdah.log().append(TOPIC, NewEvent.of("t" + i, "x").key("k" + i % 7));
        }
    }

    private void handle(Howdah howdah) {
        howdah.log()
                .handle(
                        TOPIC,
                        "g",
                        GroupOptions.standard(),
                        batch -> batch.events().forEach(event -> seen.add(event.type())));
    }

    private static List<String> numbered(Howdah howdah) {
        return howdah.log().list(TOPIC, EventQuery.all(), 1_000).stream()
                .map(event -> event.partition() + "/" + event.offset() + " " + event.type())
                .toList();
    }

    private static HikariDataSource database(Postgres server, String name) throws SQLException {
        try (var connection = dataSource(server, "postgres").getConnection();
                var statement = connection.createStatement()) {
            statement.execute("create database " + name);
        }
        var config = new HikariConfig();
        config.setDataSource(dataSource(server, name));
        var database = new HikariDataSource(config);
        Schema.on(database).migrate();
        return database;
    }

    private static void copy(DataSource from, DataSource to) throws Exception {
        try (var source = from.getConnection();
                var target = to.getConnection()) {
            target.createStatement()
                    .execute("truncate howdah.log_topic, howdah.log_tick, howdah.log_slice,"
                            + " howdah.log_epoch, howdah.log_witness cascade");
            for (var table : TABLES) {
                var rows = new ByteArrayOutputStream();
                api(source).getCopyAPI().copyOut("copy (select * from howdah." + table + ") to stdout", rows);
                api(target)
                        .getCopyAPI()
                        .copyIn("copy howdah." + table + " from stdin", new ByteArrayInputStream(rows.toByteArray()));
            }
            for (var sequence : sequences(source)) {
                target.createStatement()
                        .execute("select setval('" + sequence.getFirst() + "', " + sequence.getLast() + ")");
            }
        }
    }

    private static List<List<String>> sequences(Connection source) throws SQLException {
        var sequences = new ArrayList<List<String>>();
        try (var rows = source.createStatement()
                .executeQuery("select 'howdah.' || sequencename, last_value from pg_sequences"
                        + " where schemaname = 'howdah' and sequencename like 'log%' and last_value is not null")) {
            while (rows.next()) {
                sequences.add(List.of(rows.getString(1), rows.getString(2)));
            }
        }
        return sequences;
    }

    private static long epoch(DataSource dataSource) throws SQLException {
        try (var connection = dataSource.getConnection();
                var rows = connection.createStatement().executeQuery("select max(epoch) from howdah.log_epoch")) {
            rows.next();
            return rows.getLong(1);
        }
    }

    private static PGConnection api(Connection connection) throws SQLException {
        return connection.unwrap(PGConnection.class);
    }

    private static DataSource dataSource(Postgres postgres, String database) {
        var dataSource = new PGSimpleDataSource();
        dataSource.setUrl(postgres.jdbcUrl(database));
        dataSource.setUser(postgres.user());
        dataSource.setPassword(postgres.password());
        return dataSource;
    }
}
