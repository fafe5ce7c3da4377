// SPDX-License-Identifier: Apache-2.0
package io.howdah.examples;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Every example runs, and prints what happens. */
@HowdahTest
class ExamplesTest {
    private static final Map<String, List<String>> PRINTED = Map.of(
            "lock",
            List.of(
                    "ada has it: true",
                    "bob has it: false",
                    "bob has it, after ada gave it back: true",
                    "ada has lost it, and her transaction does not commit"),
            "job",
            List.of("attempt 1 for ada@example.com", "attempt 2 for ada@example.com", "it is DONE"),
            "message",
            List.of("order 1", "order 2", "order 3", "0 are left"),
            "log",
            List.of("ada has paid 42 euros", "and the group is 0 behind"),
            "approval",
            List.of(
                    "carol asked, so she does not decide",
                    "ada has voted, and it still waits",
                    "bob has voted: it is APPROVED",
                    "deploying shop 1.4.2"),
            "notification",
            List.of("webhook, signed true", "inbox: Order 42 is on its way"),
            "limit",
            List.of(
                    "request 1 granted, 2 left",
                    "request 2 granted, 1 left",
                    "request 3 granted, 0 left",
                    "request 4 denied, for about 1 minute",
                    "bob has a limit of his own: true"),
            "workspace",
            List.of(
                    "bob has to look again: the head is version 2",
                    "after the rollback: replicas = 2",
                    "version 3",
                    "version 2",
                    "version 1"),
            "schedule",
            List.of("the report knows its next 3 times", "as many jobs as ticks: true"),
            "workflow",
            List.of("fetching howdah.jpg", "publishing an elephant, 640 wide", "it is DONE"));

    static final List<String> NAMES = List.copyOf(Main.EXAMPLES.keySet());

    @ParameterizedTest
    @FieldSource("NAMES")
    void it_prints_what_happens(String name, TestDatabase database) throws Exception {
        database.execute("drop table if exists example_total");

        assertThat(printedBy(name, url(database))).isEqualTo(PRINTED.get(name));
    }

    @Test
    void every_example_is_a_pleasure_to_read() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("src/main/java/io/howdah/examples"))) {
            assertThat(files.filter(file -> file.toString().endsWith("Example.java")))
                    .hasSize(PRINTED.size())
                    .allSatisfy(file -> assertThat(Files.readAllLines(file)).hasSizeLessThanOrEqualTo(60));
        }
    }

    private static List<String> printedBy(String name, String url) throws Exception {
        var printed = new ByteArrayOutputStream();
        var before = System.out;
        System.setOut(new PrintStream(printed, true, UTF_8));
        try {
            Main.main(name, url);
        } finally {
            System.setOut(before);
        }
        return printed.toString(UTF_8).lines().toList();
    }

    private static String url(TestDatabase database) {
        return database.jdbcUrl() + "?user=" + database.user() + "&password=" + database.password();
    }
}
