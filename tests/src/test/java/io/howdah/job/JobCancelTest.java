// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Howdah;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestClock;
import io.howdah.test.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What somebody has cancelled is over, whether or not anybody would ever have claimed it. */
@HowdahTest
class JobCancelTest {
    private static final JobType<Integer> UNHANDLED = JobType.of("unhandled", Integer.class);
    private static final JobOptions KEYED = JobOptions.none().key("ada");

    private TestDatabase database;
    private Howdah howdah;
    private Jobs jobs;

    @BeforeEach
    void jobs(Howdah howdah, TestDatabase database) {
        this.database = database;
        this.howdah = howdah;
        this.jobs = howdah.jobs();
    }

    private JobInfo info(JobId id) {
        return jobs.find(id).orElseThrow();
    }

    private long rows(String table) {
        return database.one("select count(*) from howdah." + table, Long.class);
    }

    @Test
    void a_ready_job_that_nobody_handles_ends_and_leaves_nothing() {
        var unwanted = jobs.enqueue(UNHANDLED, 1);
        var wanted = jobs.enqueue(UNHANDLED, 2);

        jobs.cancel(unwanted);
        howdah.drain();

        assertThat(info(unwanted)).satisfies(ended -> {
            assertThat(ended.state()).isEqualTo(JobState.CANCELLED);
            assertThat(ended.attempts()).isZero();
            assertThat(ended.endedAt()).isPresent();
        });
        assertThat(rows("work_outcome where took is null"))
                .as("nobody was at it")
                .isEqualTo(1);
        assertThat(info(wanted).state()).isEqualTo(JobState.READY);
        assertThat(rows("work_ready")).isEqualTo(1);
        assertThat(rows("work_lease") + rows("work_cancelled")).isZero();
    }

    @Test
    void many_end_in_a_queue_that_is_paused_and_say_why() {
        howdah.queues().pause("default");
        jobs.handle(UNHANDLED, job -> {});
        var ids = jobs.enqueueAll(UNHANDLED, IntStream.range(0, 2_500).boxed().toList(), JobOptions.none());

        jobs.pending().cancelAll(JobFilter.all(), "a mistake", done -> {});
        howdah.drain();

        assertThat(rows("work_ready") + rows("work_cancelled")).isZero();
        assertThat(jobs.dead().count(JobFilter.all().state(JobState.CANCELLED))).isEqualTo(2_500);
        assertThat(info(ids.get(1_234)).lastError()).contains("a mistake");
    }

    @Test
    void a_unique_key_is_free_again() {
        var once = JobOptions.none().unique("only-one", JobOptions.IfExists.REJECT);
        var first = jobs.enqueue(UNHANDLED, 1, once);

        jobs.cancel(first);
        howdah.drain();

        assertThat(jobs.enqueue(UNHANDLED, 2, once)).isNotEqualTo(first);
    }

    @Test
    void one_with_a_key_ends_wherever_it_is_and_the_next_takes_its_place() {
        var unseen = jobs.enqueue(UNHANDLED, 1, KEYED);
        jobs.cancel(unseen);
        howdah.drain();
        assertThat(info(unseen).state()).isEqualTo(JobState.CANCELLED);
        assertThat(rows("work_inbox")).isZero();

        jobs.handle(JobType.of("other", Integer.class), job -> {});
        var head = jobs.enqueue(UNHANDLED, 2, KEYED);
        var next = jobs.enqueue(UNHANDLED, 3, KEYED);
        howdah.drain();
        assertThat(List.of(info(head).state(), info(next).state())).containsExactly(JobState.READY, JobState.BLOCKED);

        jobs.cancel(head);
        howdah.drain();

        assertThat(List.of(info(head).state(), info(next).state())).containsExactly(JobState.CANCELLED, JobState.READY);
        assertThat(rows("work_place")).isEqualTo(1);
    }

    @Test
    void what_somebody_is_just_claiming_is_left_to_them_and_looked_for_again_later(TestClock clock) throws Exception {
        var id = jobs.enqueue(UNHANDLED, 1);
        try (var claimer = database.connect()) {
            claimer.setAutoCommit(false);
            claimer.createStatement().execute("select from howdah.work_ready for update");
            jobs.cancel(id);
            howdah.drain();
            assertThat(info(id).state()).isEqualTo(JobState.READY);
            claimer.rollback();
        }

        howdah.drain();
        assertThat(info(id).state()).as("not searched for at every turn").isEqualTo(JobState.READY);
        clock.advance(Duration.ofSeconds(11));
        howdah.drain();

        assertThat(info(id).state()).isEqualTo(JobState.CANCELLED);
    }

    @Test
    void queues_count_what_has_a_key_and_was_not_looked_at_as_ready() {
        jobs.enqueue(UNHANDLED, 1, KEYED);
        jobs.enqueue(UNHANDLED, 2, KEYED);

        assertThat(howdah.queues().find("default").orElseThrow()).satisfies(queue -> {
            assertThat(queue.ready()).isEqualTo(2);
            assertThat(queue.blocked()).isZero();
            assertThat(queue.oldestReady()).isPresent();
        });
    }
}
