// SPDX-License-Identifier: Apache-2.0
package io.howdah.job.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class EveryTest {
    private static final Every QUARTER = Every.of(Duration.ofMinutes(15));

    @Test
    void ticks_lie_whole_periods_from_the_anchor_whenever_one_asks() {
        assertThat(QUARTER.next(Instant.parse("2027-02-01T10:07:12.345678Z"))).isEqualTo("2027-02-01T10:15:00Z");
        assertThat(QUARTER.next(Instant.parse("2027-02-01T10:15:00Z"))).isEqualTo("2027-02-01T10:30:00Z");
        assertThat(QUARTER.next(Instant.parse("2027-02-01T10:14:59.999999Z"))).isEqualTo("2027-02-01T10:15:00Z");
        assertThat(QUARTER.previous(Instant.parse("2027-02-01T10:15:00Z"))).isEqualTo("2027-02-01T10:15:00Z");
        assertThat(QUARTER.previous(Instant.parse("2027-02-01T10:14:59.999999Z")))
                .isEqualTo("2027-02-01T10:00:00Z");
        assertThat(QUARTER.next(Instant.parse("1969-12-31T23:50:00Z"))).isEqualTo("1970-01-01T00:00:00Z");
        assertThat(QUARTER.anchoredAt(Instant.parse("2030-01-01T00:07:00Z"))
                        .next(Instant.parse("2027-02-01T10:07:12Z")))
                .isEqualTo("2027-02-01T10:22:00Z");
    }

    @Test
    void periods_and_anchors_are_bounded() {
        for (var period : new Duration[] {
            Duration.ZERO,
            Duration.ofSeconds(-1),
            Duration.ofMillis(999),
            Duration.ofDays(4_000),
            Duration.ofNanos(1_000_000_001)
        }) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Every.of(period))
                    .withMessageContaining("" + period);
        }
        assertThatIllegalArgumentException().isThrownBy(() -> QUARTER.anchoredAt(Instant.MAX));
        assertThatIllegalArgumentException().isThrownBy(() -> QUARTER.anchoredAt(Instant.EPOCH.plusNanos(1)));
        assertThatIllegalArgumentException().isThrownBy(() -> QUARTER.next(Instant.EPOCH, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> QUARTER.next(Instant.EPOCH, 1_001));
    }
}
