// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.SchemaName;
import io.howdah.job.JobType;
import io.howdah.log.GroupOptions;
import io.howdah.log.NewEvent;
import io.howdah.log.Topic;
import io.howdah.server.account.Keys;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import io.howdah.test.TestProcess;
import io.howdah.web.access.Role;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Commands that look again and again. */
@HowdahTest
class WatchCommandTest {
    private static final JobType<String> MAIL =
            JobType.of("welcome", String.class).queue("mail");
    private static final JobType<String> REPORT =
            JobType.of("report", String.class).queue("reports");
    private static final Topic ORDERS = Topic.of("orders").partitions(1);

    private final TestDatabase database;
    private final Web web = Web.on(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    private final Replica replica;
    private Commands commands;
    private String key;

    WatchCommandTest(TestDatabase database) {
        this.database = database;
        var address = DatabaseAddress.of(database.jdbcUrl(), database.user(), database.password());
        this.replica = Replica.open(address, "howdah", "one", Duration.ofSeconds(5));
    }

    @BeforeEach
    void serve() throws InterruptedException {
        web.serve(replica, Web.Trust.NOBODY);
        replica.howdah().log().handle(ORDERS, "billing", GroupOptions.standard(), batch -> {});
        replica.start();
        key = new Keys(Db.of(database.dataSource(), SchemaName.DEFAULT))
                .create("watch", Role.VIEWER, "ada", Optional.empty());
        commands = Commands.on(web, key);
    }

    @AfterEach
    void close() {
        replica.close();
        web.close();
    }

    @Test
    void top_shows_queues_readers_and_processes_once_for_scripts() {
        replica.howdah().jobs().enqueue(MAIL, "ada");
        replica.howdah().jobs().enqueue(REPORT, "October");
        replica.howdah().queues().pause("reports");
        replica.howdah().log().append(ORDERS, NewEvent.of("created", "17"));
        Await.until("the reader has joined, and a beat has told that the process listens", () -> {
            var shown = String.join("\n", commands.run(0, "top", "--once"));
            return shown.contains("billing") && shown.contains("NOTIFY");
        });

        var lines = commands.run(0, "top", "--once");

        assertThat(lines.getFirst()).startsWith("1 process, 2 ready, 0 running, oldest waits ");
        assertThat(lines)
                .anyMatch(line -> line.matches("mail +1 +0 +0 +0 .*"))
                .anyMatch(line -> line.matches("reports +1 .* paused"))
                .anyMatch(line -> line.matches("orders +billing +\\d+ .*"))
                .anyMatch(line -> line.startsWith("one ") && line.endsWith("NOTIFY"))
                .noneMatch(line -> line.contains("\033"));
        assertThat(commands.run(2, "top", "--every", "0")).first().asString().contains("1 to 3600 seconds");
    }

    @Test
    void a_list_is_shown_again_until_somebody_has_seen_enough_which_is_no_failure() {
        replica.howdah().jobs().enqueue(MAIL, "ada");
        try (var watching = start("queues", "--watch=1")) {
            watching.awaitLine("mail ");
            replica.howdah().queues().pause("mail");
            Await.until(
                    "the change is shown", () -> watching.lines().stream().anyMatch(line -> line.matches("mail .*Z")));

            watching.terminate();

            assertThat(watching.awaitExit()).isZero();
            assertThat(watching.lines()).noneMatch(line -> line.contains("\033"));
        }
        assertThat(commands.run(2, "queues", "--watch=0")).first().asString().contains("1 to 3600 seconds");
    }

    @Test
    void at_a_terminal_the_screen_is_drawn_anew_and_nothing_is_coloured_that_should_not_be() {
        replica.howdah().jobs().enqueue(MAIL, "ada");
        try (var watching = start("top", "--every", "1")) {
            assertThat(watching.awaitLine("QUEUE")).doesNotContain("\033[1m");
        }
        try (var watching = TestProcess.of(Main.class)
                .jvmOptions("-Dhowdah.terminal=true")
                .arguments("top", "--every", "1")
                .environment("HOWDAH_URL", "http://127.0.0.1:" + web.port())
                .environment("HOWDAH_API_KEY", key)
                .environment("NO_COLOR", "1")
                .start()) {
            assertThat(watching.awaitLine("1 process")).startsWith("\033[H");
            assertThat(watching.awaitLine("QUEUE")).doesNotContain("\033[1m").endsWith("\033[K");
        }
    }

    private TestProcess start(String... arguments) {
        return TestProcess.of(Main.class)
                .arguments(arguments)
                .environment("HOWDAH_URL", "http://127.0.0.1:" + web.port())
                .environment("HOWDAH_API_KEY", key)
                .start();
    }
}
