// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.SchemaName;
import io.howdah.job.Job;
import io.howdah.job.JobType;
import io.howdah.job.Retry;
import io.howdah.job.Workflow;
import io.howdah.job.schedule.Cron;
import io.howdah.job.schedule.ScheduleOptions;
import io.howdah.server.account.Keys;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TcpProxy;
import io.howdah.test.TestDatabase;
import io.howdah.test.TestProcess;
import io.howdah.web.access.Role;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Commands that wait for what they have started. */
@HowdahTest
class WaitCommandTest {
    private static final JobType<String> REPORT = JobType.of("report", String.class);

    private final TestDatabase database;
    private final Web web = Web.on(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    private final Replica replica;
    private final CountDownLatch mayEnd = new CountDownLatch(1);
    private Commands commands;
    private String key;

    WaitCommandTest(TestDatabase database) {
        this.database = database;
        var address = DatabaseAddress.of(database.jdbcUrl(), database.user(), database.password());
        this.replica = Replica.open(address, "howdah", "one", Duration.ofSeconds(5));
    }

    @BeforeEach
    void serve() {
        web.serve(replica, Web.Trust.NOBODY);
        replica.howdah().jobs().handle(REPORT, this::report);
        key = key(Role.OPERATOR);
        commands = Commands.on(web, key);
    }

    @AfterEach
    void close() {
        mayEnd.countDown();
        replica.close();
        web.close();
    }

    private void report(Job<String> job) throws InterruptedException {
        switch (job.payload()) {
            case "fails" -> throw new IllegalStateException("no paper");
            case "long" -> {
                job.progress(40, "page 4 of 10");
                mayEnd.await();
            }
            default -> job.progress(99, "nearly");
        }
    }

    @Test
    void the_exit_code_tells_how_a_job_has_ended() throws Exception {
        replica.start();

        var done = commands.run(0, "jobs", "enqueue", "report", "\"short\"", "--wait", "--timeout", "PT30S");
        assertThat(done.getFirst()).as("the id, on stdout").matches("\\d+");
        assertThat(done)
                .last()
                .asString()
                .matches("report " + done.getFirst() + " is done, attempt 1 of \\d+, after .*");

        var dead = replica.howdah().jobs().enqueue(REPORT.retry(Retry.never()), "fails");
        assertThat(commands.run(1, "jobs", "wait", dead.toString()))
                .last()
                .asString()
                .startsWith("report " + dead + " is dead, attempt 1 of 1: ")
                .contains("no paper");
        assertThat(commands.run(1, "jobs", "retry", dead.toString(), "--wait", "-o", "jsonl"))
                .last()
                .asString()
                .startsWith("{\"job\":{")
                .contains("\"state\":\"dead\"", "\"retryOf\":\"" + dead + "\"");
        var far =
                commands.run(0, "jobs", "enqueue", "report", "--delay", "PT1H").getFirst();
        commands.run(0, "jobs", "cancel", far);
        assertThat(commands.run(7, "jobs", "wait", far))
                .singleElement()
                .asString()
                .startsWith("report " + far + " is cancelled, after ");
        assertThat(commands.run(3, "jobs", "wait", "1"))
                .singleElement()
                .asString()
                .contains("There is no job 1");
    }

    @Test
    void what_takes_too_long_goes_on_without_the_command() throws Exception {
        replica.start();
        var lines = commands.run(124, "jobs", "enqueue", "report", "\"long\"", "--wait", "--timeout", "PT0.5S");
        var id = lines.getFirst();

        assertThat(lines).last().asString().contains("It goes on, nobody waits any more");
        assertThat(commands.run(0, "jobs", "show", id)).first().asString().contains("running");
        mayEnd.countDown();
        assertThat(commands.run(0, "jobs", "wait", id, "--timeout", "PT30S"))
                .last()
                .asString()
                .contains("is done");
        assertThat(commands.run(2, "jobs", "enqueue", "report", "--timeout", "PT1S"))
                .containsExactly("howdah: --timeout belongs to --wait.");
    }

    @Test
    void whoever_presses_ctrl_c_stops_waiting_and_nothing_else() throws Exception {
        replica.start();
        try (var waiting = start("http://127.0.0.1:" + web.port(), "false", "long")) {
            assertThat(waiting.awaitLine("page 4")).endsWith(": page 4 of 10 (40 %)");

            waiting.terminate();

            assertThat(waiting.awaitExit()).isEqualTo(130);
            assertThat(waiting.awaitLine("It goes on")).contains("report ");
            assertThat(waiting.lines()).noneMatch(line -> line.contains("\033"));
            var id = waiting.lines().getFirst();
            assertThat(commands.run(0, "jobs", "show", id)).first().asString().contains("running");
        }
    }

    @Test
    void at_a_terminal_there_is_a_bar_and_elsewhere_none() throws Exception {
        replica.start();
        try (var waiting = start("http://127.0.0.1:" + web.port(), "true", "long")) {
            assertThat(waiting.awaitLine("page 4")).startsWith("[########------------]  40 % report ");
            mayEnd.countDown();
            assertThat(waiting.awaitExit()).isZero();
            assertThat(String.join("\n", waiting.lines())).contains("is done").contains("\033[K");
        }
    }

    @Test
    void a_replica_that_is_away_for_a_moment_is_waited_for() throws Exception {
        replica.start();
        try (var proxy = TcpProxy.to("127.0.0.1", web.port());
                var waiting = start("http://127.0.0.1:" + proxy.port(), "false", "long")) {
            waiting.awaitLine("page 4");
            proxy.refuse();
            proxy.cut();
            mayEnd.countDown();
            Await.until(
                    "it is done",
                    () -> String.join("", commands.run(0, "jobs", "-o", "jsonl"))
                            .contains("done"));
            proxy.accept();

            assertThat(waiting.awaitLine("is done")).startsWith("report ");
            assertThat(waiting.awaitExit()).isZero();
        }
    }

    @Test
    void schedules_workflows_and_many_at_once_are_waited_for_too() throws Exception {
        replica.howdah()
                .schedules()
                .declare("nightly", Cron.of("0 2 * * *", ZoneOffset.UTC), REPORT, "short", ScheduleOptions.none());
        var workflow = replica.howdah()
                .jobs()
                .workflows()
                .start(Workflow.of("month")
                        .add("first", REPORT, "short")
                        .add("second", REPORT, "short", "first")
                        .build());
        replica.start();

        assertThat(commands.run(0, "schedules", "run", "nightly", "--wait"))
                .last()
                .asString()
                .contains("is done");
        assertThat(commands.run(0, "workflows", "wait", Long.toString(workflow.value())))
                .last()
                .asString()
                .contains("month " + workflow.value() + " is done, 2 of 2 jobs ended");
        var dead = replica.howdah().jobs().enqueue(REPORT.retry(Retry.never()), "fails");
        commands.run(1, "jobs", "wait", dead.toString());
        assertThat(commands.run(0, "jobs", "discard", "--all", "--type", "report", "--dry-run"))
                .containsExactly("1 would be; nothing was changed");
        assertThat(commands.run(0, "jobs", "discard", "--all", "--type", "report", "--wait"))
                .last()
                .asString()
                .startsWith("1 done, after ");
        commands.run(0, "jobs", "enqueue", "report", "--delay", "PT1H");
        assertThat(commands.run(0, "jobs", "cancel", "--all", "--type", "report"))
                .containsExactly("1 done");
    }

    @Test
    void whoever_may_not_look_is_told_that_it_was_started() throws Exception {
        commands = Commands.on(web, key(Role.PRODUCER));

        var lines = commands.run(5, "jobs", "enqueue", "report", "--wait");

        assertThat(lines.getFirst()).matches("\\d+");
        assertThat(lines).last().asString().contains("It was started, and cannot be watched", "(forbidden)");
    }

    private String key(Role role) {
        return new Keys(Db.of(database.dataSource(), SchemaName.DEFAULT)).create("cli", role, "ada", Optional.empty());
    }

    private TestProcess start(String url, String terminal, String payload) {
        return TestProcess.of(Main.class)
                .jvmOptions("-Dhowdah.terminal.errors=" + terminal)
                .arguments("jobs", "enqueue", "report", "\"" + payload + "\"", "--wait")
                .environment("HOWDAH_URL", url)
                .environment("HOWDAH_API_KEY", key)
                .start();
    }
}
