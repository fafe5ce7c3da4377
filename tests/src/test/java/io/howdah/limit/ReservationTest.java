// SPDX-License-Identifier: Apache-2.0
package io.howdah.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestClock;
import io.howdah.test.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tokens that are taken for later, waited for, and given back. */
@HowdahTest
class ReservationTest {
    private static final Duration HOUR = Duration.ofHours(1);
    /** What this machine takes longer for is not answered by a fallback. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final RateLimit TEN_AN_HOUR =
            RateLimit.named("ten").allow(10, HOUR).answerWithin(PATIENCE);

    private TestClock clock;
    private Limits limits;

    @BeforeEach
    void limits(TestDatabase database) {
        this.clock = database.clock();
        this.limits = database.howdah().limits();
    }

    @Test
    void what_was_not_used_is_given_back_once_and_only_while_it_is_missing() {
        var granted = (Granted) limits.tryAcquire(TEN_AN_HOUR, "a", 6);
        limits.tryAcquire(TEN_AN_HOUR, "a", 4);
        assertThat(limits.tryAcquire(TEN_AN_HOUR, "a").isGranted()).isFalse();

        assertThat(limits.refund(granted)).isTrue();
        assertThat(limits.refund(granted)).isFalse();
        assertThat(limits.tryAcquire(TEN_AN_HOUR, "a").isGranted())
                .as("the denial is forgotten")
                .isTrue();
        assertThat(limits.peek(TEN_AN_HOUR, "a").remaining()).isEqualTo(5);

        clock.advance(Duration.ofHours(2));
        var old = (Granted) limits.tryAcquire(TEN_AN_HOUR, "a", 10);
        clock.advance(HOUR);
        limits.tryAcquire(TEN_AN_HOUR, "a", 10);
        limits.refund(old);
        assertThat(limits.peek(TEN_AN_HOUR, "a").remaining())
                .as("it has been refilled since")
                .isZero();
    }

    @Test
    void a_window_gives_back_to_the_slice_that_it_was_taken_from() {
        var policy =
                RateLimit.named("window").window(10, Duration.ofMinutes(20)).answerWithin(PATIENCE);
        var early = (Granted) limits.tryAcquire(policy, "a", 6);
        clock.advance(Duration.ofMinutes(10));
        limits.tryAcquire(policy, "a", 4);

        limits.refund(early);
        assertThat(limits.peek(policy, "a").remaining()).isEqualTo(6);

        limits.tryAcquire(policy, "a", 6);
        clock.advance(Duration.ofMinutes(12));
        assertThat(limits.peek(policy, "a").remaining()).isZero();
    }

    @Test
    void a_reservation_is_granted_for_later_and_others_come_after_it() {
        limits.tryAcquire(TEN_AN_HOUR, "a", 10);

        var reserved = limits.reserve(TEN_AN_HOUR, "a", 2, Duration.ofMinutes(30));

        assertThat(reserved)
                .isInstanceOfSatisfying(
                        Granted.class,
                        granted ->
                                assertThat(granted.delay()).isBetween(Duration.ofMinutes(11), Duration.ofMinutes(12)));
        assertThat(limits.reserve(TEN_AN_HOUR, "a", 2, Duration.ofMinutes(30)))
                .isInstanceOfSatisfying(
                        Granted.class,
                        granted ->
                                assertThat(granted.delay()).isBetween(Duration.ofMinutes(23), Duration.ofMinutes(24)));
        assertThat(limits.reserve(TEN_AN_HOUR, "a", 2, Duration.ofMinutes(30)))
                .isInstanceOfSatisfying(
                        Denied.class, denied -> assertThat(denied.retryIn()).isLessThan(Duration.ofMinutes(6)));
        assertThat(limits.tryAcquire(TEN_AN_HOUR, "a"))
                .isInstanceOfSatisfying(
                        Denied.class,
                        denied ->
                                assertThat(denied.retryIn()).isBetween(Duration.ofMinutes(29), Duration.ofMinutes(30)));

        limits.refund((Granted) reserved);
        assertThat(limits.tryAcquire(TEN_AN_HOUR, "a"))
                .isInstanceOfSatisfying(
                        Denied.class,
                        denied ->
                                assertThat(denied.retryIn()).isBetween(Duration.ofMinutes(17), Duration.ofMinutes(18)));
    }

    @Test
    void whoever_waits_is_granted_when_there_is_room() throws InterruptedException {
        var bucket = RateLimit.named("quick").allow(20, Duration.ofSeconds(1)).answerWithin(PATIENCE);
        var window = RateLimit.named("quick window")
                .window(20, Duration.ofMillis(200))
                .answerWithin(PATIENCE);
        for (var policy : List.of(bucket, window)) {
            var began = System.nanoTime();
            limits.tryAcquire(policy, "a", 20);

            assertThat(limits.acquire(policy, "a", 4, Duration.ofSeconds(20)).isGranted())
                    .isTrue();

            assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThan(Duration.ofMillis(100));
        }
        limits.tryAcquire(TEN_AN_HOUR, "a", 10);
        assertThat(limits.acquire(TEN_AN_HOUR, "a", Duration.ofSeconds(20)).isGranted())
                .as("denied without waiting for what takes too long")
                .isFalse();
    }

    @Test
    void whoever_is_interrupted_while_waiting_gives_back_what_was_reserved() throws InterruptedException {
        limits.tryAcquire(TEN_AN_HOUR, "a", 10);
        var interrupted = new CountDownLatch(1);
        var thread = Thread.ofVirtual().start(() -> {
            try {
                limits.acquire(TEN_AN_HOUR, "a", Duration.ofMinutes(20));
            } catch (InterruptedException expected) {
                interrupted.countDown();
            }
        });
        Await.until(
                "it has reserved", () -> limits.peek(TEN_AN_HOUR, "a").nextIn().compareTo(Duration.ofMinutes(7)) > 0);

        thread.interrupt();
        interrupted.await();

        assertThat(limits.peek(TEN_AN_HOUR, "a").nextIn()).isLessThan(Duration.ofMinutes(6));
    }
}
