// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class HttpLimitsPropertiesTest {
    private static HttpLimitsProperties bound(Map<String, String> properties) {
        return new Binder(new MapConfigurationPropertySource(properties))
                .bindOrCreate("howdah.limits.http", HttpLimitsProperties.class);
    }

    @Test
    void without_properties_there_are_no_limits() {
        assertThat(bound(Map.of()).limits()).isEmpty();
    }

    @Test
    void a_rule_has_the_name_of_its_policy_and_everything_that_is_said_of_it() {
        var limits = bound(Map.of(
                        "howdah.limits.http.rules.api.allow", "100/1s, 5000 / PT1H",
                        "howdah.limits.http.rules.api.window", "10000/1d",
                        "howdah.limits.http.rules.api.leased", "true"))
                .limits();

        assertThat(limits).hasSize(1);
        assertThat(limits.getFirst().policy()).hasToString("api [100 per PT1S, 5000 per PT1H, 10000 in every PT24H]");
        assertThat(limits.getFirst().policy().mostAtOnce()).isLessThan(100);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                rules.odd.allow      | 10    | a limit is a count and a time, such as 10/1s
                rules.odd.allow      | 0/1s  | a limit must be 1 to
                rules.odd.allow      | 5/x   | is not a valid
                rules.odd.paths      | /x    | has no limit: give it allow or window
                trusted-proxies      | -1    | must not be negative
                """)
    void what_makes_no_sense_is_refused_with_its_name(String property, String value, String why) {
        assertThatThrownBy(() -> bound(Map.of("howdah.limits.http." + property, value)))
                .rootCause()
                .hasMessageContaining(why);
    }

    @ParameterizedTest
    @CsvSource({"api", "/a/**/b", "/a*", "/a?b", "/a b", "''"})
    void a_pattern_that_would_never_match_is_refused(String pattern) {
        assertThatThrownBy(() -> PathPattern.of(pattern))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"" + pattern + "\"");
    }

    @ParameterizedTest
    @CsvSource({
        "/, /, true",
        "/, /a, false",
        "/**, /, true",
        "/**, /a/b, true",
        "/a, /a/, true",
        "/a/*, /a/b, true",
        "/a/*, /a, false",
        "/a/*, /a/b/c, false",
        "/a/**, /a, true",
        "/a/**, /a/b/c, true",
        "/a/**, /ab, false",
        "/a/*/c, /a/b/c, true",
        "/a/*/c, /a/b/d, false"
    })
    void stars_stand_for_segments(String pattern, String path, boolean matches) {
        assertThat(PathPattern.of(pattern).matches(path)).isEqualTo(matches);
    }
}
