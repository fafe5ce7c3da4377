// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Timeout(600)
class JobsRunTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream progress = new ByteArrayOutputStream();

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit fills it.
    private Path folder;

    @Test
    void jobs_are_done_by_processes_of_their_own_that_are_gone_afterwards() throws IOException {
        Path json = folder.resolve("report.json");

        int exitCode = run(
                "jobs",
                "--quick",
                "--seconds",
                "0.05",
                "--only",
                "2 processes",
                "--only",
                "50/s",
                "--contender",
                "howdah",
                "--directory",
                folder.toString(),
                "--json",
                json.toString());

        assertThat(text(progress)).doesNotContain("FAILED");
        assertThat(exitCode).isZero();
        assertThat(text(out))
                .contains("first tenth/s")
                .contains("from call p99 ms")
                .contains("howdah: defaults");
        JsonNode report = JsonMapper.shared().readTree(Files.readString(json));
        JsonNode drain = report.at("/scenarios/0/contenders/0/repeats/0");
        assertThat(drain.at("/operations").asInt()).isEqualTo(1_000);
        assertThat(drain.at("/deadRows/howdah.work_ready").asInt()).isEqualTo(1_000);
        assertThat(report.at("/scenarios/1/contenders/0/repeats/0/figures/from call p50 ms")
                        .asDouble())
                .isPositive();
        assertThat(ProcessHandle.current().descendants()).noneMatch(ProcessHandle::isAlive);
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
