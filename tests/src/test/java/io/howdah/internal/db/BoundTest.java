// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.DatabaseException;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import io.howdah.test.TestProcess;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** What becomes of a statement, in the server, whose client would give up on it. */
@HowdahTest
class BoundTest {
    private static final Sql SLEEP = Sql.of("select pg_sleep(:seconds) is null as slept");
    private static final Sql TIMEOUT = Sql.of("select current_setting('statement_timeout') as timeout");
    private static final Sql ADD = Sql.of("insert into added select generate_series(:first::int, :last)");
    private static final Sql ADDED = Sql.of("select n from added where n > :than order by n");
    private static final String ENDED_BY_SERVER = "57014";

    private TestDatabase database;

    @BeforeEach
    void a_table(TestDatabase database) {
        this.database = database;
        database.execute("drop table if exists added; create table added (n int)");
    }

    @Test
    void the_server_ends_it_first_and_says_so() {
        assertThatThrownBy(() -> db(1).bounded().run(SLEEP).set("seconds", 30).execute())
                .isInstanceOfSatisfying(
                        DatabaseException.class,
                        failure -> assertThat(failure.sqlState()).isEqualTo(ENDED_BY_SERVER));
        assertThat(underWay()).isZero();
    }

    /** Which is why there are bounds. */
    @Test
    void without_a_bound_it_goes_on_after_its_client_has_given_up() {
        assertThatThrownBy(() -> db(1).run(SLEEP).set("seconds", 30).execute())
                .isInstanceOfSatisfying(
                        DatabaseException.class,
                        failure -> assertThat(failure.isOutcomeUnknown()).isTrue());
        assertThat(underWay()).isOne();

        database.terminateConnections();
    }

    @Test
    void what_may_take_long_is_waited_for_and_the_connection_is_as_it_was() throws SQLException {
        try (var connection = database.connect()) {
            connection.setNetworkTimeout(Runnable::run, 400);
            var impatient = Db.of(connection, SchemaName.DEFAULT);

            impatient.patiently(Duration.ofMinutes(1), Sql.of("select pg_sleep(0.8)"));

            assertThat(connection.getNetworkTimeout()).isEqualTo(400);
            assertThatThrownBy(() -> impatient.patiently(Duration.ofMinutes(1), Sql.of("select 1 / 0")))
                    .hasMessageContaining("division");
            assertThat(connection.getNetworkTimeout()).isEqualTo(400);
        }
    }

    @Test
    void in_a_transaction_each_statement_has_it_and_all_is_undone() {
        assertThatThrownBy(() -> db(1).bounded().tx(transaction -> {
                    transaction.run(ADD).set("first", 1).set("last", 3).update();
                    transaction.run(SLEEP).set("seconds", 30).execute();
                    return true;
                }))
                .isInstanceOf(DatabaseException.class);
        assertThat(underWay()).isZero();
        assertThat(database.one("select count(*) from added", Long.class)).isZero();
    }

    @Test
    void it_is_below_the_clients_patience_and_leaves_nothing_on_the_connection() throws SQLException {
        try (var connection = source(30).getConnection()) {
            var db = Db.of(connection, SchemaName.DEFAULT);

            assertThat(timeout(db.bounded())).isEqualTo("25s");
            assertThat(timeout(db)).isEqualTo("0");
        }
    }

    @Test
    void a_shorter_one_stays_and_a_longer_one_does_not() throws SQLException {
        try (var connection = source(30).getConnection()) {
            var db = Db.of(connection, SchemaName.DEFAULT);
            connection.createStatement().execute("set statement_timeout = '7s'");
            assertThat(timeout(db.bounded())).isEqualTo("7s");
            connection.createStatement().execute("set statement_timeout = '1min'");
            assertThat(timeout(db.bounded())).isEqualTo("25s");
            assertThat(timeout(db)).isEqualTo("1min");
        }
    }

    @Test
    void who_waits_for_ever_sets_none() {
        assertThat(timeout(db(0).bounded())).isEqualTo("0");
    }

    @Test
    void rows_and_counts_are_those_of_the_statement_itself() {
        var bounded = db(30).bounded();

        assertThat(bounded.run(ADD).set("first", 1).set("last", 3).update()).isEqualTo(3);
        assertThat(bounded.run(ADDED).set("than", 1).list(row -> row.integer("n")))
                .containsExactly(2, 3);
        assertThat(bounded.run(ADDED).set("than", 3).optional(row -> row.integer("n")))
                .isEmpty();
    }

    /** Of a whole process: one line, no pile of statements that nobody waits for, and it goes on. */
    @Test
    void a_loop_that_is_held_up_says_so_in_a_line_and_goes_on() throws SQLException {
        database.howdah().migrate();
        try (var blocker = database.connect();
                var process = TestProcess.of(BoundProcess.class)
                        .jvmOptions("-Dorg.slf4j.simpleLogger.log.io.howdah.internal.loop=info")
                        .arguments(database.jdbcUrl(), database.user(), database.password())
                        .start()) {
            process.awaitLine("started");
            blocker.setAutoCommit(false);
            blocker.createStatement().execute("lock table howdah.work_deferred in access exclusive mode");

            var line = process.awaitLine("Loop work-promoter failed 2 times in a row");
            assertThat(line).contains("canceling statement due to statement timeout");
            var first = process.awaitLine("Loop work-promoter failed and will be tried again: ");
            assertThat(first).contains("canceling statement due to statement timeout");
            assertThat(process.lines()).noneMatch(stack -> stack.startsWith("\tat "));
            assertThat(database.one(
                            "select count(*) from pg_stat_activity where wait_event_type = 'Lock'"
                                    + " and query like '%work_promote%'",
                            Long.class))
                    .isLessThanOrEqualTo(1);

            blocker.rollback();
            process.awaitLine("Loop work-promoter runs again");
        }
    }

    private long underWay() {
        return database.one(
                "select count(*) from pg_stat_activity where state = 'active' and query like '%pg_sleep(%'"
                        + " and pid <> pg_backend_pid() and datname = current_database()",
                Long.class);
    }

    private static String timeout(Db db) {
        return db.run(TIMEOUT).one(row -> row.string("timeout"));
    }

    private Db db(int patience) {
        return Db.of(source(patience), SchemaName.DEFAULT);
    }

    private PGSimpleDataSource source(int patience) {
        return BoundProcess.source(database.jdbcUrl(), database.user(), database.password(), patience);
    }
}
