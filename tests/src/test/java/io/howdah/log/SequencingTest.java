// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import io.howdah.Howdah;
import io.howdah.internal.db.Db;
import io.howdah.internal.db.SchemaName;
import io.howdah.log.Topic.Numbering;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Every committed event gets exactly one offset, dense, in whole units and in the order of commits, whatever happens.
 */
@HowdahTest
class SequencingTest {
    private static final Topic DEFERRED = Topic.of("deferred").partitions(5);
    private static final int ALL = 100_000;

    private TestDatabase database;
    private Howdah howdah;
    private String whole;

    @BeforeEach
    void remember_the_function(TestDatabase database, Howdah howdah) {
        this.database = database;
        this.howdah = howdah;
        whole = database.one(
                "select pg_get_functiondef('howdah.log_sequence(int, boolean)'::regprocedure)", String.class);
    }

    @AfterEach
    void restore_the_function() {
        database.execute(whole);
    }

    /** Of each writer so many transactions; {@code -Dhowdah.histories=10} for ten times as many. */
    private LogHistory history(Topic topic, int transactions, int most) {
        var times = Integer.getInteger("howdah.histories", 1);
        return new LogHistory(database, howdah.log(), topic, times * transactions, most);
    }

    @Test
    void no_history_of_writers_loses_doubles_tears_or_disorders_anything() throws Exception {
        assertThat(history(DEFERRED, 100, ALL).run()).isEmpty();
        assertThat(database.one("select count(*) from howdah.log_entry", Long.class))
                .isGreaterThan(1_000);
    }

    @Test
    void nor_when_a_backlog_is_numbered_in_small_parts() throws Exception {
        assertThat(history(DEFERRED, 60, 7).run()).isEmpty();
    }

    @Test
    void nor_when_those_who_number_are_killed_all_the_time() throws Exception {
        assertThat(history(DEFERRED, 80, 50).killing().run()).isEmpty();
    }

    @Test
    void a_transaction_left_open_delays_its_own_events_and_no_others() throws Exception {
        var log = howdah.log();
        log.create(DEFERRED);
        try (var appending = database.connect();
                var idle = database.connect();
                var preparing = database.connect()) {
            for (var connection : List.of(appending, idle, preparing)) {
                connection.setAutoCommit(false);
                connection.createStatement().execute("select pg_current_xact_id()");
            }
            log.append(appending, DEFERRED, NewEvent.of("late", "x").key("k"));
            log.append(preparing, DEFERRED, NewEvent.of("prepared", "x").key("k"));
            preparing.createStatement().execute("prepare transaction 'later'");
            log.append(DEFERRED, NewEvent.of("first", "x").key("k"));
            howdah.drain();
            assertThat(types()).containsExactly("first");
            appending.commit();
            log.append(DEFERRED, NewEvent.of("last", "x").key("k"));
            howdah.drain();
            assertThat(types()).containsExactly("first", "late", "last");
            database.execute("commit prepared 'later'");
            howdah.drain();
            assertThat(types()).containsExactly("first", "late", "last", "prepared");
        }
    }

    private List<String> types() {
        return howdah.log().read(DEFERRED, DEFERRED.partitionOf("k"), 0, 100).stream()
                .map(LogEvent::type)
                .toList();
    }

    @Test
    void a_writer_that_comes_too_late_for_its_slice_is_told_to_try_again() throws Exception {
        var log = howdah.log();
        log.create(DEFERRED);
        var store = new SequenceStore(Db.of(database.dataSource(), SchemaName.DEFAULT));
        try (var open = database.connect();
                var late = database.connect()) {
            open.setAutoCommit(false);
            log.append(open, DEFERRED, NewEvent.of("open", "x").key("k"));
            var slice = database.one("select howdah.log_slice()", Integer.class);
            assertThat(store.roll()).isEqualTo(slice + 1);
            assertThat(store.seal()).as("a transaction still writes there").isFalse();
            log.append(DEFERRED, NewEvent.of("next", "x").key("k"));
            open.commit();
            assertThat(store.seal()).isTrue();
            assertThatThrownBy(() -> late.createStatement()
                            .execute("insert into howdah.log_event (slice, part_id, call,"
                                    + " type, content_type, data) values (" + slice + ", 1, 0, 't', 'x', '')"))
                    .isInstanceOfSatisfying(
                            SQLException.class,
                            refused -> assertThat(refused.getSQLState()).isEqualTo("40001"))
                    .hasMessageContaining("try again");
            howdah.drain();
            assertThat(types()).containsExactlyInAnyOrder("open", "next");
            assertThat(database.one("select first_slice from howdah.log_tick order by id desc limit 1", Integer.class))
                    .isEqualTo(slice + 1);
        }
    }

    @Test
    void of_a_large_backlog_every_run_takes_a_quarter_so_that_it_is_not_looked_at_for_ever() {
        for (int i = 0; i < 80; i++) {
            howdah.log().append(DEFERRED, NewEvent.of("waiting", "x"));
        }
        var taken = new ArrayList<Long>();
        do {
            taken.add(database.one("select sum(events)::bigint from howdah.log_sequence(3, false)", Long.class));
        } while (taken.stream().mapToLong(Long::longValue).sum() < 80);

        assertThat(taken).startsWith(20L, 15L, 11L).endsWith(3L, 3L).hasSizeLessThan(12);
    }

    @Test
    void numbering_at_append_fulfils_the_same() throws Exception {
        var inline = Topic.of("inline").partitions(5).numbering(Numbering.AT_APPEND);

        assertThat(history(inline, 40, ALL).run()).isEmpty();
    }

    @Test
    void a_snapshot_that_is_taken_by_a_second_statement_is_found_out() throws Exception {
        database.execute(whole.replace("log_sequence", "log_sequence_whole"));
        database.execute("""
            create or replace function howdah.log_sequence(most int, check_cluster boolean)
              returns table (part_id int, next_off bigint, events bigint, bytes bigint, more boolean)
              language plpgsql
            as $$
            begin
              return query select * from howdah.log_sequence_whole(most, check_cluster);
              perform pg_sleep(0.0005);
              insert into howdah.log_tick (snap, first_slice, cluster)
              select pg_current_snapshot(), first_slice, cluster from howdah.log_tick order by id desc limit 1;
            end
            $$
            """);

        assertFoundOut("lost or twice");
    }

    @Test
    void ordering_by_the_start_of_transactions_is_found_out() throws Exception {
        var byStart = whole.replace("max(e.id) over (partition by e.xid, e.call)", "e.xid::text::bigint");
        assertThat(byStart).isNotEqualTo(whole);
        database.execute(byStart);

        assertFoundOut("disorder");
    }

    /** By chance, so one history after the other until one of them has run into it. */
    private void assertFoundOut(String what) throws Exception {
        for (int histories = 0; histories < 10; histories++) {
            if (history(DEFERRED, 100, ALL).run().stream().anyMatch(wrong -> wrong.startsWith(what))) {
                return;
            }
        }
        fail("nothing was found out: " + what);
    }
}
