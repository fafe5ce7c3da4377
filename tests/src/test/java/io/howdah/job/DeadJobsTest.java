// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.Howdah;
import io.howdah.job.JobOptions.IfExists;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What people do about jobs that failed, and about many at once. */
@HowdahTest
class DeadJobsTest {
    private static final JobType<Integer> PAY =
            JobType.of("pay", Integer.class).retry(Retry.never()).queue("money");
    private static final JobType<Integer> MAIL =
            JobType.of("mail", Integer.class).retry(Retry.never());

    private final List<Integer> paid = new ArrayList<>();
    private TestDatabase database;
    private Howdah howdah;
    private Jobs jobs;
    private boolean bankIsOpen;

    @BeforeEach
    void jobs(TestDatabase database, Howdah howdah) {
        this.database = database;
        this.howdah = howdah;
        this.jobs = howdah.jobs();
        jobs.handle(PAY, job -> {
            job.step("reserve", Integer.class, () -> {
                paid.add(-job.payload());
                return job.payload();
            });
            if (!bankIsOpen) {
                throw new IllegalStateException("the bank is closed");
            }
            paid.add(job.payload());
        });
        jobs.handle(MAIL, job -> {
            throw new IllegalStateException("no post");
        });
    }

    private List<JobId> dead(JobFilter filter) {
        return jobs.dead().list(filter, 100).jobs().stream().map(JobInfo::id).toList();
    }

    private JobInfo info(JobId id) {
        return jobs.find(id).orElseThrow();
    }

    @Test
    void the_dead_are_listed_by_filter_with_their_cause_and_others_are_not() {
        var pay = jobs.enqueue(PAY, 1, JobOptions.none().correlation("order-1").key("ada"));
        var mail = jobs.enqueue(MAIL, 2);
        jobs.enqueue(MAIL, 3, JobOptions.delayed(Duration.ofHours(1)));
        var cancelled = jobs.enqueue(MAIL, 4, JobOptions.delayed(Duration.ofHours(1)));
        jobs.cancel(cancelled);
        howdah.drain();

        assertThat(dead(JobFilter.all())).containsExactlyInAnyOrder(pay, mail);
        assertThat(dead(JobFilter.all().type("pay"))).containsExactly(pay);
        assertThat(dead(JobFilter.all().queue("default"))).containsExactly(mail);
        assertThat(dead(JobFilter.all().key("ada"))).containsExactly(pay);
        assertThat(dead(JobFilter.all().key("bob"))).isEmpty();
        assertThat(dead(JobFilter.all().correlation("order-1"))).containsExactly(pay);
        assertThat(dead(JobFilter.all().state(JobState.CANCELLED))).containsExactly(cancelled);
        assertThat(dead(JobFilter.all().until(Instant.now().minusSeconds(60)))).isEmpty();
        assertThat(dead(JobFilter.all().from(Instant.now().minusSeconds(60)))).hasSize(2);
        assertThat(dead(JobFilter.all().from(Instant.now().plusSeconds(60)))).isEmpty();
        assertThat(jobs.dead()
                        .list(JobFilter.all().type("pay"), 1)
                        .jobs()
                        .getFirst()
                        .lastError())
                .hasValueSatisfying(cause -> assertThat(cause).contains("the bank is closed"));
        assertThatThrownBy(() -> JobFilter.all().state(JobState.DONE)).hasMessageContaining("DONE");
    }

    @Test
    void pages_go_through_all_of_them_once() {
        var ids = jobs.enqueueAll(MAIL, IntStream.range(0, 25).boxed().toList(), JobOptions.none());
        howdah.drain();

        var seen = new ArrayList<JobId>();
        var page = jobs.dead().list(JobFilter.all(), 10);
        for (var next = Optional.of(page); next.isPresent(); ) {
            page = next.get();
            page.jobs().forEach(job -> seen.add(job.id()));
            next = page.next().map(place -> jobs.dead().list(JobFilter.all(), place, 10));
        }

        assertThat(seen).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(ids);
    }

    @Test
    void a_dead_job_is_tried_again_as_a_new_one_after_the_steps_it_had_finished() {
        var id = jobs.enqueue(PAY, 7, JobOptions.none().correlation("order-7"));
        howdah.drain();
        bankIsOpen = true;

        var again = jobs.dead().retry(id);
        howdah.drain();

        assertThat(paid).as("reserved once, paid once").containsExactly(-7, 7);
        assertThat(info(id)).satisfies(old -> {
            assertThat(old.state()).isEqualTo(JobState.DEAD);
            assertThat(old.retriedAs()).contains(again);
        });
        assertThat(info(again)).satisfies(young -> {
            assertThat(young.state()).isEqualTo(JobState.DONE);
            assertThat(young.retryOf()).contains(id);
            assertThat(young.attempts()).isEqualTo(1);
            assertThat(young.correlation()).contains("order-7");
        });
        assertThat(dead(JobFilter.all())).isEmpty();
    }

    @Test
    void with_another_payload_it_begins_from_its_first_step() {
        var id = jobs.enqueue(PAY, 7);
        howdah.drain();
        bankIsOpen = true;

        var again = jobs.dead().retry(id, PAY, 8);
        howdah.drain();

        assertThat(paid).containsExactly(-7, -8, 8);
        assertThat(info(again).retryOf()).contains(id);
    }

    @Test
    void what_cannot_be_tried_again_is_refused_with_the_reason() {
        var id = jobs.enqueue(PAY, 1, JobOptions.none().unique("pay-1", IfExists.REJECT));
        assertThatThrownBy(() -> jobs.dead().retry(id)).hasMessageContaining("READY");
        howdah.drain();
        assertThatThrownBy(() -> jobs.dead().retry(id, MAIL, 1)).hasMessageContaining("type pay");
        var holder = jobs.enqueue(PAY, 2, JobOptions.none().unique("pay-1", IfExists.REJECT));
        assertThatThrownBy(() -> jobs.dead().retry(id)).hasMessageContaining("job " + holder);
        howdah.drain();

        var again = jobs.dead().retry(id);

        assertThatThrownBy(() -> jobs.dead().retry(id))
                .isInstanceOfSatisfying(
                        JobNotRetryableException.class,
                        refusal -> assertThat(refusal.code()).isEqualTo("job-not-retryable"))
                .hasMessageContaining("as " + again);
        assertThatThrownBy(() -> jobs.dead().retry(new JobId(1))).hasMessageContaining("never was");
    }

    @Test
    void a_discarded_job_is_not_among_the_dead_any_more_and_can_still_be_tried_again() {
        var id = jobs.enqueue(MAIL, 1);
        howdah.drain();

        assertThat(jobs.dead().discard(id, "nobody reads it")).isTrue();
        assertThat(jobs.dead().discard(id, "again")).isFalse();

        assertThat(dead(JobFilter.all())).isEmpty();
        assertThat(dead(JobFilter.all().state(JobState.DISCARDED))).containsExactly(id);
        assertThat(info(id)).satisfies(info -> {
            assertThat(info.state()).isEqualTo(JobState.DISCARDED);
            assertThat(info.lastError()).contains("nobody reads it");
        });
        assertThat(info(jobs.dead().retry(id)).state()).isEqualTo(JobState.READY);
    }

    @Test
    void many_are_tried_again_in_batches_and_a_count_says_before_how_many() {
        jobs.enqueueAll(PAY, IntStream.range(1, 1_202).boxed().toList(), JobOptions.none());
        jobs.enqueue(MAIL, 1);
        howdah.drain();
        paid.clear();
        bankIsOpen = true;
        var filter = JobFilter.all().type("pay");
        assertThat(jobs.dead().count(filter)).isEqualTo(1_201);

        var progress = new ArrayList<Long>();
        assertThat(jobs.dead().retryAll(filter, progress::add)).isEqualTo(1_201);
        howdah.drain();

        assertThat(progress).containsExactly(500L, 1_000L, 1_201L);
        assertThat(new HashSet<>(paid)).hasSize(1_201);
        assertThat(paid).hasSize(1_201);
        assertThat(jobs.dead().count(filter)).isZero();
        assertThat(jobs.dead().count(JobFilter.all())).isEqualTo(1);
        assertThat(jobs.dead().discardAll(JobFilter.all(), "enough", total -> {}))
                .isEqualTo(1);
    }

    @Test
    void two_who_try_all_again_at_the_same_time_do_so_once() throws Exception {
        var ids = jobs.enqueueAll(PAY, IntStream.range(1, 801).boxed().toList(), JobOptions.none());
        howdah.drain();

        long retried;
        try (var people = Executors.newVirtualThreadPerTaskExecutor()) {
            var both = Stream.generate(() -> people.submit(() -> jobs.dead().retryAll(JobFilter.all(), total -> {})))
                    .limit(2)
                    .toList();
            retried = both.getFirst().get() + both.getLast().get();
        }

        assertThat(retried).isEqualTo(800);
        assertThat(database.one("select count(*) from howdah.work_ready", Long.class))
                .isEqualTo(800);
        assertThat(database.one("select count(*) from howdah.job_settled where retried_as is not null", Long.class))
                .isEqualTo(ids.size());
    }

    @Test
    void many_are_cancelled_by_filter_wherever_they_wait() {
        jobs.enqueueAll(
                MAIL,
                IntStream.range(0, 700).boxed().toList(),
                JobOptions.none().correlation("bulk"));
        jobs.enqueueAll(
                MAIL, List.of(1, 2), JobOptions.delayed(Duration.ofHours(1)).correlation("bulk"));
        var other = jobs.enqueue(MAIL, 9, JobOptions.delayed(Duration.ofHours(1)));
        var filter = JobFilter.all().correlation("bulk");
        assertThat(jobs.pending().count(filter)).isEqualTo(702);
        assertThat(jobs.pending().list(filter, 1).jobs().getFirst().state()).isEqualTo(JobState.DEFERRED);

        var progress = new ArrayList<Long>();
        assertThat(jobs.pending().cancelAll(filter, "not wanted", progress::add))
                .isEqualTo(702);
        howdah.drain();

        assertThat(progress).containsExactly(500L, 702L);
        assertThat(jobs.pending().count(JobFilter.all())).isEqualTo(1);
        assertThat(info(other).state()).isEqualTo(JobState.DEFERRED);
        assertThat(jobs.dead().count(JobFilter.all().state(JobState.CANCELLED))).isEqualTo(702);
    }

    @Test
    void no_filter_makes_a_page_slow_it_looks_at_so_many_and_says_where_to_go_on() {
        database.execute("insert into howdah.queue (name) values ('q'); insert into howdah.kind (name) values ('k');"
                + "insert into howdah.work_body (id, queue_id, kind_id, priority, max_attempts, content_type, payload)"
                + " select howdah.work_id(n), 1, 1, 5, 1, 'text/plain', '' from generate_series(1, 12000) n;"
                + "insert into howdah.work_outcome (at, id, attempt, state, queue_id, kind_id)"
                + " select clock_timestamp(), id, 1, 'dead', 1, 1 from howdah.work_body");

        var first = jobs.dead().list(JobFilter.all().correlation("nothing has this"), 10);
        assertThat(first.jobs()).isEmpty();
        assertThat(first.next()).isPresent();
        var second = jobs.dead()
                .list(
                        JobFilter.all().correlation("nothing has this"),
                        first.next().orElseThrow(),
                        10);
        assertThat(second.next()).isEmpty();
        assertThat(jobs.dead().count(JobFilter.all())).isEqualTo(12_000);
        assertThat(jobs.dead().countLatest(JobFilter.all())).isEqualTo(new DeadJobs.Counted(2_000, false));
        assertThat(jobs.dead().countLatest(JobFilter.all().type("nobody's"))).isEqualTo(new DeadJobs.Counted(0, false));
        database.execute("delete from howdah.work_outcome where id not in (select id from howdah.work_body limit 7)");
        assertThat(jobs.dead().countLatest(JobFilter.all())).isEqualTo(new DeadJobs.Counted(7, true));
    }
}
