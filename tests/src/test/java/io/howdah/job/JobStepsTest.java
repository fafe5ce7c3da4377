// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.Howdah;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A job that fails goes on after the last step it finished. */
@HowdahTest
class JobStepsTest {
    record Receipt(int order, String number) {}

    private static final JobType<Integer> ORDER =
            JobType.of("order", Integer.class).retry(Retry.fixed(Duration.ZERO).attempts(4));

    private final List<String> did = new ArrayList<>();
    private TestDatabase database;
    private Howdah howdah;
    private Jobs jobs;

    @BeforeEach
    void jobs(TestDatabase database, Howdah howdah) {
        this.database = database;
        this.howdah = howdah;
        this.jobs = howdah.jobs();
    }

    private <T> T doing(String what, T result) {
        did.add(what);
        return result;
    }

    private JobState state(JobId id) {
        return jobs.find(id).orElseThrow().state();
    }

    @Test
    void a_retry_goes_on_after_the_last_finished_step_with_its_results() {
        var receipts = new ArrayList<Receipt>();
        jobs.handle(ORDER, job -> {
            var receipt = job.step("charge", Receipt.class, () -> doing("charge", new Receipt(job.payload(), "r-7")));
            receipts.add(receipt);
            job.step("ship", String.class, () -> {
                did.add("ship");
                if (job.attempt() < 3) {
                    throw new IllegalStateException("no truck");
                }
                return "shipped";
            });
            job.step("thank", Integer.class, () -> doing("thank", 1));
        });
        var id = jobs.enqueue(ORDER, 7);

        howdah.drain();

        assertThat(state(id)).isEqualTo(JobState.DONE);
        assertThat(did).containsExactly("charge", "ship", "ship", "ship", "thank");
        assertThat(receipts).hasSize(3).containsOnly(new Receipt(7, "r-7"));
    }

    @Test
    void steps_belong_to_their_job_alone_and_count_once_in_an_attempt() {
        jobs.handle(ORDER, job -> {
            assertThat(job.step("who", Integer.class, job::payload)).isEqualTo(job.payload());
            assertThat(job.step("who", Integer.class, () -> -1)).isEqualTo(job.payload());
        });
        var one = jobs.enqueue(ORDER, 1);
        var other = jobs.enqueue(ORDER, 2);

        howdah.drain();

        assertThat(state(one)).isEqualTo(JobState.DONE);
        assertThat(state(other)).isEqualTo(JobState.DONE);
    }

    @Test
    void a_step_in_the_callers_transaction_is_done_exactly_once() {
        database.execute("drop table if exists ledger; create table ledger (n int)");
        jobs.handle(ORDER, job -> {
            try (var connection = database.connect()) {
                connection.setAutoCommit(false);
                job.step(connection, "book", Integer.class, () -> {
                    did.add("book");
                    connection.createStatement().execute("insert into ledger values (" + job.payload() + ")");
                    return 1;
                });
                if (job.attempt() == 1) {
                    connection.rollback();
                    throw new IllegalStateException("rolled back: neither booked nor remembered");
                }
                connection.commit();
            }
            if (job.attempt() == 2) {
                throw new IllegalStateException("committed: booked and remembered");
            }
        });
        var id = jobs.enqueue(ORDER, 5);

        howdah.drain();

        assertThat(state(id)).isEqualTo(JobState.DONE);
        assertThat(did).containsExactly("book", "book");
        assertThat(database.query("select n from ledger")).containsExactly(List.of(5));
    }

    @Test
    void a_step_of_one_who_lost_the_job_is_not_remembered() {
        jobs.handle(ORDER, job -> {
            if (job.attempt() == 1) {
                // Somebody else has it now: the lease is another attempt's.
                database.execute("update howdah.work_lease set attempt = attempt + 1");
            }
            job.step("charge", String.class, () -> doing("charge", "zombie"));
        });
        var id = jobs.enqueue(ORDER, 1);

        howdah.drain();

        assertThat(did).containsExactly("charge");
        assertThat(database.one("select count(*) from howdah.job_step", Long.class))
                .isZero();
        assertThat(jobs.find(id).orElseThrow().state()).isEqualTo(JobState.RUNNING);
    }

    @Test
    void whoever_takes_over_waits_for_a_step_that_is_being_remembered() throws Exception {
        var id = jobs.enqueue(ORDER, 1);
        database.execute("insert into howdah.member (id, name, host, pid, version, beat_every, wakeups) values"
                + " ('00000000-0000-0000-0000-000000000001', 'm', 'h', 1, 'v', '5 s', '')");
        database.query("select * from howdah.work_claim(howdah.queue_id('default'), array(select id from howdah.kind),"
                + " array_fill(0::bigint, array[10]), 1, '00000000-0000-0000-0000-000000000001')");
        try (var zombie = database.connect()) {
            zombie.setAutoCommit(false);
            zombie.createStatement()
                    .execute("select howdah.job_keep_step(" + id + ", 1, 'charge', 'text/plain', 'paid', 500)");

            var released =
                    "select count(*) from howdah.work_release('00000000-0000-0000-0000-000000000001', 'died', 9)";
            assertThat(database.one(released, Long.class))
                    .as("while the step's transaction is open")
                    .isZero();
            zombie.commit();
            assertThat(database.one(released, Long.class)).isEqualTo(1);
        }
        assertThat(database.one(
                        "select howdah.job_keep_step(" + id + ", 1, 'ship', 'text/plain', 'x', 500)", String.class))
                .isEqualTo("lost");
    }

    @Test
    void what_cannot_be_right_is_refused_by_name() {
        jobs.handle(ORDER.retry(Retry.never()), job -> {
            assertThatThrownBy(() -> job.step(" ", String.class, () -> "x")).hasMessageContaining("1 to 100");
            assertThatThrownBy(() -> job.step("big", byte[].class, () -> new byte[(1 << 16) + 1]))
                    .hasMessageContaining("64 KiB")
                    .hasMessageContaining("big");
            assertThatThrownBy(() -> job.step("nothing", String.class, () -> null))
                    .hasMessageContaining("nothing");
            assertThatThrownBy(() -> {
                        for (int i = 0; i <= 500; i++) {
                            job.step("step-" + i, String.class, () -> "x");
                        }
                    })
                    .hasMessageContaining("step-500");
        });
        var id = jobs.enqueue(ORDER, 1);

        howdah.drain();

        assertThat(jobs.find(id).orElseThrow())
                .extracting(JobInfo::state, JobInfo::lastError)
                .contains(JobState.DONE);
    }
}
