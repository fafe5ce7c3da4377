// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.test.TestProcess;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;

/** Commands against a replica, which give their exit code and everything that they write. */
final class Commands {
    private final Map<String, String> environment;

    private Commands(Map<String, String> environment) {
        this.environment = environment;
    }

    static Commands on(Web web, String key) {
        return new Commands(Map.of("HOWDAH_URL", "http://127.0.0.1:" + web.port() + "/", "HOWDAH_API_KEY", key));
    }

    /** Where nothing is set but this. */
    static Commands with(Map<String, String> environment) {
        return new Commands(Map.copyOf(environment));
    }

    /** In this process. */
    List<String> run(int expected, String... arguments) {
        var written = new StringWriter();
        var writer = new PrintWriter(written, true);
        var stop = new StopSignal();
        var code = Main.commandLine(stop, environment, arguments)
                .setOut(writer)
                .setErr(writer)
                .execute(arguments);
        stop.finished(code);
        writer.flush();
        var lines = written.toString().lines().toList();
        assertThat(code).as("%s", lines).isEqualTo(expected);
        return lines;
    }

    /** In a process of its own, as a shell would. */
    List<String> runApart(int expected, String... arguments) {
        var process = TestProcess.of(Main.class).arguments(arguments);
        environment.forEach(process::environment);
        try (var command = process.start()) {
            var code = command.awaitExit();
            assertThat(code).as("%s", command.lines()).isEqualTo(expected);
            return command.lines();
        }
    }
}
