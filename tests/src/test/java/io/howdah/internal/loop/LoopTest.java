// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.test.Await;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LoopTest {
    private static final Duration NEVER = Duration.ofHours(1);

    private final AtomicInteger runs = new AtomicInteger();
    private Loop loop;

    @AfterEach
    void stop() throws InterruptedException {
        if (loop != null) {
            loop.quiesce();
            loop.interrupt();
            assertThat(loop.awaitQuiet(Duration.ofSeconds(60))).isTrue();
        }
    }

    private void start(Duration interval, Loop.Task task) {
        loop = Loop.every(interval, "test", task);
        loop.start();
    }

    private Next count() {
        runs.incrementAndGet();
        return Next.ON_INTERVAL;
    }

    @Test
    void it_runs_at_once_and_then_on_its_interval() {
        start(Duration.ofMillis(5), this::count);

        Await.until("it has run several times", () -> runs.get() >= 5);
    }

    @Test
    void an_unhurried_one_first_runs_when_the_process_has_settled_or_when_it_is_woken() {
        loop = Loop.every(NEVER, "test", this::count).unhurried();
        var begun = Instant.now();

        loop.start();

        Await.until("it knows when to run", () -> loop.state().nextRun().isPresent());
        assertThat(loop.state().nextRun().orElseThrow())
                .isBetween(begun.plusMillis(999), Instant.now().plusSeconds(3));
        assertThat(runs).hasValue(0);
        loop.wake();
        Await.until("it was woken", () -> runs.get() == 1);
    }

    @Test
    void an_unhurried_one_does_not_wait_longer_than_its_interval() {
        loop = Loop.every(Duration.ofMillis(50), "test", this::count).unhurried();
        var begun = Instant.now();

        loop.start();

        Await.until("it knows when to run", () -> loop.state().nextRun().isPresent());
        assertThat(loop.state().lastRun().or(() -> loop.state().nextRun()).orElseThrow())
                .isBefore(begun.plusMillis(900));
    }

    @Test
    void waking_it_does_not_wait_for_the_interval() {
        start(NEVER, this::count);
        Await.until("the first run", () -> runs.get() == 1);

        loop.wake();

        Await.until("the second run", () -> runs.get() == 2);
    }

    @Test
    void a_wake_during_a_run_is_followed_by_another_run() throws Exception {
        var inside = new CountDownLatch(1);
        var goOn = new Semaphore(0);
        start(NEVER, () -> {
            inside.countDown();
            goOn.acquire();
            return count();
        });
        inside.await();

        loop.wake();
        goOn.release(2);

        Await.until("the run that was asked for", () -> runs.get() == 2);
    }

    @Test
    void more_to_do_means_no_pause() {
        start(NEVER, () -> runs.incrementAndGet() < 1_000 ? Next.NOW : Next.ON_INTERVAL);

        Await.until("a thousand runs", () -> runs.get() == 1_000);
    }

    @Test
    void a_failure_can_be_seen_and_does_not_end_it() {
        start(NEVER, () -> {
            if (runs.incrementAndGet() <= 2) {
                throw new IllegalStateException("failure " + runs.get());
            }
            return Next.ON_INTERVAL;
        });

        Await.until(
                "it has recovered",
                () -> loop.state().runs() == 3 && loop.state().failures() == 0);
        assertThat(loop.state().lastError())
                .hasValueSatisfying(error -> assertThat(error).contains("failure 2"));
        assertThat(loop.state().nextRun()).isPresent();
    }

    @Test
    void even_an_error_does_not_end_it() {
        start(Duration.ofMillis(5), () -> {
            if (runs.incrementAndGet() == 1) {
                throw new StackOverflowError("on purpose");
            }
            return Next.ON_INTERVAL;
        });

        Await.until("it has run again", () -> runs.get() >= 2);
    }

    @Test
    void it_never_runs_twice_at_the_same_time_not_even_by_hand_or_after_a_restart() throws Exception {
        var inside = new AtomicInteger();
        var overlapped = new AtomicBoolean();
        start(Duration.ofNanos(1_000), () -> {
            overlapped.compareAndSet(false, inside.incrementAndGet() > 1);
            inside.decrementAndGet();
            return count();
        });

        for (int i = 0; i < 200; i++) {
            loop.quiesce();
            loop.start();
            loop.runOnce();
        }

        assertThat(overlapped).isFalse();
    }

    @Test
    void stopping_waits_for_the_run_under_way() throws Exception {
        var inside = new CountDownLatch(1);
        var goOn = new Semaphore(0);
        start(NEVER, () -> {
            inside.countDown();
            goOn.acquireUninterruptibly();
            return count();
        });
        inside.await();

        loop.quiesce();
        assertThat(loop.awaitQuiet(Duration.ofMillis(20))).isFalse();
        goOn.release();

        assertThat(loop.awaitQuiet(Duration.ofSeconds(60))).isTrue();
        assertThat(runs).hasValue(1);
    }

    @Test
    void what_does_not_end_in_time_can_be_interrupted() throws Exception {
        var inside = new CountDownLatch(1);
        start(NEVER, () -> {
            inside.countDown();
            new Semaphore(0).acquire();
            return count();
        });
        inside.await();

        loop.quiesce();
        loop.interrupt();

        assertThat(loop.awaitQuiet(Duration.ofSeconds(60))).isTrue();
    }

    @Test
    void a_task_may_stop_its_own_loop_without_waiting_for_itself() {
        start(Duration.ofMillis(1), () -> {
            loop.quiesce();
            loop.awaitQuiet(Duration.ofHours(1));
            return count();
        });

        Await.until("it has ended", () -> !loop.state().running());
        assertThat(runs).hasValue(1);
    }

    @Test
    void a_run_by_hand_throws_what_failed() {
        loop = Loop.every(NEVER, "test", () -> {
            throw new IllegalStateException("on purpose");
        });

        assertThatThrownBy(loop::runOnce).hasMessage("on purpose");
        assertThat(loop.state().failures()).isEqualTo(1);
    }

    @Test
    void an_interval_must_be_positive() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Loop.every(Duration.ZERO, "test", this::count))
                .withMessageContaining("test");
    }

    @Test
    void it_survives_being_started_and_stopped_from_everywhere() throws Exception {
        loop = Loop.every(Duration.ofMillis(1), "test", this::count);

        BackgroundStress.survive(loop);
    }
}
