// SPDX-License-Identifier: Apache-2.0
package io.howdah.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CrashTest {

    private static final String LOG = "pre-existing shared memory block";
    /** Busy for as long as it takes until somebody has put a file into its directory. */
    private static final String BUSY = """
            do $$
            begin
              while pg_stat_file('enough', missing_ok => true) is null loop end loop;
            end $$
            """;

    @TempDir
    Path directory;

    @Test
    void committed_rows_survive_a_kill_of_the_server() throws Exception {
        try (var postgres = Postgres.in(directory).start()) {
            Rows.execute(postgres, "create table note (text text)");
            var exit = postgres.onExit();
            // An open session keeps the dead server's shared memory for a moment.
            try (var open = Rows.connect(postgres)) {
                open.createStatement().execute("insert into note values ('committed')");
                open.setAutoCommit(false);
                open.createStatement().execute("insert into note values ('not committed')");
                var port = postgres.port();
                var killed = postgres.pid();

                postgres.kill();

                exit.get(60, TimeUnit.SECONDS);
                assertThat(postgres.isRunning()).isFalse();
                postgres.restart();
                assertThat(postgres.port()).isEqualTo(port);
                assertThat(postgres.pid()).isNotEqualTo(killed);
            }
            assertThat(Rows.select(postgres, "select text from note")).containsExactly("committed");
        }
    }

    @Test
    void a_session_that_outlives_the_server_for_a_moment_is_waited_for() throws Exception {
        try (var postgres = Postgres.in(directory).copied().start()) {
            // Busy, it does not notice that the server is gone, and holds on to its shared memory.
            var busy = Thread.ofPlatform().start(() -> executeToWhateverEnd(postgres, BUSY));
            Waiting.until(
                    "the session is busy",
                    () -> Rows.select(postgres, "select state from pg_stat_activity").stream()
                                    .filter("active"::equals)
                                    .count()
                            == 2);

            postgres.kill();
            var waited = Thread.ofPlatform().start(this::endBusySessionWhenItIsInTheWay);
            postgres.restart();

            assertThat(Rows.select(postgres, "select 1")).containsExactly("1");
            assertThat(directory.resolve("postgres.log")).content().contains(LOG);
            busy.join();
            waited.join();
        }
    }

    @Test
    void a_server_whose_starter_was_killed_is_taken_over() throws Exception {
        var child = ChildServer.start(directory);
        var ready = ChildServer.firstLine(child);
        assertThat(ready).startsWith("ready");
        var orphan = Long.parseLong(String.valueOf(ready).substring("ready ".length()));
        child.destroyForcibly().waitFor();
        assertThat(Processes.isAlive(orphan)).isTrue();

        try (var postgres = Postgres.in(directory).copied().start()) {
            assertThat(Processes.isAlive(orphan)).isFalse();
            assertThat(postgres.pid()).isNotEqualTo(orphan);
            assertThat(Rows.select(postgres, "select text from note")).containsExactly("from the child");
        }
    }

    @Test
    void a_server_whose_directory_is_gone_is_ended_all_the_same() throws Exception {
        var postgres = Postgres.in(directory.resolve("doomed")).copied().start();
        Trees.delete(postgres.directory());

        postgres.close();

        assertThat(Processes.isAlive(postgres.pid())).isFalse();
    }

    @Test
    void an_unfinished_initdb_is_forgotten() throws Exception {
        var unfinished = Files.createDirectories(directory.resolve("data.new.123"));
        Files.writeString(unfinished.resolve("PG_VERSION"), "18\n");
        Files.writeString(directory.resolve("password"), "left-by-the-first-try\n");

        try (var postgres = Postgres.in(directory).fast().start()) {
            assertThat(Rows.select(postgres, "select 1")).containsExactly("1");
            assertThat(postgres.password()).isEqualTo("left-by-the-first-try");
            assertThat(unfinished).doesNotExist();
        }
    }

    @Test
    void a_starter_killed_during_initdb_leaves_nothing_that_confuses() throws Exception {
        var child = ChildServer.start(directory);
        try {
            Waiting.until("initdb is at work", () -> hasUnfinished(directory));
        } finally {
            child.destroyForcibly().waitFor();
        }
        assertThat(directory.resolve("data")).doesNotExist();

        try (var postgres = Postgres.in(directory).fast().start()) {
            assertThat(Rows.select(postgres, "select 1")).containsExactly("1");
        }
    }

    @Test
    void a_pid_file_that_names_a_stranger_does_not_confuse() throws Exception {
        Postgres.in(directory).copied().start().close();
        var stranger = new ProcessBuilder("sleep", "60").start();
        try {
            leavePidFile(stranger.pid());

            try (var postgres = Postgres.in(directory).copied().start()) {
                assertThat(postgres.isRunning()).isTrue();
                assertThat(stranger.isAlive()).isTrue();
            }
        } finally {
            stranger.destroyForcibly().waitFor();
        }
    }

    @Test
    void a_pid_file_that_names_a_zombie_does_not_confuse() throws Exception {
        Postgres.in(directory).copied().start().close();
        // The shell becomes a sleep that never collects the child it inherits.
        var parent = new ProcessBuilder("sh", "-c", "sleep 0.2 & echo $!; exec sleep 60").start();
        try {
            var zombie = Long.parseLong(parent.inputReader().readLine());
            Waiting.until("the child has ended", () -> !Processes.isAlive(zombie));
            assertThat(Processes.exists(zombie)).isTrue();
            leavePidFile(zombie);

            try (var postgres = Postgres.in(directory).copied().start()) {
                assertThat(postgres.isRunning()).isTrue();
            }
        } finally {
            parent.destroyForcibly().waitFor();
        }
    }

    private void endBusySessionWhenItIsInTheWay() {
        try {
            Waiting.until(
                    "the server says what it waits for",
                    () -> Files.readString(directory.resolve("postgres.log")).contains(LOG));
            Files.createFile(directory.resolve("data/enough"));
        } catch (Exception failure) {
            throw new AssertionError(failure);
        }
    }

    private static void executeToWhateverEnd(Postgres postgres, String sql) {
        try {
            Rows.execute(postgres, sql);
        } catch (SQLException e) {
            assertThat(e.getSQLState()).as("broken off, nothing else").matches("08.*|57P.*");
        }
    }

    private void leavePidFile(long pid) throws Exception {
        var data = directory.toRealPath().resolve("data");
        Files.writeString(data.resolve("postmaster.pid"), pid + "\n" + data + "\n1700000000\n5432\n\n127.0.0.1\n");
    }

    private static boolean hasUnfinished(Path directory) throws Exception {
        try (var unfinished = Files.newDirectoryStream(directory, "data.new.*")) {
            for (var data : unfinished) {
                return Files.exists(data.resolve("PG_VERSION"));
            }
        }
        return false;
    }
}
