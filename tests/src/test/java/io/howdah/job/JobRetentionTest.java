// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Howdah;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestClock;
import io.howdah.test.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is left of jobs when their days are dropped. */
@HowdahTest
class JobRetentionTest {
    private static final JobType<Integer> COUNT = JobType.of("count", Integer.class);
    private static final String OUTCOMES = "select count(*) from howdah.work_outcome";
    private static final String BODIES = "select count(*) from howdah.work_body";

    private final List<Integer> done = new ArrayList<>();
    private Howdah howdah;
    private Jobs jobs;

    @BeforeEach
    void jobs(Howdah howdah) {
        this.howdah = howdah;
        this.jobs = howdah.jobs();
        jobs.handle(COUNT, job -> done.add(job.payload()));
    }

    @Test
    void a_job_that_waits_for_longer_than_days_are_kept_is_done_when_its_time_has_come(
            TestClock clock, TestDatabase database) {
        jobs.enqueue(COUNT, 1);
        var late = jobs.enqueue(COUNT, 2, JobOptions.none().delay(Duration.ofDays(30)));
        howdah.drain();

        clock.advance(Duration.ofDays(10));
        howdah.drain();
        assertThat(database.one(OUTCOMES, Long.class)).isZero();
        assertThat(jobs.find(late))
                .hasValueSatisfying(info -> assertThat(info.state()).isEqualTo(JobState.DEFERRED));

        clock.advance(Duration.ofDays(21));
        howdah.drain();
        assertThat(done).containsExactly(1, 2);
        clock.advance(Duration.ofDays(10));
        howdah.drain();
        assertThat(database.one(BODIES, Long.class)).isZero();
    }

    /** Bodies are kept by the day: one that waits keeps those of its day, and their ends are dropped nevertheless. */
    @Test
    void a_job_whose_end_was_dropped_is_not_taken_for_one_that_waits(TestClock clock, TestDatabase database) {
        var over = jobs.enqueue(COUNT, 1);
        var late = jobs.enqueue(COUNT, 2, JobOptions.none().delay(Duration.ofDays(30)));
        howdah.drain();
        var paused = jobs.enqueue(COUNT.queue("nobody"), 3);

        clock.advance(Duration.ofDays(10));
        howdah.drain();

        assertThat(database.one(OUTCOMES, Long.class)).isZero();
        assertThat(database.one(BODIES, Long.class)).isEqualTo(3);
        assertThat(jobs.find(over)).isEmpty();
        assertThat(jobs.find(paused).map(JobInfo::state)).hasValue(JobState.READY);
        assertThat(jobs.pending().list(JobFilter.all(), 10).jobs())
                .extracting(JobInfo::id)
                .containsExactlyInAnyOrder(late, paused);
        assertThat(jobs.cancel(over)).isFalse();
        assertThat(jobs.cancel(late)).isTrue();
    }
}
