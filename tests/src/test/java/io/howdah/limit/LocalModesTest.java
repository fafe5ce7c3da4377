// SPDX-License-Identifier: Apache-2.0
package io.howdah.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.limit.Decision.Source;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Policies whose checks a process answers by itself most of the time; windows, for they refill nothing meanwhile. */
@HowdahTest
class LocalModesTest {
    private static final Duration HOUR = Duration.ofHours(1);
    /** What this machine takes longer for is not answered by a fallback. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final RateLimit LEASED =
            RateLimit.named("leased").window(100_000, HOUR).leased().answerWithin(PATIENCE);
    private static final RateLimit APPROXIMATE =
            RateLimit.named("approximate").window(10_000, HOUR).approximate(100).answerWithin(PATIENCE);

    private TestDatabase database;
    private Limits limits;

    @BeforeEach
    void limits(TestDatabase database) {
        this.database = database;
        this.limits = database.howdah().limits();
    }

    private Map<Source, Integer> ask(RateLimit policy, int times) {
        var sources = new EnumMap<Source, Integer>(Source.class);
        for (int i = 0; i < times; i++) {
            var decision = limits.tryAcquire(policy, "a");
            if (decision.isGranted()) {
                sources.merge(decision.source(), 1, Integer::sum);
            }
        }
        return sources;
    }

    @Test
    void a_busy_process_takes_tokens_ahead_and_hands_them_out_by_itself() {
        var granted = ask(LEASED, 20_000);

        assertThat(granted.get(Source.LEASE)).isGreaterThan(15_000);
        assertThat(granted.get(Source.LEASE) + granted.get(Source.DATABASE)).isEqualTo(20_000);
        assertThat(limits.peek(LEASED, "a").remaining())
                .as("what was taken ahead counts as used")
                .isBetween(100_000L - 20_000 - 30_000, 100_000L - 20_000);
    }

    @Test
    void a_leased_token_that_was_not_used_goes_back_to_the_lease() {
        // Of a lease that is over meanwhile nothing goes back.
        var decision = Await.value("a token that went back to its lease", () -> {
            var one = limits.tryAcquire(LEASED, "a");
            return one.source() == Source.LEASE && limits.refund((Granted) one)
                    ? Optional.of((Granted) one)
                    : Optional.empty();
        });

        assertThat(limits.refund(decision)).isFalse();
    }

    @Test
    void a_reset_forgets_the_lease_as_well() {
        ask(LEASED, 100);

        limits.reset(LEASED, "a");

        assertThat(limits.peek(LEASED, "a").remaining()).isEqualTo(LEASED.mostAtOnce());
        assertThat(limits.tryAcquire(LEASED, "a").source()).isEqualTo(Source.DATABASE);
    }

    @Test
    void nothing_is_taken_ahead_of_what_is_hardly_there() {
        var small = RateLimit.named("small").window(100, HOUR).leased().answerWithin(PATIENCE);

        assertThat(ask(small, 300).values().stream().mapToInt(Integer::intValue).sum())
                .as("all but what a lease may have left to expire")
                .isBetween(75, 100);
    }

    @Test
    void a_process_hands_out_first_and_writes_down_later_what_nobody_asks_about_any_more() {
        var howdah = database.howdah();
        limits = howdah.limits();
        var granted = ask(APPROXIMATE, 5_000);
        assertThat(granted.get(Source.ESTIMATE)).isGreaterThan(4_000);
        assertThat(limits.peek(APPROXIMATE, "a").remaining()).isBetween(5_000L, 5_100L);

        Await.until("everything is written down", () -> {
            howdah.drain();
            return limits.peek(APPROXIMATE, "a").remaining() == 5_000;
        });
    }

    @Test
    void what_was_too_much_is_paid_for_later() {
        var other = database.howdah().limits();
        var policy = RateLimit.named("over").window(200, HOUR).approximate(50).answerWithin(PATIENCE);
        var granted = 0;
        for (int i = 0; i < 300; i++) {
            granted += limits.tryAcquire(policy, "a").isGranted() ? 1 : 0;
            granted += other.tryAcquire(policy, "a").isGranted() ? 1 : 0;
        }

        assertThat(granted).isBetween(200, 300);
    }
}
