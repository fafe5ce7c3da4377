// SPDX-License-Identifier: Apache-2.0
package io.howdah.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.embedded.Postgres;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
@SuppressWarnings("NullAway.Init") // JUnit's set-up methods fill the fields.
class TcpProxyCommitTest {
    private static final String CONNECTION_FAILURE = "08";

    private static Postgres postgres;
    private static Connection direct;

    private TcpProxy proxy;

    @BeforeAll
    static void startServer(@TempDir Path folder) throws SQLException {
        postgres = Postgres.in(folder).copied().start();
        direct = DriverManager.getConnection(postgres.jdbcUrl("postgres"), postgres.user(), postgres.password());
        execute(direct, "create table entry (name text primary key)");
    }

    @AfterAll
    static void stopServer() throws SQLException {
        direct.close();
        postgres.close();
    }

    @BeforeEach
    void startProxy() {
        proxy = TcpProxy.to("127.0.0.1", postgres.port());
    }

    @AfterEach
    void stopProxy() throws SQLException {
        proxy.close();
        execute(direct, "truncate entry");
    }

    @Test
    void the_server_has_committed_and_the_client_never_learns() throws SQLException {
        try (Connection connection = connect()) {
            connection.setAutoCommit(false);
            execute(connection, "insert into entry values ('unsure')");
            proxy.cutOnReply("COMMIT");

            assertThatThrownBy(connection::commit)
                    .isInstanceOfSatisfying(
                            SQLException.class,
                            failure -> assertThat(failure.getSQLState()).startsWith(CONNECTION_FAILURE));

            assertThat(number("select count(*) from entry")).isEqualTo(1);
            Await.until("the connection is gone", () -> proxy.connections() == 0);
        }
    }

    @Test
    void one_commit_is_cut_and_the_next_goes_through() throws SQLException {
        proxy.cutOnReply("COMMIT");
        for (String name : new String[] {"first", "second"}) {
            try (Connection connection = connect()) {
                connection.setAutoCommit(false);
                execute(connection, "insert into entry values ('" + name + "')");
                if (name.equals("first")) {
                    assertThatThrownBy(connection::commit).isInstanceOf(SQLException.class);
                } else {
                    connection.commit();
                    assertThat(connection.isValid(5)).isTrue();
                }
            }
        }

        assertThat(number("select count(*) from entry")).isEqualTo(2);
    }

    @Test
    void other_replies_and_a_rollback_pass_while_a_commit_is_armed() throws SQLException {
        try (Connection connection = connect()) {
            proxy.cutOnReply("COMMIT");
            execute(connection, "insert into entry values ('in autocommit')");
            connection.setAutoCommit(false);
            execute(connection, "insert into entry select 'COMMIT' || i from generate_series(1, 10000) i");
            assertThat(rows(connection, "select name from entry")).isEqualTo(10_001);
            connection.rollback();

            execute(connection, "insert into entry values ('unsure')");
            assertThatThrownBy(connection::commit).isInstanceOf(SQLException.class);
        }

        assertThat(number("select count(*) from entry")).isEqualTo(2);
    }

    @Test
    void a_cut_ends_the_session_on_the_server_and_rolls_back() throws SQLException {
        try (Connection connection = connect()) {
            connection.setAutoCommit(false);
            execute(connection, "set application_name = 'to be cut'");
            execute(connection, "insert into entry values ('open')");

            proxy.cut();

            assertThatThrownBy(connection::commit).isInstanceOf(SQLException.class);
        }
        Await.until(
                "the session is gone",
                () -> number("select count(*) from pg_stat_activity where application_name = 'to be cut'") == 0);
        assertThat(number("select count(*) from entry")).isZero();
    }

    @Test
    void a_stalled_statement_runs_into_the_clients_timeout() throws SQLException {
        try (Connection connection = connect()) {
            execute(connection, "select 1");
            proxy.stall();
            connection.setNetworkTimeout(
                    Runnable::run, (int) Duration.ofMillis(300).toMillis());

            assertThatThrownBy(() -> execute(connection, "select 1"))
                    .isInstanceOfSatisfying(
                            SQLException.class,
                            failure -> assertThat(failure.getSQLState()).startsWith(CONNECTION_FAILURE));
        }
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection(proxy.jdbcUrl("postgres"), postgres.user(), postgres.password());
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static int rows(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement();
                var result = statement.executeQuery(sql)) {
            int rows = 0;
            while (result.next()) {
                rows++;
            }
            return rows;
        }
    }

    private static long number(String sql) throws SQLException {
        try (var statement = direct.createStatement();
                var result = statement.executeQuery(sql)) {
            result.next();
            return result.getLong(1);
        }
    }
}
