// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.postgresql.ds.PGSimpleDataSource;

@Timeout(300)
class LoadTest {
    private final Stage stage = new Stage(new Database(new PGSimpleDataSource(), "none"), Duration.ofMillis(50));
    private final AtomicInteger closed = new AtomicInteger();

    @Test
    void all_threads_call_at_once_until_the_time_is_up_and_every_call_is_counted() throws Exception {
        var together = new CountDownLatch(3);
        var calls = new AtomicInteger();
        Outcome outcome;
        try (Load load = Load.of(
                stage,
                3,
                () -> worker(() -> {
                    together.countDown();
                    assertThat(together.await(60, TimeUnit.SECONDS)).isTrue();
                    calls.incrementAndGet();
                    return 10;
                }))) {
            outcome = load.run();
        }

        assertThat(outcome.operations()).isEqualTo(calls.get() * 10L);
        assertThat(outcome.elapsed()).isGreaterThanOrEqualTo(stage.duration());
        assertThat(outcome.latencies().isEmpty()).isFalse();
        assertThat(closed).hasValue(3);
    }

    @Test
    void a_worker_that_throws_fails_the_trial() throws Exception {
        try (Load load = Load.of(
                stage,
                2,
                () -> worker(() -> {
                    throw new IllegalStateException("no such table");
                }))) {
            assertThatThrownBy(load::run)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("no such table");
        }
    }

    @Test
    void workers_are_closed_when_one_of_them_cannot_be_opened() {
        var opened = new AtomicInteger();

        assertThatThrownBy(() -> Load.of(stage, 3, () -> {
                    if (opened.incrementAndGet() == 3) {
                        throw new IllegalStateException("too many connections");
                    }
                    return worker(() -> 1);
                }))
                .hasMessage("too many connections");

        assertThat(closed).hasValue(2);
    }

    private Load.Worker worker(Call call) {
        return new Load.Worker() {
            @Override
            public int call() throws Exception {
                return call.call();
            }

            @Override
            public void close() {
                closed.incrementAndGet();
            }
        };
    }

    private interface Call {
        int call() throws Exception;
    }
}
