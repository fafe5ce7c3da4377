// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.howdah.benchmarks.harness.Contender;
import io.howdah.benchmarks.harness.Stage;
import io.howdah.benchmarks.harness.Trial;
import io.howdah.benchmarks.http.ReplicaProcess;
import java.io.IOException;
import java.util.Optional;

/** {@code howdah doctor}: a process that asks for a page of nearly everything. */
record Doctor(Installation installation) implements Contender {
    private static final int NOTHING_WRONG = 0;
    private static final int SOMETHING_WRONG = 1;

    @Override
    public String name() {
        return "howdah doctor";
    }

    @Override
    public Optional<String> unavailable() {
        return Page.of(name(), installation).unavailable();
    }

    @Override
    public String settings() {
        return "with the start of its JVM, without the archive of classes that the launcher makes";
    }

    @Override
    public Trial prepare(Stage stage) throws Exception {
        var replica = installation.on(stage).replica();
        return Asking.of(stage, () -> ask(replica), () -> {});
    }

    private static void ask(ReplicaProcess replica) throws IOException, InterruptedException {
        var command = ReplicaProcess.command("doctor");
        command.environment().put("HOWDAH_URL", "http://127.0.0.1:" + replica.port());
        command.environment().put("HOWDAH_API_KEY", replica.key());
        var process = command.redirectErrorStream(true).start();
        var said = new String(process.getInputStream().readAllBytes(), UTF_8);
        var code = process.waitFor();
        if (code != NOTHING_WRONG && code != SOMETHING_WRONG) {
            throw new IOException("howdah doctor ended with " + code + ": " + said);
        }
    }
}
