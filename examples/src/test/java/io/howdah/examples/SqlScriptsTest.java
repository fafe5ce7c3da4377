// SPDX-License-Identifier: Apache-2.0
package io.howdah.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.howdah.Howdah;
import io.howdah.log.Topic;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every script runs from one end to the other: by psql where there is one, by the driver, and says what it should. */
@HowdahTest
class SqlScriptsTest {
    private static final Map<String, List<String>> SAID = Map.of(
            "approval.sql", List.of("t"),
            "job.sql", List.of("t", "t"),
            "limit.sql", List.of("1", "t", "t", "f|t"),
            "lock.sql", List.of("t", "t", "f"),
            "log.sql", List.of("t", "example-orders|4"),
            "message.sql", List.of("t", "{\"to\": \"ada\"}|1", "0"),
            "notification.sql", List.of("t"));

    @BeforeEach
    void topic(Howdah howdah) {
        howdah.log().create(Topic.of("example-orders").partitions(4));
    }

    static List<Path> scripts() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("sql"))) {
            return files.sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void the_driver_runs_it(Path script, TestDatabase database) throws Exception {
        assertThat(byDriver(script, database))
                .isEqualTo(SAID.get(script.getFileName().toString()));
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void psql_runs_it(Path script, TestDatabase database) throws Exception {
        assumeTrue(Programs.isPresent("psql"), "no psql");
        var psql = new ProcessBuilder("psql", "-X", "-q", "-At", "-v", "ON_ERROR_STOP=1", "-f", script.toString());
        psql.environment()
                .putAll(Map.of(
                        "PGHOST", database.host(),
                        "PGPORT", String.valueOf(database.port()),
                        "PGDATABASE", database.name(),
                        "PGUSER", database.user(),
                        "PGPASSWORD", database.password(),
                        "PGOPTIONS", "-c client_min_messages=warning"));

        assertThat(Programs.lines(psql).stream().filter(line -> !line.isBlank()))
                .containsExactlyElementsOf(SAID.get(script.getFileName().toString()));
    }

    /** As psql writes it with -At, without the empty lines of functions that answer nothing. */
    private static List<String> byDriver(Path script, TestDatabase database) throws IOException, SQLException {
        var lines = new ArrayList<String>();
        try (var connection = database.connect();
                var statement = connection.createStatement()) {
            for (var rows = statement.execute(Files.readString(script));
                    rows || statement.getUpdateCount() >= 0;
                    rows = statement.getMoreResults()) {
                if (!rows) {
                    continue;
                }
                try (var result = statement.getResultSet()) {
                    while (result.next()) {
                        var line = new ArrayList<String>();
                        for (int column = 1; column <= result.getMetaData().getColumnCount(); column++) {
                            line.add(Objects.toString(result.getString(column), ""));
                        }
                        lines.add(String.join("|", line));
                    }
                }
            }
        }
        return lines.stream().filter(line -> !line.isBlank()).toList();
    }
}
