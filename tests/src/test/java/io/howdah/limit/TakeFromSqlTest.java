// SPDX-License-Identifier: Apache-2.0
package io.howdah.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rate limits from any language. */
@HowdahTest
class TakeFromSqlTest {
    private static final RateLimit API =
            RateLimit.named("api").allow(10, Duration.ofHours(1)).answerWithin(Duration.ofMinutes(1));

    @Test
    void sql_and_java_share_the_counts(TestDatabase database) {
        var limits = database.howdah().limits();
        assertThat(limits.tryAcquire(API, "a", 4).isGranted()).isTrue();

        assertThat(database.query("select granted, remaining, retry_after from howdah.take('api', 'a', 5)")
                        .getFirst())
                .startsWith(true, 1L);
        assertThat(limits.tryAcquire(API, "a", 2).isGranted()).isFalse();
        assertThat(database.query("""
                        select granted, remaining, retry_after between interval '5 minutes' and interval '6 minutes',
                               full_after between interval '50 minutes' and interval '54 minutes'
                        from howdah.take('api', 'a', 2)
                        """)).containsExactly(List.of(false, 1L, true, true));
    }

    @Test
    void a_policy_is_defined_and_redefined_by_sql(TestDatabase database) {
        database.query(
                "select howdah.define_limit('mail', '{3, 100}', '{1 minute, 1 day}', windows => '{true, false}')");
        assertThat(database.query("select howdah.take('mail', 'a') from generate_series(1, 4)"))
                .hasSize(4);
        assertThat(database.one("select granted from howdah.take('mail', 'a')", Boolean.class))
                .isFalse();

        database.query("select howdah.define_limit('mail', '{10}', '{1 minute}')");
        assertThat(database.one("select remaining from howdah.take('mail', 'a')", Long.class))
                .as("the newest counts")
                .isEqualTo(9);
        database.query(
                "select howdah.define_limit('mail', '{3, 100}', '{1 minute, 1 day}', windows => '{true, false}')");
        assertThat(database.one("select granted from howdah.take('mail', 'a')", Boolean.class))
                .as("and the old one is found again")
                .isFalse();
    }

    @Test
    void what_makes_no_sense_is_refused(TestDatabase database) {
        assertThatThrownBy(() -> database.query("select howdah.take('nobody', 'a')"))
                .hasMessageContaining("there is no rate limit named nobody");
        database.query("select howdah.define_limit('mail', '{3}', '{1 minute}')");
        assertThatThrownBy(() -> database.query("select howdah.take('mail', 'a', 4)"))
                .hasMessageContaining("a cost of 4 can never be granted by the rate limit mail");
        assertThatThrownBy(() -> database.query("select howdah.take('mail', 'a', 0)"))
                .hasMessageContaining("a cost of 0");
        assertThatThrownBy(() -> database.query("select howdah.define_limit('mail', '{0}', '{1 minute}')"))
                .hasMessageContaining("violates check constraint");
        assertThatThrownBy(() -> database.query("select howdah.define_limit('mail', '{1}', '{1 min, 2 min}')"))
                .hasMessageContaining("violates check constraint");
    }
}
