// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.howdah.Howdah;
import io.howdah.queue.QueueLimits;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestClock;
import io.howdah.test.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Jobs with a key, done one by one in the test's own thread: what may begin, and in which order. */
@HowdahTest
class JobKeysTest {
    record Step(String key, int number) {}

    private static final JobType<Step> STEP = JobType.of("step", Step.class).retry(Retry.after(Duration.ofMinutes(1)));

    private final List<Step> seen = Collections.synchronizedList(new ArrayList<>());
    private final List<Step> failing = new ArrayList<>();
    private TestDatabase database;
    private Howdah howdah;
    private Jobs jobs;

    @BeforeEach
    void jobs(Howdah howdah, TestDatabase database) {
        this.database = database;
        this.howdah = howdah;
        this.jobs = howdah.jobs();
        jobs.handle(STEP, job -> {
            if (failing.remove(job.payload())) {
                throw new IllegalStateException("not yet");
            }
            seen.add(job.payload());
        });
    }

    private JobId enqueue(String key, int number) {
        return jobs.enqueue(STEP, new Step(key, number), JobOptions.none().key(key));
    }

    private void enqueueAll(String key, int count) {
        IntStream.rangeClosed(1, count).forEach(number -> enqueue(key, number));
    }

    private List<Integer> seenOf(String key) {
        return seen.stream()
                .filter(step -> step.key().equals(key))
                .map(Step::number)
                .toList();
    }

    @Test
    void jobs_of_one_key_run_in_the_order_in_which_they_were_enqueued() {
        enqueueAll("ada", 30);
        enqueueAll("bob", 30);

        howdah.drain();

        assertThat(seenOf("ada")).isEqualTo(IntStream.rangeClosed(1, 30).boxed().toList());
        assertThat(seenOf("bob")).isEqualTo(IntStream.rangeClosed(1, 30).boxed().toList());
        assertThat(database.one("select count(*) from howdah.work_place", Long.class))
                .isZero();
    }

    @Test
    void a_job_behind_another_of_its_key_is_said_to_be_blocked() {
        failing.add(new Step("ada", 1));
        enqueue("ada", 1);
        var second = enqueue("ada", 2);

        howdah.drain();

        assertThat(jobs.find(second).orElseThrow().state()).isEqualTo(JobState.BLOCKED);
        assertThat(jobs.find(second).orElseThrow().key()).contains("ada");
    }

    @Test
    void a_job_that_waits_for_its_next_attempt_holds_up_its_key_and_no_other(TestClock clock) {
        failing.add(new Step("ada", 1));
        enqueueAll("ada", 3);
        enqueueAll("bob", 3);

        howdah.drain();
        assertThat(seenOf("ada")).isEmpty();
        assertThat(seenOf("bob")).containsExactly(1, 2, 3);

        clock.advance(Duration.ofMinutes(1));
        howdah.drain();
        assertThat(seenOf("ada")).containsExactly(1, 2, 3);
    }

    @Test
    void where_order_does_not_matter_others_of_the_key_go_first(TestClock clock) {
        howdah.queues().limit("default", QueueLimits.none().onePerKeyInAnyOrder());
        failing.add(new Step("ada", 1));
        enqueueAll("ada", 3);

        howdah.drain();
        assertThat(seenOf("ada")).containsExactly(2, 3);

        clock.advance(Duration.ofMinutes(1));
        howdah.drain();
        assertThat(seenOf("ada")).containsExactly(2, 3, 1);
    }

    @Test
    void a_job_that_is_dead_lets_the_next_of_its_key_go() {
        var hopeless = STEP.retry(Retry.never());
        failing.add(new Step("ada", 1));
        jobs.enqueue(hopeless, new Step("ada", 1), JobOptions.none().key("ada"));
        enqueue("ada", 2);

        howdah.drain();

        assertThat(seenOf("ada")).containsExactly(2);
    }

    @Test
    void a_delayed_job_takes_its_place_when_it_is_due(TestClock clock) {
        jobs.enqueue(
                STEP,
                new Step("ada", 1),
                JobOptions.delayed(Duration.ofMinutes(5)).key("ada"));
        enqueue("ada", 2);

        howdah.drain();
        assertThat(seenOf("ada")).containsExactly(2);

        clock.advance(Duration.ofMinutes(5));
        howdah.drain();
        assertThat(seenOf("ada")).containsExactly(2, 1);
    }

    @Test
    void cancelling_one_that_waits_or_that_others_wait_for_lets_the_rest_go() {
        failing.add(new Step("ada", 1));
        var first = enqueue("ada", 1);
        var second = enqueue("ada", 2);
        enqueue("ada", 3);
        howdah.drain();

        assertThat(jobs.cancel(second)).isTrue();
        assertThat(jobs.find(second).orElseThrow().state()).isEqualTo(JobState.CANCELLED);
        assertThat(jobs.cancel(first)).isTrue();
        howdah.drain();

        assertThat(seenOf("ada")).containsExactly(3);
    }

    @Test
    void a_job_that_commits_while_the_one_before_it_ends_is_not_forgotten() throws Exception {
        try (var late = database.connect()) {
            late.setAutoCommit(false);
            enqueue("ada", 1);
            jobs.enqueue(late, STEP, new Step("ada", 2), JobOptions.none().key("ada"));
            howdah.drain();
            assertThat(seenOf("ada")).containsExactly(1);
            late.commit();
        }

        howdah.drain();
        assertThat(seenOf("ada")).containsExactly(1, 2);
    }

    @Test
    void a_job_that_was_looked_at_before_the_one_in_front_of_it_had_committed_its_end_is_not_forgotten()
            throws Exception {
        var ending = JobType.of("ending", Step.class);
        try (var slow = database.connect()) {
            slow.setAutoCommit(false);
            jobs.handle(ending, job -> job.completeIn(slow));
            jobs.enqueue(ending, new Step("ada", 1), JobOptions.none().key("ada"));
            enqueue("ada", 2);
            var draining = Thread.ofVirtual().start(howdah::drain);
            Await.until(
                    "the end is waited for",
                    () -> database.one(
                                    "select count(*) from pg_stat_activity where wait_event_type = 'Lock'", Long.class)
                            > 0);
            assertThat(seenOf("ada")).isEmpty();
            slow.commit();
            draining.join();
        }

        howdah.drain();
        assertThat(seenOf("ada")).containsExactly(2);
    }

    @Test
    void a_rolled_back_job_blocks_nobody() throws Exception {
        try (var connection = database.connect()) {
            connection.setAutoCommit(false);
            jobs.enqueue(connection, STEP, new Step("ada", 1), JobOptions.none().key("ada"));
            connection.rollback();
        }
        enqueue("ada", 2);

        howdah.drain();

        assertThat(seenOf("ada")).containsExactly(2);
    }

    @Test
    void keys_take_turns_when_they_are_told_to() {
        howdah.queues().limit("default", QueueLimits.none().keysTakeTurns().concurrency(1));
        enqueueAll("greedy", 50);
        enqueueAll("modest", 3);

        howdah.drain();

        assertThat(seen).hasSize(53);
        assertThat(seen.subList(0, 6).stream().filter(step -> step.key().equals("modest")))
                .as("a small key beside a large one")
                .hasSize(3);
        assertThat(seenOf("greedy")).isSorted();
    }

    @Test
    void more_places_let_in_those_who_wait_already() {
        failing.add(new Step("ada", 1));
        enqueueAll("ada", 3);
        howdah.drain();
        assertThat(seen).isEmpty();

        howdah.queues().limit("default", QueueLimits.none().perKey(2));
        howdah.drain();

        assertThat(seenOf("ada")).containsExactly(2, 3);
    }

    @Test
    void a_key_can_be_given_from_sql() {
        database.query("select howdah.enqueue('step', '{\"key\": \"ada\", \"number\": 1}', key => 'ada')");
        database.query("select howdah.enqueue('step', '{\"key\": \"ada\", \"number\": 2}', key => 'ada')");

        howdah.drain();

        assertThat(seenOf("ada")).containsExactly(1, 2);
    }

    @Test
    void an_empty_or_endless_key_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> enqueue("", 1))
                .withMessageContaining("a key has 1 to 200 characters");
        assertThatIllegalArgumentException().isThrownBy(() -> enqueue("k".repeat(201), 1));
    }
}
