// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Howdah;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What happens when recovery has emptied the witness; {@link LogFailoverTest} has it emptied by real ones. */
@HowdahTest
class EpochTest {
    private static final Topic TOPIC = Topic.of("orders").partitions(1);
    private static final Topic INLINE = Topic.of("inline").partitions(1).numbering(Topic.Numbering.AT_APPEND);
    private static final String RECOVERED = "truncate howdah.log_witness";

    private Howdah howdah;
    private TestDatabase database;

    @BeforeEach
    void log(Howdah howdah, TestDatabase database) {
        this.howdah = howdah;
        this.database = database;
    }

    private void append(String type) {
        howdah.log().append(TOPIC, NewEvent.of(type, "x"));
    }

    @Test
    void an_epoch_lasts_while_nothing_can_have_been_forgotten() {
        append("a");
        howdah.drain();
        var epoch = howdah.log().epoch();
        append("b");
        howdah.drain();

        assertThat(howdah.log().epoch()).isEqualTo(epoch).isPositive();
        assertThat(database.one("select distinct epoch from howdah.log_topics", Long.class))
                .isEqualTo(epoch);
    }

    @Test
    void a_new_epoch_is_seen_with_the_first_offset_that_is_given_out_in_it() {
        append("a");
        howdah.drain();
        var epoch = howdah.log().epoch();
        database.execute(RECOVERED);
        append("b");
        assertThat(howdah.log().epoch()).isEqualTo(epoch);

        howdah.drain();
        assertThat(howdah.log().read(TOPIC, 0, 1, 1)).hasSize(1);
        assertThat(howdah.log().epoch()).isGreaterThan(epoch);
    }

    @Test
    void an_offset_that_is_given_out_at_append_brings_the_epoch_with_it() throws Exception {
        howdah.log().append(INLINE, NewEvent.of("a", "x"));
        var epoch = howdah.log().epoch();
        database.execute(RECOVERED);
        try (var writer = database.connect();
                var reader = database.connect()) {
            writer.setAutoCommit(false);
            howdah.log().append(writer, INLINE, NewEvent.of("b", "x"));
            assertThat(seenBy(reader)).containsExactly(1L, epoch);
            writer.commit();

            var seen = seenBy(reader);
            assertThat(seen.getFirst()).isEqualTo(2);
            assertThat(seen.getLast()).isGreaterThan(epoch);
        }
    }

    private static List<Long> seenBy(Connection reader) throws SQLException {
        try (var statement = reader.createStatement();
                var rows = statement.executeQuery("select next_offset, epoch from howdah.log_topics")) {
            rows.next();
            return List.of(rows.getLong(1), rows.getLong(2));
        }
    }

    @Test
    void a_batch_that_was_read_before_the_failover_moves_nothing_after_it() {
        var seen = new CopyOnWriteArrayList<String>();
        database.execute("create table effect (type text)");
        howdah.log().handle(TOPIC, "g", GroupOptions.standard(), batch -> {
            batch.events().forEach(event -> seen.add(event.type()));
            for (var event : batch.events().toList()) {
                batch.connection()
                        .createStatement()
                        .execute("insert into effect values ('%s')".formatted(event.type()));
            }
            if (seen.size() == 1) {
                // Whoever comes next is another server, on which it may never have happened.
                database.execute(RECOVERED);
            }
        });
        append("a");
        howdah.drain();
        assertThat(seen).containsExactly("a");
        assertThat(database.query("select type from effect")).isEmpty();

        howdah.drain();
        assertThat(seen).containsExactly("a", "a");
        assertThat(database.query("select type from effect")).containsExactly(List.of("a"));
        assertThat(database.query("select next_offset from howdah.log_lags")).containsExactly(List.of(1L));
        database.execute("drop table effect");
    }

    @Test
    void a_copy_of_the_database_has_an_epoch_of_its_own() {
        append("a");
        howdah.drain();
        var epoch = howdah.log().epoch();
        // As create database … template, or a dump with the data of unlogged tables, leave it.
        database.execute("update howdah.log_witness set database = 1");
        append("b");
        howdah.drain();

        assertThat(howdah.log().epoch()).isGreaterThan(epoch);
    }
}
