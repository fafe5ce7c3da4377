// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(600)
@SuppressWarnings("NullAway.Init") // JUnit's set-up methods fill the fields.
class HarnessTest {
    private static final Effort TINY = new Effort(Duration.ofMillis(20), Duration.ofMillis(50), 2, true, 100_000);

    @TempDir
    private static Path folder;

    private static Server server;

    private final List<String> turns = new ArrayList<>();
    private final ByteArrayOutputStream progress = new ByteArrayOutputStream();

    @BeforeAll
    static void start() throws IOException, SQLException {
        server = Server.throwaway(folder);
    }

    @AfterAll
    static void stop() throws IOException, SQLException {
        server.close();
        try (var left = Files.list(folder)) {
            assertThat(left).as("what a closed server leaves behind").isEmpty();
        }
    }

    @Test
    void the_servers_settings_are_those_of_the_published_figures() throws Exception {
        Environment environment = Environment.of(server);

        assertThat(environment.isDurable()).isTrue();
        assertThat(environment.checkpoints()).isTrue();
        assertThat(environment.syncTime()).isPresent();
        assertThat(environment.settings())
                .containsEntry("fsync", "on")
                .containsEntry("synchronous_commit", "on")
                .containsEntry("full_page_writes", "on")
                .containsEntry("shared_buffers", "1GB")
                .containsEntry("max_connections", "300")
                .containsEntry("max_wal_size", "8GB");
    }

    @Test
    void contenders_warm_up_and_then_take_turns_in_another_order_each_round() throws Exception {
        Report report = run(turn("a"), turn("b"), turn("c"));

        assertThat(turns).containsExactly("a 20", "b 20", "c 20", "b 50", "c 50", "a 50", "c 50", "a 50", "b 50");
        assertThat(report.sections().getFirst().results())
                .extracting(Result::contender)
                .containsExactly("a", "b", "c");
        assertThat(report.sections().getFirst().measured())
                .allSatisfy(measured -> assertThat(measured.repeats()).hasSize(2));
        assertThat(report.hasFailures()).isFalse();
        assertThat(told()).contains("1 thread · a · repeat 2 of 2: ");
    }

    @Test
    void a_contender_that_is_not_there_is_skipped_with_a_line() throws Exception {
        Report report = run(turn("a"), new Absent());

        assertThat(report.sections().getFirst().results().get(1))
                .isEqualTo(new Result.Skipped("absent", "Redis is not installed"));
        assertThat(report.hasFailures()).isFalse();
        assertThat(told()).contains("1 thread · absent · skipped: Redis is not installed");
        assertThat(turns).hasSize(3);
    }

    @Test
    void a_contender_that_breaks_is_reported_and_the_others_go_on() throws Exception {
        Report report = run(turn("a"), Contender.of("broken", stage -> {
            stage.database().execute("select * from a_table_that_is_not_there");
            throw new AssertionError("not reached");
        }));

        assertThat(report.hasFailures()).isTrue();
        assertThat(report.sections().getFirst().results().get(1))
                .isInstanceOfSatisfying(
                        Result.Failed.class,
                        failed -> assertThat(failed.reason()).contains("a_table_that_is_not_there"));
        assertThat(report.sections().getFirst().measured()).hasSize(1);
        assertThat(turns).hasSize(3);
    }

    @Test
    void wal_dead_rows_and_commits_are_counted_for_the_measured_part() throws Exception {
        Report report = run(Contender.of("deleting", Deleting::prepare));

        Summary summary = report.sections()
                .getFirst()
                .measured()
                .findFirst()
                .orElseThrow()
                .summary();
        assertThat(summary.deadRowsPerOperation()).isEqualTo(1);
        // Two more than the deletions: preparing leaves a few commits that are reported late.
        assertThat(summary.commitsPerOperation()).isBetween(1.0, 1.2);
        // A deletion's record and its commit's are some hundred bytes; the 500 rows before it are not its cost.
        assertThat(summary.walBytesPerOperation()).isBetween(50.0, 3_000.0);
    }

    @Test
    void each_turn_has_a_database_of_its_own_and_none_is_left() throws Exception {
        run(Contender.of("a", stage -> {
            stage.database().execute("create table mine ()");
            return new Once(() -> turns.add(stage.database().name()));
        }));

        assertThat(turns).hasSize(3).doesNotHaveDuplicates();
        try (var statement = server.connection().createStatement();
                var names = statement.executeQuery("select datname from pg_database where datname like '%bench%'")) {
            assertThat(names.next()).isFalse();
        }
    }

    private Contender turn(String name) {
        return Contender.of(
                name,
                stage -> new Once(() -> turns.add(name + " " + stage.duration().toMillis())));
    }

    private Report run(Contender... contenders) throws Exception {
        var scenario = Scenario.throughput("1 thread", "turn", List.of(contenders));
        var out = new PrintStream(progress, true, StandardCharsets.UTF_8);
        return Harness.on(server, TINY, out).run(new Single(scenario));
    }

    private String told() {
        return progress.toString(StandardCharsets.UTF_8);
    }

    private record Single(Scenario scenario) implements Benchmark {
        @Override
        public String name() {
            return "single";
        }

        @Override
        public String summary() {
            return "one scenario";
        }

        @Override
        public List<Scenario> scenarios() {
            return List.of(scenario);
        }
    }

    private record Once(Runnable action) implements Trial {
        @Override
        public Outcome run() {
            action.run();
            return new Outcome(1, Duration.ofMillis(1), Latencies.none());
        }

        @Override
        public void close() {}
    }

    private static final class Absent implements Contender {
        @Override
        public String name() {
            return "absent";
        }

        @Override
        public Optional<String> unavailable() {
            return Optional.of("Redis is not installed");
        }

        @Override
        public Trial prepare(Stage stage) {
            throw new AssertionError("It is not there.");
        }
    }

    /** Deletes a backlog row by row, each in a commit of its own. */
    private record Deleting(Stage stage) implements Trial {
        private static final int ROWS = 500;

        static Trial prepare(Stage stage) throws SQLException {
            stage.database().execute("create table backlog as select generate_series(1, " + ROWS + ") id");
            return new Deleting(stage);
        }

        @Override
        public Outcome run() throws SQLException {
            try (var connection = stage.database().connect();
                    var delete = connection.prepareStatement("delete from backlog where id = ?")) {
                for (int id = 1; id <= ROWS; id++) {
                    delete.setInt(1, id);
                    delete.executeUpdate();
                }
            }
            return new Outcome(ROWS, Duration.ofSeconds(1), Latencies.none());
        }

        @Override
        public void close() {}
    }
}
