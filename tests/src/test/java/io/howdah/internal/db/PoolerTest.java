// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.howdah.DatabaseException;
import io.howdah.Howdah;
import io.howdah.WakeupState;
import io.howdah.lock.LeaseOptions;
import io.howdah.lock.LockName;
import io.howdah.lock.LockUnavailableException;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;

/** A real PgBouncer in transaction mode in between. Where it is not installed, these tests are skipped. */
@HowdahTest
class PoolerTest {
    @TempDir
    private Path directory;

    private TestDatabase database;
    private Process pgBouncer;
    private int port;

    @BeforeEach
    void start(TestDatabase database) {
        assumeTrue(isOnPath("pgbouncer"), "PgBouncer is not installed");
        this.database = database;
        Await.within(Duration.ofSeconds(30)).until("PgBouncer accepts connections", () -> {
            if (pgBouncer == null || !pgBouncer.isAlive()) {
                launch();
            }
            try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                return socket.isConnected();
            }
        });
    }

    /** On a port that is free; it ends, and is launched again, when somebody else is faster to take it. */
    private void launch() throws IOException {
        try (var free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        var users = directory.resolve("users.txt");
        Files.writeString(users, "\"%s\" \"%s\"%n".formatted(database.user(), database.password()));
        var config = directory.resolve("pgbouncer.ini");
        Files.writeString(config, """
            [databases]
            %s = host=%s port=%d
            [pgbouncer]
            listen_addr = 127.0.0.1
            listen_port = %d
            unix_socket_dir =
            auth_type = scram-sha-256
            auth_file = %s
            pool_mode = transaction
            default_pool_size = 5
            ignore_startup_parameters = extra_float_digits
            """.formatted(database.name(), database.host(), database.port(), port, users));
        pgBouncer = new ProcessBuilder(command(config))
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("log").toFile())
                .start();
    }

    @AfterEach
    void stop() throws Exception {
        if (pgBouncer != null) {
            pgBouncer.destroy();
            pgBouncer.waitFor();
        }
    }

    @Test
    void it_is_noticed() {
        assertThat(Poolers.isBehindPooler(pooled())).isTrue();
        assertThat(Poolers.isBehindPooler(database.direct())).isFalse();
    }

    @Test
    void without_a_direct_address_it_polls_and_says_why_and_everything_else_works() {
        try (var howdah = Howdah.open(pooled())) {
            howdah.start();

            Await.until(
                    "it says why it polls",
                    () -> howdah.cluster().wakeups().toString().contains("pooler"));
            assertThat(howdah.cluster().isAlive()).isTrue();
            assertThat(howdah.cluster().durability().concerns())
                    .anyMatch(concern -> concern.subject().equals("pooler"));
        }
    }

    @Test
    void with_a_direct_address_it_listens() {
        try (var howdah = Howdah.builder(pooled()).direct(database.direct()).build()) {
            howdah.start();

            Await.until("it listens", () -> howdah.cluster().wakeups() instanceof WakeupState.Listening);
        }
    }

    @Test
    void session_locks_are_refused_through_it_and_everything_else_about_locks_works() throws Exception {
        var name = LockName.of("test", "pooled");
        try (var howdah = Howdah.open(pooled());
                var connection = pooled().getConnection()) {
            howdah.start();
            assertThatThrownBy(() -> howdah.locks().tryAcquire(name))
                    .isInstanceOfSatisfying(
                            LockUnavailableException.class,
                            refused -> assertThat(refused.code()).isEqualTo("lock-pooler"))
                    .hasMessageContaining("use leases");
            connection.setAutoCommit(false);
            try (var lease =
                    howdah.locks().tryLease(name, LeaseOptions.standard()).orElseThrow()) {
                lease.fence(connection);
                assertThat(howdah.locks().inTransaction(connection, name)).isGreaterThan(lease.token());
                connection.commit();
            }
        }
    }

    @Test
    void with_a_direct_address_session_locks_are_held_there_and_fence_transactions_through_it() throws Exception {
        var name = LockName.of("test", "pooled");
        try (var howdah = Howdah.builder(pooled()).direct(database.direct()).build();
                var connection = pooled().getConnection()) {
            howdah.start();
            connection.setAutoCommit(false);
            try (var lock = howdah.locks().tryAcquire(name).orElseThrow()) {
                lock.fence(connection);
                connection.commit();
            }
        }
    }

    @Test
    void the_server_ends_what_is_bounded_and_the_next_client_on_its_session_has_no_bound() {
        var db = Db.of(pooled(1), SchemaName.DEFAULT);
        var sleep = Sql.of("select pg_sleep(30) is null as slept");
        var timeout = Sql.of("select current_setting('statement_timeout') as timeout");

        assertThatThrownBy(() -> db.bounded().run(sleep).execute())
                .isInstanceOfSatisfying(
                        DatabaseException.class,
                        failure -> assertThat(failure.sqlState()).isEqualTo("57014"));

        String own = db.bounded().run(timeout).one(row -> row.string("timeout"));
        String next = db.run(timeout).one(row -> row.string("timeout"));
        assertThat(List.of(own, next)).containsExactly("834ms", "0");
    }

    @Test
    void the_schema_can_be_migrated_through_it() {
        try (var howdah = Howdah.builder(pooled()).schema("pooled").build()) {
            howdah.migrate();
            howdah.migrate();
        }

        assertThat(database.one("select count(*) from pooled.migration", Long.class))
                .isPositive();
        database.execute("drop schema pooled cascade");
    }

    /** PgBouncer 1.18 cannot share prepared statements between sessions; newer ones can. */
    private DataSource pooled() {
        return pooled(0);
    }

    private DataSource pooled(int patience) {
        var dataSource = new PGSimpleDataSource();
        dataSource.setUrl("jdbc:postgresql://127.0.0.1:" + port + "/" + database.name());
        dataSource.setUser(database.user());
        dataSource.setPassword(database.password());
        dataSource.setPrepareThreshold(0);
        dataSource.setSocketTimeout(patience);
        return dataSource;
    }

    private static List<String> command(Path config) {
        var command = new ArrayList<String>();
        if (System.getProperty("user.name").equals("root")) {
            // It refuses to be root, like PostgreSQL.
            command.addAll(List.of("unshare", "-U"));
        }
        command.addAll(List.of("pgbouncer", config.toString()));
        return command;
    }

    private static boolean isOnPath(String program) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }
}
