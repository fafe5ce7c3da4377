// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.embedded.Postgres;
import io.howdah.test.TestProcess;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Timeout(600)
class MainTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream progress = new ByteArrayOutputStream();

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit fills it.
    private Path folder;

    @Test
    void without_a_name_the_benchmarks_are_listed() {
        assertThat(run()).isZero();
        assertThat(text(out)).containsPattern("insert +rows of 1 KB").containsPattern("notify +a small INSERT");
        assertThat(run("--list", "insert")).isZero();
    }

    @Test
    void an_unknown_name_is_refused_with_those_that_exist() {
        assertThat(run("bogus")).isEqualTo(2);
        assertThat(text(progress)).contains("\"bogus\"").containsPattern("insert +rows of 1 KB");
        assertThat(text(out)).isEmpty();
    }

    @Test
    void senseless_options_are_refused_before_anything_starts() {
        assertThat(run("insert", "--repeats", "0")).isEqualTo(2);
        assertThat(run("insert", "--seconds", "-1")).isEqualTo(2);
        assertThat(run("insert", "--url", "nonsense")).isEqualTo(2);
        assertThat(run("insert", "--json", folder.resolve("no/such/folder.json").toString()))
                .isEqualTo(2);
        assertThat(text(progress))
                .contains("at least 1 repeat")
                .contains("must last longer")
                .contains("--url")
                .contains("cannot be written");
    }

    @Test
    void a_part_that_is_empty_is_refused_with_the_scenarios_that_exist() {
        assertThat(run("insert", "--only", "9 threads")).isEqualTo(2);
        assertThat(run("insert", "--contender", "nobody")).isEqualTo(2);
        assertThat(text(progress)).contains("8 threads: plain JDBC · plain JDBC, 100 per statement");
    }

    @Test
    void insert_runs_on_a_durable_server_of_its_own_that_is_gone_afterwards() throws IOException {
        Path json = folder.resolve("report.json");
        Path data = Files.createDirectory(folder.resolve("data"));

        int exitCode = run(
                "insert",
                "--quick",
                "--seconds",
                "0.5",
                "--only",
                "1 thread",
                "--only",
                "8 threads",
                "--directory",
                data.toString(),
                "--json",
                json.toString());

        assertThat(text(progress))
                .contains("8 threads · plain JDBC · repeat 1 of 1: ")
                .doesNotContain("FAILED");
        assertThat(exitCode).isZero();
        assertThat(text(out))
                .contains("× plain JDBC")
                .contains("WAL bytes/row")
                .contains("1.5 ×")
                .doesNotContain("NOT DURABLE");
        JsonNode report = JsonMapper.shared().readTree(Files.readString(json));
        assertThat(report.at("/postgres/settings/fsync").asString()).isEqualTo("on");
        assertThat(report.at("/scenarios")).hasSize(2);
        JsonNode oneByOne = report.at("/scenarios/1/contenders/0/repeats/0");
        assertThat(oneByOne.at("/operations").asLong()).isPositive();
        assertThat(oneByOne.at("/walBytesPerOperation").asDouble()).isGreaterThan(1_024);
        assertThat(report.at("/scenarios/1/contenders/1/repeats/0/commitsPerOperation")
                        .asDouble())
                .isLessThan(0.2);
        try (var left = Files.list(data)) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void notify_runs_on_a_server_that_is_there_already_and_tells_that_it_is_not_durable() {
        try (var postgres = Postgres.in(folder.resolve("server")).copied().start()) {
            String url = postgres.jdbcUrl("postgres") + "?user=" + postgres.user() + "&password=" + postgres.password();

            int exitCode = run("notify", "--quick", "--seconds", "0.5", "--only", "8 clients", "--url", url);

            assertThat(text(progress)).doesNotContain("FAILED");
            assertThat(exitCode).isZero();
            assertThat(text(out))
                    .contains("pg_notify inside")
                    .contains("NOT DURABLE")
                    .doesNotContain(postgres.password());
        }
    }

    @Test
    void a_run_that_is_broken_off_leaves_no_server_and_no_files() throws IOException {
        Path data = Files.createDirectory(folder.resolve("data"));
        try (var run = TestProcess.of(Main.class)
                .arguments("insert", "--directory", data.toString())
                .start()) {
            run.awaitLine("warmed up");
            List<String> server = postmaster(data);
            int port = Integer.parseInt(server.get(3));
            try {
                run.terminate();

                assertThat(run.awaitExit()).isEqualTo(143);
                assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port).close())
                        .isInstanceOf(ConnectException.class);
                assertThat(run.lines()).noneMatch(line -> line.contains("FAILED"));
                try (var left = Files.list(data)) {
                    assertThat(left).isEmpty();
                }
            } finally {
                ProcessHandle.of(Long.parseLong(server.getFirst())).ifPresent(ProcessHandle::destroyForcibly);
            }
        }
    }

    /** The lines of the file in which a running server tells its pid, first, and its port, fourth. */
    private static List<String> postmaster(Path data) throws IOException {
        try (var files = Files.find(data, 3, (file, attributes) -> file.endsWith("postmaster.pid"))) {
            return Files.readAllLines(files.findFirst().orElseThrow());
        }
    }

    private int run(String... args) {
        return Main.run(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(progress, true, StandardCharsets.UTF_8),
                args);
    }

    private static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
