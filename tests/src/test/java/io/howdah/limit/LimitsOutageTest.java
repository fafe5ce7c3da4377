// SPDX-License-Identifier: Apache-2.0
package io.howdah.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.DatabaseException;
import io.howdah.Howdah;
import io.howdah.limit.Decision.Source;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TcpProxy;
import io.howdah.test.TestDatabase;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a rate limit says while the database is away, and when it is back. */
@HowdahTest
class LimitsOutageTest {
    private static final RateLimit OPEN = RateLimit.named("open").allow(1_000, Duration.ofHours(1));
    private static final RateLimit CLOSED = OPEN.durable();

    private TcpProxy proxy;
    private Howdah howdah;
    private Limits limits;

    @BeforeEach
    void behindProxy(TestDatabase database) {
        proxy = database.proxy();
        howdah = Howdah.open(database.through(proxy));
        limits = howdah.limits();
    }

    @AfterEach
    void close() {
        proxy.resume();
        howdah.close();
        proxy.close();
    }

    private void awaitCounted(RateLimit policy) {
        Await.until(
                policy + " is counted again",
                () -> limits.tryAcquire(policy, "a").source().equals(Source.DATABASE));
    }

    @Test
    void a_policy_fails_open_or_closed_and_says_so() {
        awaitCounted(OPEN);
        awaitCounted(CLOSED);
        proxy.refuse();

        assertThat(limits.tryAcquire(OPEN, "a")).isInstanceOfSatisfying(Granted.class, granted -> {
            assertThat(granted.source()).isEqualTo(Source.FALLBACK);
            assertThat(limits.refund(granted)).isFalse();
        });
        assertThat(limits.tryAcquire(CLOSED, "a")).isInstanceOfSatisfying(Denied.class, denied -> {
            assertThat(denied.source()).isEqualTo(Source.FALLBACK);
            assertThat(denied.retryIn()).isPositive();
        });
        assertThat(limits.tryAcquire(OPEN.failClosed(), "a").isGranted()).isFalse();
        assertThat(limits.tryAcquire(CLOSED.failOpen(), "a").isGranted()).isTrue();
        assertThatThrownBy(() -> limits.peek(OPEN, "a")).isInstanceOf(DatabaseException.class);

        proxy.accept();
        awaitCounted(OPEN);
        awaitCounted(CLOSED);
    }

    @Test
    void nobody_waits_longer_than_the_policy_allows_and_only_the_first_does() {
        var policy = OPEN.answerWithin(Duration.ofMillis(300));
        awaitCounted(policy);
        proxy.stall();

        var began = System.nanoTime();
        assertThat(limits.tryAcquire(policy, "a").source()).isEqualTo(Source.FALLBACK);
        var first = Duration.ofNanos(System.nanoTime() - began);
        for (int i = 0; i < 1_000; i++) {
            assertThat(limits.tryAcquire(policy, "key " + i).source()).isEqualTo(Source.FALLBACK);
        }
        var others = Duration.ofNanos(System.nanoTime() - began).minus(first);

        assertThat(first).isBetween(Duration.ofMillis(300), Duration.ofSeconds(30));
        assertThat(others).as("a thousand others").isLessThan(Duration.ofSeconds(60));
        proxy.resume();
        awaitCounted(policy);
    }

    @Test
    void what_was_handed_out_during_an_outage_is_written_down_after_it() {
        var policy =
                RateLimit.named("estimate").window(1_000, Duration.ofHours(1)).approximate(100);
        awaitCounted(policy);
        proxy.refuse();
        proxy.cut();
        var handedOut = 0;
        while (limits.tryAcquire(policy, "a").source() == Source.ESTIMATE) {
            handedOut++;
        }

        proxy.accept();
        awaitCounted(policy);

        assertThat(handedOut).isBetween(1, 100);
        assertThat(limits.peek(policy, "a").remaining()).isLessThan(1_000 - handedOut);
    }
}
