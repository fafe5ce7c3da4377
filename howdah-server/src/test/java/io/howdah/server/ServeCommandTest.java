// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import io.howdah.test.TestProcess;
import java.util.List;
import org.junit.jupiter.api.Test;

@HowdahTest
class ServeCommandTest {
    private final TestDatabase database;

    ServeCommandTest(TestDatabase database) {
        this.database = database;
    }

    @Test
    void a_replica_that_is_asked_to_stop_leaves_and_has_not_failed() {
        try (var replica = start("serve", "--port", "0", "--name", "one")) {
            replica.awaitLine("one has joined");

            replica.terminate();

            assertThat(replica.awaitExit()).isZero();
            assertThat(replica.lines()).anyMatch(line -> line.endsWith("Stopped"));
            assertThat(database.one("select state from howdah.members where name = 'one'", String.class))
                    .isEqualTo("left");
        }
    }

    @Test
    void another_schema_is_migrated_and_served() {
        assertThat(output("migrate", "--schema", "other")).startsWith("The schema other is up to date now");

        try (var replica = start("serve", "--port", "0", "--schema", "other", "--name", "two")) {
            replica.awaitLine("two has joined");
            assertThat(database.query("select name from other.members")).containsExactly(List.of("two"));
            assertThat(database.query("select name from howdah.members")).isEmpty();
        }
    }

    @Test
    void a_port_that_is_taken_is_named() {
        try (var first = start("serve", "--port", "0", "--name", "first")) {
            var port = first.awaitLine("Answering on").replaceFirst(".*127\\.0\\.0\\.1:(\\d+),.*", "$1");

            try (var second = start("serve", "--port", port)) {
                assertThat(second.awaitExit()).isEqualTo(1);
                assertThat(second.lines())
                        .singleElement()
                        .asString()
                        .startsWith("howdah: Port " + port + " on 127.0.0.1 is not free");
            }
        }
    }

    @Test
    void migrate_says_what_it_did_and_shows_what_it_would_do() {
        database.execute("drop schema howdah cascade");

        assertThat(output("migrate", "--sql")).contains("create table howdah.member");
        assertThat(output("migrate")).startsWith("The schema howdah is up to date now: applied");
        assertThat(output("migrate")).isEqualTo("The schema howdah is up to date.");
    }

    private String output(String... arguments) {
        try (var command = start(arguments)) {
            assertThat(command.awaitExit()).isZero();
            return String.join("\n", command.lines());
        }
    }

    private TestProcess start(String... arguments) {
        return TestProcess.of(Main.class)
                .arguments(arguments)
                .environment("HOWDAH_DATABASE_URL", database.jdbcUrl())
                .environment("HOWDAH_DATABASE_USER", database.user())
                .environment("HOWDAH_DATABASE_PASSWORD", database.password())
                .start();
    }
}
