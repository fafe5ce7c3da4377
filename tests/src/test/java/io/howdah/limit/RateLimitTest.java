// SPDX-License-Identifier: Apache-2.0
package io.howdah.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RateLimitTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final RateLimit API = RateLimit.named("api");

    @Test
    void absurd_limits_are_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> API.allow(0, SECOND))
                .withMessage("a limit must be 1 to 1000000000 per period: 0");
        assertThatIllegalArgumentException().isThrownBy(() -> API.allow(-1, SECOND));
        assertThatIllegalArgumentException().isThrownBy(() -> API.window(1_000_000_001, SECOND));
        assertThatIllegalArgumentException().isThrownBy(() -> API.allow(1, Duration.ZERO));
        assertThatIllegalArgumentException().isThrownBy(() -> API.allow(1, Duration.ofSeconds(-1)));
        assertThatIllegalArgumentException().isThrownBy(() -> API.allow(1, Duration.ofDays(367)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> API.allow(1_000_001, Duration.ofMillis(1)))
                .withMessage("a limit of 1000001 in PT0.001S is none");
        var four = API.allow(1, SECOND).allow(2, SECOND).allow(3, SECOND).allow(4, SECOND);
        assertThatIllegalArgumentException().isThrownBy(() -> four.allow(5, SECOND));
    }

    @Test
    void absurd_names_and_choices_are_refused() {
        assertThatIllegalArgumentException().isThrownBy(() -> RateLimit.named(""));
        assertThatIllegalArgumentException().isThrownBy(() -> RateLimit.named("x".repeat(101)));
        assertThatIllegalArgumentException().isThrownBy(() -> API.answerWithin(Duration.ZERO));
        assertThatIllegalArgumentException().isThrownBy(() -> API.approximate(0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> API.allow(99, SECOND).leased())
                .withMessage("rate limit api of 99 per PT1S is too small to be leased; that begins at 100");
        assertThatIllegalArgumentException().isThrownBy(() -> API.leased().window(10, SECOND));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> API.allow(10, SECOND).approximate(11));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> API.allow(1_000, Duration.ofDays(1)).approximate(50));
    }

    @Test
    void a_leased_bucket_is_smaller_by_what_refills_while_a_lease_lasts() {
        assertThat(API.allow(1_000, SECOND).mostAtOnce()).isEqualTo(1_000);
        assertThat(API.allow(1_000, SECOND).leased().mostAtOnce()).isEqualTo(950);
        assertThat(API.allow(3_600, Duration.ofHours(1)).leased().mostAtOnce())
                .as("a lease lasts a second at most")
                .isEqualTo(3_599);
        assertThat(API.window(1_000, SECOND).leased().mostAtOnce()).isEqualTo(1_000);
    }

    @Test
    void the_same_policy_made_twice_is_the_same() {
        assertThat(API.allow(1, SECOND).durable())
                .isEqualTo(API.allow(1, SECOND).durable())
                .hasSameHashCodeAs(API.allow(1, SECOND).durable())
                .isNotEqualTo(API.allow(1, SECOND))
                .isNotEqualTo(API.window(1, SECOND).durable());
    }
}
