// SPDX-License-Identifier: Apache-2.0
package io.howdah.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class AwaitTest {
    private static final Duration SHORT = Duration.ofMillis(60);

    @Test
    void a_condition_is_looked_at_until_it_is_true() {
        var looks = new AtomicInteger();

        Await.until("the third look", () -> looks.incrementAndGet() == 3);

        assertThat(looks).hasValue(3);
    }

    @Test
    void a_value_is_returned_once_it_is_there() {
        var looks = new AtomicInteger();

        String job = Await.value("a job", () -> looks.incrementAndGet() < 3 ? Optional.empty() : Optional.of("job 7"));

        assertThat(job).isEqualTo("job 7");
    }

    @Test
    void the_failure_names_what_was_waited_for_and_how_long() {
        long start = System.nanoTime();

        assertThatThrownBy(() -> Await.within(SHORT).until("the member is seen as dead", () -> false))
                .isInstanceOf(AssertionError.class)
                .hasMessage("Waited 60 ms for: the member is seen as dead. It did not come true.")
                .hasNoCause();

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(SHORT);
    }

    @Test
    void the_failure_shows_the_last_exception_of_the_condition() {
        var looks = new AtomicInteger();

        assertThatThrownBy(() -> Await.within(SHORT).until("the table", () -> {
                    throw new IllegalStateException("no table on look " + looks.incrementAndGet());
                }))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("the table")
                .satisfies(failure -> assertThat(failure.getCause())
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessage("no table on look " + looks.get()))
                .hasMessageContaining("no table on look " + looks.get());
        assertThat(looks).hasValueGreaterThan(1);
    }

    @Test
    void a_condition_that_throws_or_fails_an_assertion_may_still_come_true() {
        var looks = new AtomicInteger();

        Await.until("three looks", () -> {
            assertThat(looks.incrementAndGet()).isGreaterThan(2);
            return true;
        });

        assertThat(looks).hasValue(3);
    }

    @Test
    void a_cap_of_zero_looks_once() {
        Await.within(Duration.ZERO).until("what is true already", () -> true);

        assertThatThrownBy(() -> Await.within(Duration.ZERO).until("never", () -> false))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void what_comes_true_during_the_last_pause_is_still_seen() {
        long start = System.nanoTime();
        Await.within(SHORT).until("the cap to pass", () -> System.nanoTime() - start >= SHORT.toNanos());
    }

    @Test
    void an_interrupt_ends_the_wait_and_is_kept() throws InterruptedException {
        var waiting = new AtomicBoolean();
        var kept = new AtomicBoolean();
        var failure = new AtomicInteger();
        Thread waiter = Thread.ofVirtual().start(() -> {
            try {
                Await.until("never", () -> {
                    waiting.set(true);
                    return false;
                });
            } catch (AssertionError expected) {
                failure.incrementAndGet();
                kept.set(Thread.currentThread().isInterrupted());
            }
        });
        Await.until("the wait to begin", waiting::get);

        waiter.interrupt();

        assertThat(waiter.join(Duration.ofSeconds(60))).isTrue();
        assertThat(failure).hasValue(1);
        assertThat(kept).isTrue();
    }

    @Test
    void a_negative_cap_is_refused() {
        assertThatThrownBy(() -> Await.within(Duration.ofSeconds(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("PT-1S");
    }
}
