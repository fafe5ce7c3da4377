// SPDX-License-Identifier: Apache-2.0
package io.howdah.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Sessions are used again, and nobody can tell. */
@HowdahTest
class TestDatabaseTest {
    private static final String ADVISORY_LOCKS =
            "select count(*) from pg_locks where locktype = 'advisory' and database ="
                    + " (select oid from pg_database where datname = current_database())";

    private static int pid(TestDatabase database) {
        return database.one("select pg_backend_pid()", Integer.class);
    }

    @Test
    void a_session_is_used_again_and_keeps_its_name(TestDatabase database) {
        assertThat(pid(database)).isEqualTo(pid(database));
        assertThat(database.one("select current_setting('application_name')", String.class))
                .isEqualTo("howdah-test");
    }

    @Test
    void nothing_that_was_set_locked_or_begun_in_it_is_left(TestDatabase database) {
        database.execute("set lock_timeout = '1234ms'");
        database.query("select pg_advisory_lock(7)");
        database.execute("create temporary table passing (n int)");
        database.execute("begin; create table never (n int)");

        assertThat(database.one("select current_setting('lock_timeout')", String.class))
                .isEqualTo("0");
        assertThat(database.one(ADVISORY_LOCKS, Long.class)).isZero();
        assertThat(database.query("select from pg_class where relname in ('passing', 'never')"))
                .isEmpty();
    }

    @Test
    void one_that_was_ended_is_replaced(TestDatabase database) throws Exception {
        var ended = pid(database);
        try (var connection = database.connect();
                var statement = connection.createStatement()) {
            statement.execute("select pg_terminate_backend(" + ended + ")");
        }

        assertThat(pid(database)).isNotEqualTo(ended);
        database.terminateConnections();
        assertThat(database.one("select 1", Integer.class)).isOne();
    }

    @Test
    void a_failure_is_told_and_the_next_question_answered(TestDatabase database) {
        assertThatThrownBy(() -> database.query("select 1 / 0"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("division by zero");
        assertThat(database.one("select 1", Integer.class)).isOne();
    }

    @Test
    void whoever_waits_in_the_database_holds_up_nobody(TestDatabase database) throws Exception {
        try (var holder = database.connect();
                var statement = holder.createStatement()) {
            statement.execute("select pg_advisory_lock(7)");
            Together.run(() -> database.query("select pg_advisory_lock(7)"), () -> {
                Await.until(
                        "it is waited for", () -> database.one(ADVISORY_LOCKS + " and not granted", Long.class) == 1);
                return database.query("select pg_terminate_backend(?)", holderOf(database));
            });
        }
        Await.until("it is free", () -> database.one(ADVISORY_LOCKS, Long.class) == 0);
    }

    private static int holderOf(TestDatabase database) {
        return database.one("select pid from pg_locks where locktype = 'advisory' and granted", Integer.class);
    }
}
