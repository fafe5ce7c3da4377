// SPDX-License-Identifier: Apache-2.0
package io.howdah.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import io.howdah.test.Together;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Work under a lock, and the view for code that wants a {@link java.util.concurrent.locks.Lock}. */
@HowdahTest
class WithLockTest {
    private static final LockName NAME = LockName.of("test", "with");
    private static final Duration SOON = Duration.ofSeconds(60);

    private TestDatabase database;
    private Locks locks;

    @BeforeEach
    void one_process(TestDatabase database) {
        this.database = database;
        var howdah = database.howdah(builder -> builder.stopWithin(Duration.ofSeconds(1)));
        howdah.start();
        this.locks = howdah.locks();
    }

    @Test
    void work_is_done_under_the_lock_and_its_answer_returned() throws Exception {
        var answer = locks.withLock(NAME, SOON, lock -> {
            assertThat(lock.isHeld()).isTrue();
            assertThat(locks.tryAcquire(NAME)).isEmpty();
            return 42;
        });

        assertThat(answer).isEqualTo(42);
        locks.tryAcquire(NAME).orElseThrow().close();
    }

    @Test
    void work_is_done_under_a_lease_too() throws Exception {
        var options = LeaseOptions.standard();
        var answer = locks.withLease(NAME, options, Duration.ZERO, SOON, lease -> {
            assertThat(locks.tryLease(NAME, options)).isEmpty();
            assertThatThrownBy(() -> locks.withLease(NAME, options, Duration.ZERO, SOON, second -> "never"))
                    .isInstanceOf(LockTimeoutException.class);
            return 42;
        });

        assertThat(answer).isEqualTo(42);
        locks.tryLease(NAME, options).orElseThrow().close();
    }

    @Test
    void an_error_ends_the_work_as_an_exception_does() throws Exception {
        assertThatThrownBy(() -> locks.withLock(NAME, Duration.ofMillis(50), lock -> {
                    throw new AssertionError("broken");
                }))
                .hasMessage("broken");

        assertThat(new CountDownLatch(1).await(200, TimeUnit.MILLISECONDS))
                .as("nobody interrupts the thread when the limit has passed")
                .isFalse();
        locks.tryAcquire(NAME).orElseThrow().close();
    }

    @Test
    void what_the_work_throws_is_thrown_and_the_lock_is_free() {
        assertThatThrownBy(() -> locks.withLock(NAME, SOON, lock -> {
                    throw new IllegalStateException("broken");
                }))
                .hasMessage("broken");
        locks.tryAcquire(NAME).orElseThrow().close();
    }

    @Test
    void work_that_takes_too_long_is_interrupted_and_the_lock_is_held_until_it_has_really_ended() {
        var stubborn = new AtomicBoolean(true);
        Together.run(
                () -> {
                    assertThatThrownBy(() -> locks.withLock(NAME, Duration.ofMillis(50), lock -> {
                                try {
                                    new CountDownLatch(1).await();
                                } catch (InterruptedException asked) {
                                    Await.until("it has cleaned up", () -> !stubborn.get());
                                }
                                return "late";
                            }))
                            .isInstanceOfSatisfying(
                                    LockOverrunException.class,
                                    overrun -> assertThat(overrun.code()).isEqualTo("lock-overrun"));
                    assertThat(Thread.currentThread().isInterrupted()).isFalse();
                    return true;
                },
                () -> {
                    Await.until("it is held", () -> locks.usage().keys() == 1);
                    assertThatThrownBy(() -> locks.acquire(NAME, Duration.ofMillis(200)))
                            .as("interrupted is not ended")
                            .isInstanceOf(LockTimeoutException.class);
                    stubborn.set(false);
                    locks.acquire(NAME, SOON).close();
                    return true;
                });
    }

    @Test
    void work_whose_lock_is_lost_is_interrupted() {
        assertThatThrownBy(() -> locks.withLock(NAME, SOON, lock -> {
                    database.query("select pg_terminate_backend(backend) from howdah.lock_advisory()");
                    return new CountDownLatch(1).await(30, TimeUnit.SECONDS);
                }))
                .isInstanceOf(LockLostException.class);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    @SuppressWarnings("LockNotBeforeTry") // This is about who may unlock.
    void a_view_belongs_to_the_thread_that_locked_it() throws Exception {
        var view = locks.view(NAME);
        view.lock();
        assertThat(view.tryLock()).as("not re-entrant").isFalse();
        assertThat(locks.tryAcquire(NAME)).isEmpty();
        Together.run(() -> {
            assertThat(view.tryLock(50, TimeUnit.MILLISECONDS)).isFalse();
            assertThatThrownBy(view::unlock).isInstanceOf(IllegalMonitorStateException.class);
            return true;
        });
        view.unlock();
        assertThatThrownBy(view::unlock).isInstanceOf(IllegalMonitorStateException.class);
        assertThat(view.tryLock(60, TimeUnit.SECONDS)).isTrue();
        view.unlock();
        assertThatThrownBy(view::newCondition).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    @SuppressWarnings("LockNotBeforeTry") // This is about how often it is unlocked.
    void a_re_entrant_view_is_free_when_it_was_unlocked_as_often_as_locked() {
        var view = locks.reentrantView(NAME);
        view.lock();
        view.lock();
        assertThat(view.tryLock()).isTrue();
        view.unlock();
        view.unlock();
        assertThat(locks.tryAcquire(NAME)).isEmpty();
        view.unlock();
        locks.tryAcquire(NAME).orElseThrow().close();
    }
}
