// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class VariablesTest {
    private static final Pattern IN_SOURCES = Pattern.compile("\"(HOWDAH_[A-Z0-9_]*[A-Z0-9])\"");
    private static final Pattern IN_DOCS = Pattern.compile("`(HOWDAH_[A-Z0-9_]+)`");

    @Test
    void what_is_not_known_is_refused_with_what_may_have_been_meant() {
        assertThatThrownBy(() -> Variables.check(Map.of("HOWDAH_DATABSE_URL", "x", "HOWDAH_METRIC", "y")))
                .isInstanceOf(CommandException.class)
                .hasMessage("There is no setting HOWDAH_DATABSE_URL (did you mean HOWDAH_DATABASE_URL?),"
                        + " HOWDAH_METRIC (did you mean HOWDAH_METRICS?)."
                        + " Take it out of the environment, or write it as: howdah config")
                .extracting(refused -> ((CommandException) refused).exitCode())
                .isEqualTo(2);
        assertThatThrownBy(() -> Variables.check(Map.of("HOWDAH_QWERTZUIOP", "x")))
                .hasMessageStartingWith("There is no setting HOWDAH_QWERTZUIOP. ");
    }

    @Test
    void a_part_of_what_is_not_set_is_refused() {
        for (var part : new String[] {"HOWDAH_OIDC_CLIENT_ID", "HOWDAH_SMTP_FROM", "HOWDAH_S3_REGION"}) {
            assertThatThrownBy(() -> ReplicaSettings.from(Map.of(part, "x")))
                    .as(part)
                    .isInstanceOf(CommandException.class)
                    .hasMessageStartingWith(part + " is set, and HOWDAH_")
                    .extracting(refused -> ((CommandException) refused).exitCode())
                    .isEqualTo(2);
        }
    }

    @Test
    void what_is_known_or_not_ours_is_let_pass() {
        var environment = Variables.names().collect(Collectors.toMap(name -> name, name -> "x"));
        environment.put("PATH", "/bin");

        assertThatCode(() -> Variables.check(environment)).doesNotThrowAnyException();
    }

    @Test
    void what_kubernetes_says_of_a_service_by_our_name_is_let_pass() {
        for (var name : new String[] {
            "HOWDAH_SERVICE_HOST",
            "HOWDAH_SERVICE_PORT",
            "HOWDAH_SERVICE_PORT_HTTP",
            "HOWDAH_PORT",
            "HOWDAH_PORT_7070_TCP",
            "HOWDAH_PORT_7070_TCP_ADDR",
            "HOWDAH_SERVER_SERVICE_HOST",
            "HOWDAH_SERVER_PORT_7070_TCP_PROTO"
        }) {
            assertThatCode(() -> Variables.check(Map.of(name, "x"))).as(name).doesNotThrowAnyException();
        }
    }

    @Test
    void secrets_are_masked_wherever_they_are() {
        var lines = Variables.effective(Map.of(
                "HOWDAH_DATABASE_URL", "postgresql://ada:tops3cret@db.example/howdah",
                "HOWDAH_DATABASE_PASSWORD", "tops3cret",
                "HOWDAH_SMTP_PASSWORD", "tops3cret",
                "HOWDAH_S3_SECRET_KEY", "tops3cret",
                "HOWDAH_METRICS", "off"));

        assertThat(lines)
                .contains(
                        "HOWDAH_DATABASE_URL=postgresql://ada:***@db.example/howdah",
                        "HOWDAH_DATABASE_PASSWORD=***",
                        "HOWDAH_METRICS=off",
                        "# HOWDAH_DELIVERY_CONCURRENCY=200")
                .noneMatch(line -> line.contains("tops3cret"));
        assertThat(Variables.effective(Map.of(
                        "HOWDAH_DATABASE_URL", "jdbc:postgresql://db/howdah?user=ada&password=tops3cret&ssl=true")))
                .contains("HOWDAH_DATABASE_URL=jdbc:postgresql://db/howdah?user=ada&password=***&ssl=true");
    }

    @Test
    void every_variable_that_is_read_is_known_and_documented() throws IOException {
        var read = new TreeSet<String>();
        try (var files = Files.walk(Path.of("src/main/java"))) {
            for (var file :
                    files.filter(each -> each.toString().endsWith(".java")).toList()) {
                IN_SOURCES
                        .matcher(Files.readString(file))
                        .results()
                        .map(found -> found.group(1))
                        .forEach(read::add);
            }
        }
        var documented = IN_DOCS.matcher(Files.readString(Path.of("../docs/reference/configuration.md")))
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toSet());

        assertThat(Variables.names()).containsAll(read);
        assertThat(documented)
                .containsAll(
                        Variables.ALL.stream().map(Variables.Variable::name).toList());
        assertThat(Variables.names()).containsAll(documented);
    }
}
