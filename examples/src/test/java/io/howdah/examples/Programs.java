// SPDX-License-Identifier: Apache-2.0
package io.howdah.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Programs of this machine that are not ours. */
final class Programs {
    private Programs() {}

    static boolean isPresent(String program) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }

    /** What it writes until it ends well, within a minute. */
    static List<String> lines(ProcessBuilder program) throws IOException, InterruptedException {
        var written = Files.createTempFile("howdah-example-", ".out");
        var process = program.redirectErrorStream(true)
                .redirectOutput(written.toFile())
                .start();
        try {
            var ended = process.waitFor(1, TimeUnit.MINUTES);
            var lines = Files.readAllLines(written);
            assertThat(ended).as("it has ended, having written %s", lines).isTrue();
            assertThat(process.exitValue()).as("%s", lines).isZero();
            return lines;
        } finally {
            process.destroyForcibly();
            Files.delete(written);
        }
    }
}
