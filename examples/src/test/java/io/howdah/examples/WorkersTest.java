// SPDX-License-Identifier: Apache-2.0
package io.howdah.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.howdah.Howdah;
import io.howdah.internal.db.Db;
import io.howdah.internal.db.SchemaName;
import io.howdah.job.JobState;
import io.howdah.job.JobType;
import io.howdah.server.Main;
import io.howdah.server.account.Keys;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import io.howdah.test.TestProcess;
import io.howdah.web.access.Role;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Workers in other languages do jobs that Java enqueued, over a real server. */
@HowdahTest
class WorkersTest {
    record Shout(String text) {}

    private static final JobType<Shout> SHOUT = JobType.of("shout", Shout.class);

    private static final Map<String, String> WORKERS =
            Map.of("python3", "workers/worker.py", "node", "workers/worker.mjs");

    @Test
    void a_worker_in_another_language_does_the_job(Howdah howdah, TestDatabase database) throws Exception {
        assumeTrue(WORKERS.keySet().stream().anyMatch(Programs::isPresent), "neither Python nor Node");
        var key = new Keys(Db.of(database.dataSource(), SchemaName.DEFAULT))
                .create("worker", Role.WORKER, "test", Optional.empty());
        try (var server = server(database)) {
            var port = server.awaitLine("Answering on").replaceFirst(".*127\\.0\\.0\\.1:(\\d+),.*", "$1");
            for (var program :
                    WORKERS.keySet().stream().filter(Programs::isPresent).toList()) {
                var id = howdah.jobs().enqueue(SHOUT, new Shout("hello"));
                var worker = new ProcessBuilder(program, WORKERS.get(program));
                worker.environment().putAll(Map.of("HOWDAH_URL", "http://127.0.0.1:" + port, "HOWDAH_API_KEY", key));

                assertThat(Programs.lines(worker)).isEqualTo(List.of("done: HELLO"));
                assertThat(howdah.jobs().find(id).orElseThrow().state()).isEqualTo(JobState.DONE);
                assertThat(howdah.jobs().result(id, Shout.class)).contains(new Shout("HELLO"));
            }
        }
    }

    private static TestProcess server(TestDatabase database) {
        return TestProcess.of(Main.class)
                .jvmOptions(
                        "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Dorg.slf4j.simpleLogger.defaultLogLevel=info")
                .arguments("serve", "--port", "0", "--name", "one")
                .environment("HOWDAH_DATABASE_URL", database.jdbcUrl())
                .environment("HOWDAH_DATABASE_USER", database.user())
                .environment("HOWDAH_DATABASE_PASSWORD", database.password())
                .start();
    }
}
