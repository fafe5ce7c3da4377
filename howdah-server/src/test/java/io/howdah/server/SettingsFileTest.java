// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class SettingsFileTest {
    private static final Path SAMPLE = Path.of("../deploy/howdah.yaml");

    @TempDir
    private Path folder;

    /** Anything that takes the option. */
    @Command
    private static final class Taker {
        @Mixin
        private Settings settings = new Settings();
    }

    private Path file(String text) {
        try {
            return Files.writeString(folder.resolve("howdah.yaml"), text);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private Map<String, String> settings(String text, Map<String, String> environment) {
        var taker = new Taker();
        new CommandLine(taker).parseArgs("--config", file(text).toString());
        return taker.settings.with(environment);
    }

    private void refused(String words, String text) {
        assertThatThrownBy(() -> SettingsFile.read(file(text)))
                .isInstanceOf(CommandException.class)
                .hasMessage(folder.resolve("howdah.yaml") + ", " + words)
                .extracting(refused -> ((CommandException) refused).exitCode())
                .isEqualTo(2);
    }

    @Test
    void keys_are_names_of_variables_flat_or_below_each_other() {
        assertThat(SettingsFile.read(file("""
            # a replica
            listen: 0.0.0.0:7070
            delivery: on
            database:
              url: jdbc:postgresql://db/app
              password-file: /run/secrets/database
            webhook-networks: [10.1.0.0/16, 10.2.0.0/16]
            delivery-concurrency: 007
            """)))
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "HOWDAH_LISTEN", "0.0.0.0:7070",
                        "HOWDAH_DELIVERY", "on",
                        "HOWDAH_DATABASE_URL", "jdbc:postgresql://db/app",
                        "HOWDAH_DATABASE_PASSWORD_FILE", "/run/secrets/database",
                        "HOWDAH_WEBHOOK_NETWORKS", "10.1.0.0/16,10.2.0.0/16",
                        "HOWDAH_DELIVERY_CONCURRENCY", "007"));
        assertThat(SettingsFile.read(file("# nothing yet\n"))).isEmpty();
    }

    @Test
    void the_environment_goes_before_the_file_also_where_one_has_the_secret_and_the_other_a_file_with_it() {
        var settings = settings(
                """
            smtp: {address: smtp.example.com, user: shop, password-file: /run/secrets/smtp}
            database-password: of the file
            """,
                Map.of("HOWDAH_SMTP_PASSWORD", "geheim", "HOWDAH_DATABASE_PASSWORD_FILE", "/secret", "PATH", "/bin"));

        assertThat(settings)
                .containsEntry("HOWDAH_SMTP_ADDRESS", "smtp.example.com")
                .containsEntry("HOWDAH_SMTP_PASSWORD", "geheim")
                .containsEntry("HOWDAH_DATABASE_PASSWORD_FILE", "/secret")
                .doesNotContainKeys("HOWDAH_SMTP_PASSWORD_FILE", "HOWDAH_DATABASE_PASSWORD");
    }

    @Test
    void what_is_wrong_is_named_with_its_line() {
        refused("line 2: has a setting that does not exist: smtp-adress; did you mean smtp-address?", """
            smtp:
              adress: smtp.example.com
            """);
        refused("line 1: names another file of settings, and there is one only", "config: other.yaml");
        refused("line 3: sets smtp-address a second time", """
            smtp-address: one.example.com
            smtp:
              address: two.example.com
            """);
        refused("line 1: has no settings, each as \"key: value\"", "just words");
        refused("line 1: has something that is neither a value nor a list of values", "listen: [[1], 2]");
        refused("line 2: is not YAML: mapping values are not allowed here", "listen: 1\n  metrics: off: on");
        refused("line 1: has a setting that does not exist: smtp-b-b-b; did you mean smtp-from?", "smtp: &a {b: *a}");
    }

    @Test
    void a_file_that_is_not_there_is_named() {
        assertThatThrownBy(() -> SettingsFile.read(folder.resolve("none.yaml")))
                .isInstanceOf(CommandException.class)
                .hasMessageContaining("none.yaml");
    }

    @Test
    void where_it_answers_is_a_setting() {
        assertThat(ListenSettings.from(Map.of())).isEqualTo(new ListenSettings("127.0.0.1", 7070, Web.Trust.NOBODY));
        assertThat(ListenSettings.from(Map.of("HOWDAH_LISTEN", "[::]:80", "HOWDAH_BEHIND_PROXY", "yes")))
                .isEqualTo(new ListenSettings("::", 80, Web.Trust.PROXY));
        assertThatThrownBy(() -> ListenSettings.from(Map.of("HOWDAH_LISTEN", "7070")))
                .hasMessage("HOWDAH_LISTEN is an address and a port, such as 0.0.0.0:7070: 7070");
        assertThatThrownBy(() -> ListenSettings.from(Map.of("HOWDAH_LISTEN", "::1:99999")))
                .hasMessageStartingWith("HOWDAH_LISTEN");
        assertThatThrownBy(() -> ListenSettings.from(Map.of("HOWDAH_BEHIND_PROXY", "maybe")))
                .hasMessage("HOWDAH_BEHIND_PROXY is yes or no: maybe");
    }

    @Test
    void the_file_that_comes_with_it_has_every_setting_and_its_standard() throws IOException {
        var uncommented = Files.readAllLines(SAMPLE).stream()
                .map(line -> line.matches("#[a-z0-9-]+:.*") ? line.substring(1) : line)
                .collect(joining("\n"));

        var settings = SettingsFile.read(file(uncommented));

        assertThat(settings.keySet())
                .containsExactlyInAnyOrderElementsOf(Variables.ALL.stream()
                        .map(Variables.Variable::name)
                        .filter(name -> !name.equals(Settings.FILE))
                        .toList());
        for (var variable : Variables.ALL) {
            if (!variable.standard().isEmpty()) {
                assertThat(settings).containsEntry(variable.name(), variable.standard());
            }
        }
    }
}
