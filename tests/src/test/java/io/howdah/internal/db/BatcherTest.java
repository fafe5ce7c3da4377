// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.test.Await;
import io.howdah.test.Together;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class BatcherTest {
    private final AtomicBoolean fails = new AtomicBoolean(true);

    /** As a caller whose stack is nearly used up. */
    private List<String> answers(List<Integer> questions) {
        if (fails.get()) {
            throw new StackOverflowError();
        }
        return questions.stream().map(one -> "answer " + one).toList();
    }

    @Test
    void an_error_of_whoever_sends_is_told_and_the_next_is_answered() throws Exception {
        var batcher = new Batcher<>(10, this::answers);

        assertThatThrownBy(() -> batcher.ask(1)).hasRootCauseInstanceOf(StackOverflowError.class);
        fails.set(false);

        var next = CompletableFuture.supplyAsync(() -> batcher.ask(2));
        assertThat(next.get(30, TimeUnit.SECONDS)).isEqualTo("answer 2");
    }

    @Test
    void an_error_of_whoever_sends_for_many_leaves_nobody_waiting() {
        var batcher = new Batcher<>(10, this::answers);
        var asking = new ArrayList<Callable<Boolean>>();
        for (int i = 0; i < 50; i++) {
            var question = i;
            asking.add(() -> {
                assertThatThrownBy(() -> batcher.ask(question)).hasRootCauseInstanceOf(StackOverflowError.class);
                return true;
            });
        }

        assertThat(Together.run(asking)).hasSize(50);
        fails.set(false);
        assertThat(batcher.ask(7)).isEqualTo("answer 7");
    }

    @Test
    void one_that_cannot_be_weighed_is_told_so_and_the_next_is_answered() {
        fails.set(false);
        var batcher = new Batcher<Integer, String>(
                10,
                question -> {
                    if (question == 1) {
                        throw new IllegalStateException("too heavy for the scales");
                    }
                    return 1;
                },
                this::answers);

        assertThatThrownBy(() -> batcher.ask(1)).hasStackTraceContaining("too heavy for the scales");

        assertThat(batcher.ask(2)).isEqualTo("answer 2");
    }

    /** A queue in which the one who is first has not been counted yet when others come. */
    private static final class Hesitant<E> extends ConcurrentLinkedQueue<E> {
        private static final long serialVersionUID = 1;

        private final AtomicBoolean first = new AtomicBoolean(true);
        private final CountDownLatch queued = new CountDownLatch(1);
        private final Semaphore others = new Semaphore(0);

        @Override
        public boolean add(E one) {
            super.add(one);
            if (first.getAndSet(false)) {
                queued.countDown();
                others.acquireUninterruptibly();
            }
            return true;
        }
    }

    @Test
    void the_first_to_send_is_answered_although_somebody_is_before_it_and_there_is_room_for_one() throws Exception {
        fails.set(false);
        var queue = new Hesitant<Batcher.Waiting<Integer, String>>();
        var batcher = new Batcher<>(1, question -> 1, this::answers, queue);
        var before = new FutureTask<>(() -> batcher.ask(1));
        Thread.ofVirtual().start(before);
        queue.queued.await();

        assertThat(batcher.ask(2)).isEqualTo("answer 2");
        queue.others.release();

        assertThat(before.get(30, TimeUnit.SECONDS)).isEqualTo("answer 1");
        assertThat(batcher.ask(3)).isEqualTo("answer 3");
    }

    @Test
    void one_that_was_answered_before_it_was_counted_sends_for_those_who_came_meanwhile() throws Exception {
        fails.set(false);
        var queue = new Hesitant<Batcher.Waiting<Integer, String>>();
        var batcher = new Batcher<>(10, question -> 1, this::answers, queue);
        var before = new FutureTask<>(() -> batcher.ask(1));
        Thread.ofVirtual().start(before);
        queue.queued.await();

        assertThat(batcher.ask(2)).isEqualTo("answer 2");
        var meanwhile = new FutureTask<>(() -> batcher.ask(3));
        var waits = Thread.ofPlatform().start(meanwhile);
        Await.until("it waits for its answer", () -> waits.getState() == Thread.State.WAITING);
        queue.others.release();

        assertThat(before.get(30, TimeUnit.SECONDS)).isEqualTo("answer 1");
        assertThat(meanwhile.get(30, TimeUnit.SECONDS)).isEqualTo("answer 3");
    }
}
