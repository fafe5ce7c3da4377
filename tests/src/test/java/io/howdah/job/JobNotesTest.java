// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.Howdah;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestClock;
import io.howdah.test.TestDatabase;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Progress, log lines and results: what a job leaves behind. */
@HowdahTest
class JobNotesTest {
    record Picture(int width, String name) {}

    private static final JobType<Integer> RESIZE =
            JobType.of("resize", Integer.class).retry(Retry.fixed(Duration.ZERO).attempts(2));

    private TestDatabase database;
    private Howdah howdah;
    private Jobs jobs;

    @BeforeEach
    void jobs(TestDatabase database) {
        this.database = database;
        this.howdah = database.howdah(builder -> builder.stopWithin(Duration.ofMillis(50)));
        this.jobs = howdah.jobs();
    }

    private JobProgress progress(JobId id) {
        return jobs.find(id).orElseThrow().progress().orElseThrow();
    }

    @Test
    void progress_is_seen_while_the_job_runs_and_the_last_one_stays() {
        var goOn = new CountDownLatch(1);
        jobs.handle(RESIZE, job -> {
            job.progress(40, "resized 400 of 1000");
            goOn.await();
            job.progress(99, "nearly");
            job.progress(100, "resized 1000 of 1000");
        });
        var id = jobs.enqueue(RESIZE, 1);
        howdah.start();

        Await.until("it is under way", () -> progress(id).percent() == 40);
        assertThat(progress(id).message()).isEqualTo("resized 400 of 1000");
        goOn.countDown();

        Await.until("it is done", () -> jobs.find(id).orElseThrow().state() == JobState.DONE);
        assertThat(progress(id)).satisfies(last -> {
            assertThat(last.percent()).isEqualTo(100);
            assertThat(last.attempt()).isEqualTo(1);
        });
    }

    @Test
    void however_often_it_is_said_it_is_written_five_times_a_second() {
        database.execute("""
            drop table if exists written;
            create table written (percent int);
            create or replace function note_written() returns trigger language plpgsql as
              'begin insert into written values (new.percent); return null; end';
            create or replace trigger written after insert or update on howdah.job_progress
              for each row execute function note_written();
            """);
        jobs.handle(RESIZE, job -> {
            for (int i = 0; i <= 1_000_000; i++) {
                job.progress(i / 10_000, "row " + i);
            }
        });
        var id = jobs.enqueue(RESIZE, 1);
        var began = System.nanoTime();
        howdah.start();
        Await.within(Duration.ofMinutes(1))
                .until("it is done", () -> jobs.find(id).orElseThrow().state() == JobState.DONE);
        var allowed = 3 + Duration.ofNanos(System.nanoTime() - began).toMillis() / 200;

        assertThat(progress(id).message()).isEqualTo("row 1000000");
        assertThat(database.one("select count(*) from written", Long.class)).isBetween(1L, allowed);
        database.execute("drop trigger written on howdah.job_progress");
    }

    @Test
    void ten_thousand_updates_use_the_space_of_a_few() {
        database.execute("insert into howdah.work_lease values (1, 1, gen_random_uuid(), null, 1, 5, 1, 0, now())");

        database.execute("""
            do $$ begin
              for i in 0..9999 loop
                perform howdah.job_keep_progress('{1}', '{1}', array[i / 100], '{resizing}');
                commit;
              end loop;
            end $$
            """);

        assertThat(database.one("select percent from howdah.job_progress where id = 1", Integer.class))
                .isEqualTo(99);
        // One page each, and a few more where an analyze looked on for a moment; without reuse it would be a hundred.
        assertThat(database.one("select pg_relation_size('howdah.job_progress_rest') / 8192", Long.class))
                .isLessThanOrEqualTo(8);
        assertThat(database.one("select pg_relation_size('howdah.job_progress_rest_pkey') / 8192", Long.class))
                .isLessThanOrEqualTo(8);
    }

    @Test
    void a_job_that_says_nothing_writes_nothing() {
        jobs.handle(RESIZE, job -> {});
        var id = jobs.enqueue(RESIZE, 1);

        howdah.drain();

        assertThat(jobs.find(id).orElseThrow().progress()).isEmpty();
        assertThat(jobs.log(id)).isEmpty();
        assertThat(jobs.result(id, String.class)).isEmpty();
    }

    @Test
    void lines_are_kept_in_order_with_their_attempt_also_those_before_a_failure() {
        jobs.handle(RESIZE, job -> {
            job.log("begin " + job.attempt());
            job.log("nul \0 and half a pair \uD83D");
            if (job.attempt() == 1) {
                throw new IllegalStateException("once");
            }
        });
        var id = jobs.enqueue(RESIZE, 1);

        howdah.drain();

        assertThat(jobs.log(id))
                .extracting(JobLine::text)
                .containsExactly("begin 1", "nul \uFFFD and half a pair ?", "begin 2", "nul \uFFFD and half a pair ?");
        assertThat(jobs.log(id)).extracting(JobLine::attempt).containsExactly(1, 1, 2, 2);
        assertThat(jobs.log(id).getFirst().at())
                .isBeforeOrEqualTo(jobs.log(id).getLast().at());
    }

    @Test
    void lines_are_bounded_in_number_and_length_whatever_the_job_does(TestClock clock) {
        jobs.handle(RESIZE, job -> {
            for (int i = 0; i < 3_000; i++) {
                job.log("x".repeat(5_000));
            }
            job.progress(1, "y".repeat(5_000));
            if (database.one("select count(*) from howdah.job_log", Long.class) < 1) {
                job.snooze(Duration.ZERO);
            }
        });
        var id = jobs.enqueue(RESIZE, 1);

        howdah.drain();
        clock.advance(Duration.ofMinutes(1));
        howdah.drain();

        assertThat(jobs.log(id))
                .hasSizeBetween(1_000, 2_000)
                .allSatisfy(line -> assertThat(line.text()).hasSizeLessThanOrEqualTo(1_000));
        assertThat(jobs.log(id).get(999).text()).contains("not kept");
        assertThat(progress(id).message()).hasSize(500);
    }

    @Test
    void an_interrupted_job_keeps_what_it_said() {
        var inside = new Semaphore(0);
        // So many, because an attempt that does nothing may also take that long here.
        var hasty = RESIZE.timeout(Duration.ofMillis(100))
                .retry(Retry.fixed(Duration.ZERO).attempts(50));
        jobs.handle(hasty, job -> {
            if (job.attempt() == 1) {
                inside.release();
                try {
                    new CountDownLatch(1).await();
                } finally {
                    job.log("interrupted, alas");
                    job.progress(7, "no further");
                    Thread.currentThread().interrupt();
                }
            }
        });
        var id = jobs.enqueue(hasty, 1);

        howdah.start();

        Await.until("it is done", () -> jobs.find(id).orElseThrow().state() == JobState.DONE);
        assertThat(jobs.log(id)).extracting(JobLine::text).containsExactly("interrupted, alas");
        assertThat(progress(id).percent()).isEqualTo(7);
    }

    @Test
    void whoever_does_not_hold_the_job_any_more_changes_nothing() {
        jobs.handle(RESIZE, job -> {
            job.progress(10, "mine");
            job.log("mine");
            // Somebody else has it now: the lease is another attempt's.
            database.execute("update howdah.work_lease set attempt = attempt + 1");
        });
        var id = jobs.enqueue(RESIZE, 1);

        howdah.drain();

        assertThat(jobs.log(id)).isEmpty();
        assertThat(jobs.find(id).orElseThrow().progress()).isEmpty();
    }

    @Test
    void a_result_is_kept_with_a_job_that_is_done() {
        jobs.handle(RESIZE, job -> {
            job.result(new Picture(job.attempt(), "small.png"));
            if (job.attempt() == 1) {
                throw new IllegalStateException("not yet");
            }
        });
        var id = jobs.enqueue(RESIZE, 1);
        assertThat(jobs.result(id, Picture.class)).isEmpty();

        howdah.drain();

        assertThat(jobs.result(id, Picture.class)).contains(new Picture(2, "small.png"));
        assertThat(jobs.result(new JobId(1), Picture.class)).isEmpty();
    }

    @Test
    void a_result_may_commit_with_what_the_handler_wrote() {
        jobs.handle(RESIZE, job -> {
            try (var connection = database.connect()) {
                connection.setAutoCommit(false);
                job.log("last words");
                job.result(new byte[] {0, 1, 2});
                job.completeIn(connection);
                connection.commit();
            }
        });
        var id = jobs.enqueue(RESIZE, 1);

        howdah.drain();

        assertThat(jobs.result(id, byte[].class))
                .hasValueSatisfying(bytes -> assertThat(bytes).containsExactly(0, 1, 2));
        assertThat(jobs.log(id)).hasSize(1);
    }

    @Test
    void what_cannot_be_right_is_refused_by_name() {
        jobs.handle(RESIZE, job -> {
            assertThatThrownBy(() -> job.progress(101, "")).hasMessageContaining("101");
            assertThatThrownBy(() -> job.progress(-1, "")).hasMessageContaining("-1");
            assertThatThrownBy(() -> job.result(new byte[(1 << 20) + 1])).hasMessageContaining("1 MiB");
        });
        var id = jobs.enqueue(RESIZE, 1);

        howdah.drain();

        assertThat(jobs.find(id).orElseThrow().state()).isEqualTo(JobState.DONE);
        assertThatThrownBy(() -> jobs.children(id, id, 1_001)).hasMessageContaining("1001");
    }

    @Test
    void notes_are_dropped_when_the_bodies_of_their_week_are(TestClock clock) {
        jobs.handle(RESIZE, job -> {
            job.progress(1, "old");
            job.log("old");
            job.step("old", String.class, () -> "old");
        });
        var id = jobs.enqueue(RESIZE, 1);
        howdah.drain();
        assertThat(jobs.log(id)).hasSize(1);

        clock.advance(Duration.ofDays(16));
        howdah.drain();
        database.query("select howdah.job_partitions(14)");

        assertThat(jobs.find(id)).isEmpty();
        assertThat(jobs.log(id)).isEmpty();
        for (var table : new String[] {"job_progress", "job_log", "job_step"}) {
            assertThat(database.one("select count(*) from howdah." + table, Long.class))
                    .as(table)
                    .isZero();
        }
    }
}
