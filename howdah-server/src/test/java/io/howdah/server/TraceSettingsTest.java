// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceSettingsTest {
    private static final String COLLECTOR = "http://collector:4318";

    @Test
    void nobody_is_told_unless_a_collector_is_named() {
        assertThat(TraceSettings.from(Map.of())).isEmpty();
    }

    @Test
    void a_collector_is_named_with_or_without_the_path_of_traces() {
        for (var text : new String[] {COLLECTOR, COLLECTOR + "/", COLLECTOR + "/v1/traces"}) {
            var collector =
                    TraceSettings.from(Map.of("HOWDAH_OTLP_ENDPOINT", text)).orElseThrow();

            assertThat(collector.endpoint()).isEqualTo(URI.create("http://collector:4318/v1/traces"));
            assertThat(collector.sampled()).isEqualTo(1);
        }
    }

    @Test
    void headers_are_of_the_environment_or_of_a_file_and_are_not_shown(@TempDir Path folder) throws IOException {
        var file = Files.writeString(folder.resolve("headers"), "Authorization=Basic YTpi=,X-Scope=shop\n");

        var collector = TraceSettings.from(Map.of(
                        "HOWDAH_OTLP_ENDPOINT",
                        COLLECTOR,
                        "HOWDAH_OTLP_HEADERS_FILE",
                        file.toString(),
                        "HOWDAH_OTLP_SAMPLED",
                        "0.25"))
                .orElseThrow();

        assertThat(collector.headers())
                .containsExactlyInAnyOrderEntriesOf(Map.of("Authorization", "Basic YTpi=", "X-Scope", "shop"));
        assertThat(collector).hasToString("http://collector:4318/v1/traces (0.25 of the traces that begin here)");
        assertThat(Variables.effective(Map.of("HOWDAH_OTLP_HEADERS", "Authorization=tops3cret")))
                .contains("HOWDAH_OTLP_HEADERS=***");
    }

    @Test
    void what_is_wrong_is_said_and_no_secret_with_it() {
        for (var text :
                new String[] {"collector:4318", "ftp://collector", "http://ada:tops3cret@collector", "http://"}) {
            refused(Map.of("HOWDAH_OTLP_ENDPOINT", text), "HOWDAH_OTLP_ENDPOINT is the address of a collector");
        }
        refused(with("HOWDAH_OTLP_HEADERS", "tops3cret"), "HOWDAH_OTLP_HEADERS is name=value");
        for (var text : new String[] {"2", "-1", "10%", "", "1.5"}) {
            refused(with("HOWDAH_OTLP_SAMPLED", text), "HOWDAH_OTLP_SAMPLED is a share of all traces, from 0 to 1");
        }
        refused(
                Map.of("HOWDAH_OTLP_SAMPLED", "0.1"),
                "HOWDAH_OTLP_SAMPLED is set, and HOWDAH_OTLP_ENDPOINT is not: nothing would come of it.");
    }

    private static Map<String, String> with(String variable, String value) {
        return Map.of("HOWDAH_OTLP_ENDPOINT", COLLECTOR, variable, value);
    }

    private static void refused(Map<String, String> environment, String words) {
        assertThatThrownBy(() -> TraceSettings.from(environment))
                .isInstanceOf(CommandException.class)
                .hasMessageStartingWith(words)
                .hasMessageNotContaining("tops3cret")
                .extracting(refused -> ((CommandException) refused).exitCode())
                .isEqualTo(2);
    }
}
