// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.test.Await;
import io.howdah.test.TestProcess;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DevCommandTest {
    private static final String READY = "Ctrl-C stops everything";
    private static final Await.Capped SOON = Await.within(Duration.ofSeconds(90));

    @TempDir
    Path directory;

    private final int port = freePorts(2);
    private final int databasePort = freePorts(1);

    @Test
    void it_starts_everything_and_a_signal_stops_everything() throws Exception {
        try (var dev = start(2, "--ephemeral")) {
            dev.awaitLine(READY);
            assertThat(status(port)).isEqualTo(200);
            assertThat(status(port + 1)).isEqualTo(200);
            assertThat(rows(dev, "select name from howdah.members where alive"))
                    .containsExactlyInAnyOrder("replica-" + port, "replica-" + (port + 1));
            // The examples in SQL make tables, and so does whoever tries something out.
            assertThat(rows(dev, "select has_schema_privilege('public', 'create')::text"))
                    .containsExactly("true");
            assertThat(rows(dev, "select has_database_privilege(current_database(), 'temporary')::text"))
                    .containsExactly("true");
            var ephemeral = Path.of(dev.awaitLine("PostgreSQL  ").replaceFirst(".* in (\\S+) .*", "$1"));
            var processes =
                    ProcessHandle.of(dev.pid()).orElseThrow().descendants().toList();
            var server = postmaster(ephemeral);

            dev.terminate();

            assertThat(dev.awaitExit()).isZero();
            assertThat(dev.lines().getLast()).isEqualTo("stopped");
            SOON.until(
                    "no process is left",
                    () -> !server.isAlive() && processes.stream().noneMatch(ProcessHandle::isAlive));
            assertThat(ephemeral).doesNotExist();
        }
    }

    @Test
    void what_ends_is_started_again_and_nothing_acknowledged_is_lost() throws Exception {
        try (var dev = start(1, "--data-dir", directory.toString())) {
            dev.awaitLine(READY);
            assertThat(rows(dev, "select howdah.wake('x')::text")).hasSize(1);
            var replica = Long.parseLong(dev.awaitLine(":" + port + " ").replaceFirst(".*pid (\\d+)", "$1"));
            kill(ProcessHandle.of(replica).orElseThrow());
            dev.awaitLine("replica " + port + " ended (killed by signal 9)");
            dev.awaitLine("replica " + port + " is back");

            insertAsMigrator(dev, "kept");
            kill(postmaster(directory));
            dev.awaitLine("PostgreSQL ended");
            dev.awaitLine("PostgreSQL is back");

            assertThat(rows(dev, "select text from note")).containsExactly("kept");
            SOON.until("the replica is ready again", () -> status(port) == 200);
            dev.terminate();
            assertThat(dev.awaitExit()).isZero();
        }
    }

    @Test
    void after_a_kill_of_the_launcher_the_next_start_takes_over() throws Exception {
        List<ProcessHandle> replicas;
        try (var killed = start(1, "--data-dir", directory.toString())) {
            killed.awaitLine(READY);
            insertAsMigrator(killed, "kept");
            replicas =
                    ProcessHandle.of(killed.pid()).orElseThrow().descendants().toList();
            killed.kill();
        }
        assertThat(replicas).hasSize(1);
        assertThat(postmaster(directory).isAlive()).isTrue();

        try (var dev = start(1, "--data-dir", directory.toString())) {
            dev.awaitLine("the last run was killed");
            dev.awaitLine(READY);
            SOON.until("the orphaned replica has ended", () -> replicas.stream().noneMatch(ProcessHandle::isAlive));
            assertThat(rows(dev, "select text from note")).containsExactly("kept");
            assertThat(permissions(directory.resolve("secrets"))).isEqualTo("rw-------");

            dev.terminate();
            assertThat(dev.awaitExit()).isZero();
        }
    }

    @Test
    void a_killed_ephemeral_launcher_leaves_nothing_behind() throws Exception {
        Path ephemeral;
        ProcessHandle server;
        try (var dev = start(1, "--ephemeral")) {
            ephemeral = Path.of(dev.awaitLine("PostgreSQL  ").replaceFirst(".* in (\\S+) .*", "$1"));
            server = postmaster(ephemeral);
            dev.awaitLine(READY);
            dev.kill();
        }
        SOON.until("PostgreSQL has ended", () -> !server.isAlive());
        SOON.until("its directory is gone", () -> Files.notExists(ephemeral));
    }

    @Test
    void a_taken_port_is_named_and_nothing_is_started() throws Exception {
        for (var wanted : List.of(port + 1, databasePort)) {
            try (var taken = new ServerSocket(wanted, 1, InetAddress.getLoopbackAddress());
                    var dev = start(2, "--data-dir", directory.toString())) {
                assertThat(dev.awaitExit()).isEqualTo(1);
                assertThat(dev.lines().getLast()).startsWith("howdah: Port " + taken.getLocalPort() + " on 127.0.0.1");
                assertThat(dev.lines()).noneMatch(line -> line.contains("\tat "));
                assertThat(directory.resolve("postgres/data")).doesNotExist();
            }
        }
    }

    @Test
    void a_data_directory_in_use_is_named() {
        try (var first = start(1, "--data-dir", directory.toString())) {
            first.awaitLine(READY);
            var other = Map.of("--replicas", 1, "--port", freePorts(1), "--database-port", freePorts(1));

            try (var second = start(other, "--data-dir", directory.toString())) {
                assertThat(second.awaitExit()).isEqualTo(1);
                assertThat(second.lines().getLast()).contains("is in use by process " + first.pid());
            }
            assertThat(first.isAlive()).isTrue();
            first.terminate();
            assertThat(first.awaitExit()).isZero();
        }
    }

    private TestProcess start(int replicas, String... arguments) {
        return start(Map.of("--replicas", replicas, "--port", port, "--database-port", databasePort), arguments);
    }

    private static TestProcess start(Map<String, Integer> numbers, String... arguments) {
        var process = TestProcess.of(Main.class).arguments("dev", "--no-sample");
        numbers.forEach((option, value) -> process.arguments(option, value.toString()));
        return process.arguments(arguments).start();
    }

    /** The migrator may create a table, and lets everybody read it. */
    private void insertAsMigrator(TestProcess dev, String text) throws Exception {
        var password = Files.readAllLines(directory.resolve("secrets")).stream()
                .filter(line -> line.startsWith("howdah_migrator "))
                .map(line -> line.split(" ", 2)[1])
                .findFirst()
                .orElseThrow();
        var url = "jdbc:postgresql://127.0.0.1:" + databasePort + "/howdah";
        try (var connection = DriverManager.getConnection(url, "howdah_migrator", password);
                var statement = connection.createStatement()) {
            statement.execute("create table note (text text)");
            statement.execute("grant select on note to public");
            statement.execute("insert into note values ('" + text + "')");
        }
        assertThat(dev.isAlive()).isTrue();
    }

    private static List<String> rows(TestProcess dev, String sql) throws SQLException {
        var url = Pattern.compile("postgresql://(\\S+):(\\S+)@(\\S+)").matcher(dev.awaitLine("  Database"));
        assertThat(url.find()).isTrue();
        try (var connection =
                        DriverManager.getConnection("jdbc:postgresql://" + url.group(3), url.group(1), url.group(2));
                var statement = connection.createStatement();
                var result = statement.executeQuery(sql)) {
            var rows = new ArrayList<String>();
            while (result.next()) {
                rows.add(result.getString(1));
            }
            return rows;
        }
    }

    private static ProcessHandle postmaster(Path data) throws IOException {
        var pidFile = data.resolve("postgres/data/postmaster.pid");
        return ProcessHandle.of(Long.parseLong(Files.readAllLines(pidFile).getFirst()))
                .orElseThrow();
    }

    private static void kill(ProcessHandle process) {
        assertThat(process.destroyForcibly()).isTrue();
    }

    private static int status(int port) throws IOException {
        var connection = (HttpURLConnection)
                URI.create("http://127.0.0.1:" + port + "/health/ready").toURL().openConnection();
        connection.setReadTimeout(20_000);
        return connection.getResponseCode();
    }

    private static String permissions(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    /** The first of so many free ports in a row, none of those that the system gives to whoever asks for any. */
    private static int freePorts(int count) {
        return SOON.value("free ports", () -> {
            var first = ThreadLocalRandom.current().nextInt(10_000, 30_000);
            for (var i = 0; i < count; i++) {
                new ServerSocket(first + i, 1, InetAddress.getLoopbackAddress()).close();
            }
            return Optional.of(first);
        });
    }
}
