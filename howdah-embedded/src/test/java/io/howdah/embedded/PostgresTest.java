// SPDX-License-Identifier: Apache-2.0
package io.howdah.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PostgresTest {

    @TempDir
    static Path directory;

    static Postgres postgres;

    @BeforeAll
    static void start() {
        postgres = Postgres.in(directory.resolve("with a space"))
                .fast()
                .setting("howdah.note", "it's a \"note\" of $HOME")
                .start();
    }

    @AfterAll
    static void close() {
        postgres.close();
    }

    @Test
    void it_answers_and_says_its_version() throws SQLException {
        assertThat(Rows.select(postgres, "show server_version")).containsExactly(postgres.version());
        assertThat(postgres.isRunning()).isTrue();
    }

    @Test
    void it_speaks_utf8_sorts_by_code_point_and_checks_its_pages() throws SQLException {
        assertThat(Rows.select(postgres, "show server_encoding")).containsExactly("UTF8");
        assertThat(Rows.select(postgres, "show data_checksums")).containsExactly("on");
        assertThat(Rows.select(postgres, "select x from unnest(array['b', 'a', 'B', 'ä']) x order by x"))
                .containsExactly("B", "a", "b", "ä");
    }

    @Test
    void it_listens_on_the_loopback_address_alone() throws SQLException {
        assertThat(Rows.select(postgres, "show listen_addresses")).containsExactly("127.0.0.1");
        assertThat(Rows.select(postgres, "show unix_socket_directories")).containsExactly("");
    }

    @Test
    void it_lets_nobody_in_without_the_password() {
        Assertions.assertThatThrownBy(
                        () -> DriverManager.getConnection(postgres.jdbcUrl("postgres"), postgres.user(), "wrong"))
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("28P01"));
    }

    @Test
    void the_password_is_for_its_owner_alone() throws Exception {
        var file = postgres.directory().resolve("password");

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(Files.readString(file).strip())
                .isEqualTo(postgres.password())
                .hasSize(32);
    }

    @Test
    void a_setting_reaches_the_server_as_it_was_written() throws SQLException {
        assertThat(Rows.select(postgres, "show howdah.note")).containsExactly("it's a \"note\" of $HOME");
    }

    @Test
    void fast_waits_for_no_disk() throws SQLException {
        assertThat(durability(postgres)).containsExactly("off", "off", "off");
    }

    @Test
    void its_urls_name_the_port_and_escape_what_is_odd() {
        assertThat(postgres.jdbcUrl("a/b")).isEqualTo("jdbc:postgresql://127.0.0.1:" + postgres.port() + "/a%2Fb");
        assertThat(postgres.psqlUrl("me", "p@ss word", "db"))
                .isEqualTo("postgresql://me:p%40ss%20word@127.0.0.1:" + postgres.port() + "/db");
    }

    @Test
    void a_name_that_is_no_setting_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Postgres.in(directory).setting("fsync=off -c x", "y"))
                .withMessageContaining("fsync=off -c x");
    }

    @Test
    void durable_is_the_default_and_data_survive_a_stop(@TempDir Path other) throws SQLException {
        try (var first = Postgres.in(other).start()) {
            assertThat(durability(first)).containsExactly("on", "on", "on");
            Rows.execute(first, "create table note as select 'kept' as text");
        }
        try (var second = Postgres.in(other).start()) {
            assertThat(Rows.select(second, "select text from note")).containsExactly("kept");

            second.stop();
            assertThat(second.isRunning()).isFalse();
            second.restart();
            assertThat(Rows.select(second, "select text from note")).containsExactly("kept");
        }
    }

    @Test
    void a_copy_is_a_cluster_of_its_own_that_the_same_password_opens(@TempDir Path one, @TempDir Path other)
            throws SQLException {
        try (var first = Postgres.in(one).copied().start();
                var second = Postgres.in(other).copied().start()) {
            assertThat(durability(first)).containsExactly("off", "off", "off");
            Rows.execute(first, "create table note as select 'first' as text");
            Rows.execute(second, "create table note as select 'second' as text");
            assertThat(Rows.select(first, "select text from note")).containsExactly("first");
            assertThat(first.password()).isEqualTo(second.password()).isNotEqualTo(postgres.password());
        }
        try (var again = Postgres.in(one).copied().start()) {
            assertThat(Rows.select(again, "select text from note")).containsExactly("first");
        }
    }

    private static List<String> durability(Postgres server) throws SQLException {
        return Rows.select(
                server,
                "select setting from pg_settings"
                        + " where name in ('fsync', 'synchronous_commit', 'full_page_writes') order by name");
    }
}
