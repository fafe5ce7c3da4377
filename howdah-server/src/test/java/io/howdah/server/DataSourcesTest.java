// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

@HowdahTest
class DataSourcesTest {
    private final TestDatabase database;

    DataSourcesTest(TestDatabase database) {
        this.database = database;
    }

    @Test
    void a_connection_to_a_server_that_became_read_only_is_not_used_again() throws SQLException {
        database.execute("create table written (text text)");
        try (var sources = DataSources.open(address(database.jdbcUrl()), "test")) {
            long readOnly;
            try (var connection = sources.pooled().getConnection()) {
                readOnly = backend(connection);
                execute(connection, "set default_transaction_read_only = on");
                assertThatExceptionOfType(SQLException.class)
                        .isThrownBy(() -> execute(connection, "insert into written values ('lost')"))
                        .satisfies(e -> assertThat(e.getSQLState()).isEqualTo("25006"));
            }
            var held = new ArrayList<Connection>();
            try {
                for (var i = 0; i < 10; i++) {
                    held.add(sources.pooled().getConnection());
                    assertThat(backend(held.getLast())).isNotEqualTo(readOnly);
                    execute(held.getLast(), "insert into written values ('kept')");
                }
            } finally {
                for (var connection : held) {
                    connection.close();
                }
            }
        }
    }

    @Test
    void other_failures_keep_the_connection() throws SQLException {
        try (var sources = DataSources.open(address(database.jdbcUrl()), "test");
                var connection = sources.pooled().getConnection()) {
            assertThatExceptionOfType(SQLException.class).isThrownBy(() -> execute(connection, "nonsense"));

            assertThat(connection.isValid(10)).isTrue();
        }
    }

    @Test
    void both_ways_say_who_asks() throws SQLException {
        try (var sources = DataSources.open(address(database.jdbcUrl()), "howdah-me");
                var pooled = sources.pooled().getConnection();
                var direct = sources.direct().getConnection()) {
            assertThat(applicationName(pooled)).isEqualTo("howdah-me");
            assertThat(applicationName(direct)).isEqualTo("howdah-me");
        }
    }

    @Test
    void the_primary_is_found_among_several_hosts() throws Exception {
        int dead;
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            dead = socket.getLocalPort();
        }
        var url = "jdbc:postgresql://127.0.0.1:%d,%s:%d/%s"
                .formatted(dead, database.host(), database.port(), database.name());
        try (var sources = DataSources.open(address(url), "test");
                var pooled = sources.pooled().getConnection();
                var direct = sources.direct().getConnection()) {
            assertThat(pooled.isValid(10)).isTrue();
            assertThat(direct.isValid(10)).isTrue();
        }
    }

    @Test
    void a_server_that_is_silent_is_given_up_soon() throws Exception {
        try (var silent = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
                var sources = DataSources.open(
                        address("jdbc:postgresql://127.0.0.1:" + silent.getLocalPort() + "/x"), "test")) {
            // By our own limit: the driver, which gives up by itself later, and the pool would have other words.
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> sources.direct().getConnection().close())
                    .withMessage("Connection attempt timed out.");
            var began = System.nanoTime();
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> sources.pooled().getConnection().close())
                    .withMessageContaining("request timed out after");
            assertThat(Duration.ofNanos(System.nanoTime() - began))
                    .as("less than the half minute that a pool waits by itself")
                    .isLessThan(Duration.ofSeconds(30));
        }
    }

    @Test
    void what_the_url_says_wins() throws SQLException {
        try (var sources = DataSources.open(address(withOption("ApplicationName=mine")), "ours");
                var pooled = sources.pooled().getConnection();
                var direct = sources.direct().getConnection()) {
            assertThat(applicationName(pooled)).isEqualTo("mine");
            assertThat(applicationName(direct)).isEqualTo("mine");
        }
    }

    private String withOption(String option) {
        return database.jdbcUrl() + (database.jdbcUrl().contains("?") ? "&" : "?") + option;
    }

    private DatabaseAddress address(String url) {
        return DatabaseAddress.of(url, database.user(), database.password());
    }

    private static String applicationName(Connection connection) throws SQLException {
        return one(connection, "show application_name");
    }

    private static long backend(Connection connection) throws SQLException {
        return Long.parseLong(one(connection, "select pg_backend_pid()"));
    }

    private static String one(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement();
                var result = statement.executeQuery(sql)) {
            result.next();
            return result.getString(1);
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
