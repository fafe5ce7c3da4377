// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WordsTest {
    @Test
    void a_span_that_somebody_chose_is_said_as_it_is() {
        Map.of(
                        "PT7S", "7 s",
                        "PT90S", "90 s",
                        "PT1M", "1 min",
                        "PT1H", "1 h",
                        "PT90M", "90 min",
                        "PT36H", "36 h",
                        "P1D", "1 day",
                        "PT168H", "7 days")
                .forEach((span, words) ->
                        assertThat(Words.span(Duration.parse(span))).as(span).isEqualTo(words));
    }

    @Test
    void a_span_that_was_measured_is_rounded() {
        Map.of(
                        "PT0S", "0 ms",
                        "PT0.02S", "20 ms",
                        "PT1.5S", "1.5 s",
                        "PT12.34S", "12 s",
                        "PT125.7S", "2 min",
                        "PT1H59M3S", "119 min",
                        "PT47H59M59.5S", "47 h",
                        "PT-1S", "0 s")
                .forEach((span, words) ->
                        assertThat(Words.span(Duration.parse(span))).as(span).isEqualTo(words));
    }
}
