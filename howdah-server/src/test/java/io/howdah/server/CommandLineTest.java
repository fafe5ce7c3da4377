// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandLineTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void help_names_every_command_and_where_to_start() {
        assertThat(howdah("--help")).isZero();
        assertThat(out.toString()).contains("dev", "serve", "migrate", "howdah dev --ephemeral", "Exit codes");
        assertThat(err.toString()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"dev, --data-dir", "serve, HOWDAH_DATABASE_PASSWORD", "migrate, --application-role"})
    void every_command_explains_itself(String command, String mentioned) {
        assertThat(howdah(command, "--help")).isZero();
        assertThat(out.toString()).contains(mentioned).doesNotContain("--with-parent");
    }

    @Test
    void examples_and_completion_know_every_command() {
        assertThat(howdah("cheat")).isZero();
        assertThat(howdah("completion")).isZero();
        for (var command :
                Main.commandLine(new StopSignal(), Map.of()).getSubcommands().keySet()) {
            assertThat(out.toString()).contains(command);
        }
    }

    @Test
    void a_command_is_made_without_the_others_unless_it_looks_at_them() {
        var all = Main.commandLine(new StopSignal(), Map.of()).getSubcommands().keySet();

        assertThat(all).contains("jobs", "serve", "completion", "help").hasSizeGreaterThan(20);
        for (var name : all) {
            var known = Main.commandLine(new StopSignal(), Map.of(), name, "--help")
                    .getSubcommands()
                    .keySet();
            assertThat(known).as(name).isEqualTo(name.equals("completion") || name.equals("help") ? all : Set.of(name));
        }
    }

    @Test
    void every_example_is_one_that_the_command_line_understands() {
        howdah("cheat");
        var examples = out.toString()
                .lines()
                .filter(line -> line.startsWith("howdah "))
                .map(line -> line.replaceAll(" {3,}.*| [|&].*| -- .*", ""))
                .toList();
        assertThat(examples).hasSizeGreaterThan(20);
        var line = Main.commandLine(new StopSignal(), Map.of());
        for (var example : examples) {
            var words = new java.util.ArrayList<String>();
            java.util.regex.Pattern.compile("'([^']*)'|(\\S+)")
                    .matcher(example.substring("howdah ".length()))
                    .results()
                    .forEach(word -> words.add(word.group(1) == null ? word.group(2) : word.group(1)));
            if (example.contains("locks run")) {
                words.addAll(java.util.List.of("--", "true"));
            }
            assertThat(line.parseArgs(words.toArray(String[]::new)).errors())
                    .as(example)
                    .isEmpty();
        }
    }

    @Test
    void the_version_names_the_program_and_its_java() {
        assertThat(howdah("--version")).isZero();
        assertThat(out.toString())
                .contains("howdah ", "Java " + Runtime.version().feature());
    }

    @Test
    void an_unknown_command_is_wrong_usage() {
        assertThat(howdah("migrat")).isEqualTo(2);
        assertThat(err.toString()).contains("'migrat'", "Did you mean", "howdah migrate", "Try: howdah --help");
    }

    @Test
    void letters_that_changed_places_are_seen_through_and_a_list_needs_no_word() {
        assertThat(howdah("jbos")).isEqualTo(2);
        assertThat(err.toString()).contains("There is no command 'jbos'.", "Did you mean: howdah jobs?");

        assertThat(howdah("queues", "list")).isEqualTo(2);
        assertThat(err.toString())
                .contains("There is no command 'list' of howdah queues.", "Did you mean: howdah queues?");

        assertThat(howdah("jobs", "show", "seven")).isEqualTo(2);
        assertThat(err.toString()).contains("'seven' is not a whole number");
    }

    @Test
    void an_unknown_option_is_wrong_usage_and_a_like_one_is_named() {
        assertThat(howdah("dev", "--replica=2")).isEqualTo(2);
        assertThat(err.toString()).contains("'--replica=2'", "--replicas", "Try: howdah dev --help");
    }

    @Test
    void no_command_is_wrong_usage() {
        assertThat(howdah()).isEqualTo(2);
        assertThat(err.toString()).contains("Which command?");
    }

    @ParameterizedTest
    @CsvSource({
        "--replicas=0, --replicas must be from 1",
        "--replicas=33, --replicas must be from 1",
        "--port=65535, --port must leave room",
        "--database-port=7071, Port 7071 cannot be a replica's and the database's",
        "--port=seventy, Invalid value for option '--port'",
    })
    void numbers_that_make_no_sense_are_wrong_usage(String option, String answer) {
        assertThat(howdah("dev", option)).isEqualTo(2);
        assertThat(err.toString()).contains(answer);
    }

    @Test
    void an_ephemeral_run_takes_no_data_directory() {
        assertThat(howdah("dev", "--ephemeral", "--data-dir=x")).isEqualTo(2);
        assertThat(err.toString()).contains("--ephemeral keeps nothing");
    }

    @ParameterizedTest
    @CsvSource({"serve", "migrate"})
    void a_missing_database_is_a_failure_told_in_a_sentence(String command) {
        assertThat(howdah(command)).isEqualTo(2);
        assertThat(err.toString())
                .startsWith("howdah: No database is named: set HOWDAH_DATABASE_URL")
                .doesNotContain("\tat ");
    }

    @Test
    void verbose_shows_where_it_failed() {
        assertThat(howdah("migrate", "--verbose")).isEqualTo(2);
        assertThat(err.toString()).contains("\tat io.howdah.server.DatabaseAddress");
    }

    private int howdah(String... arguments) {
        return Main.commandLine(new StopSignal(), Map.of(), arguments)
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }
}
