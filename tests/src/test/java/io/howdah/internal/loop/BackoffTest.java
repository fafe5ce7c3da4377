// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class BackoffTest {
    private final Backoff backoff = Backoff.between(Duration.ofMillis(100), Duration.ofSeconds(30));

    @Test
    void waits_double_and_are_shortened_by_up_to_half() {
        assertThat(backoff.after(1)).isBetween(Duration.ofMillis(50), Duration.ofMillis(100));
        assertThat(backoff.after(4)).isBetween(Duration.ofMillis(400), Duration.ofMillis(800));
    }

    @Test
    void no_number_of_failures_exceeds_the_longest_wait() {
        assertThat(backoff.after(20)).isBetween(Duration.ofSeconds(15), Duration.ofSeconds(30));
        assertThat(backoff.after(Integer.MAX_VALUE)).isBetween(Duration.ofSeconds(15), Duration.ofSeconds(30));
    }
}
