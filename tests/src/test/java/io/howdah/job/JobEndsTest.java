// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Howdah;
import io.howdah.job.JobOptions.IfExists;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whatever goes wrong when an attempt ends, its job ends or is tried again, and no other job waits for it. */
@HowdahTest
class JobEndsTest {
    private static final JobType<Integer> PLAIN = JobType.of("plain", Integer.class);
    private static final JobType<Integer> ODD = JobType.of("odd", Integer.class);

    private TestDatabase database;
    private Howdah howdah;
    private Jobs jobs;

    @BeforeEach
    void jobs(TestDatabase database) {
        this.database = database;
        howdah = database.howdah();
        jobs = howdah.jobs();
        jobs.handle(PLAIN, job -> {});
    }

    private void awaitState(JobId id, JobState state) {
        Await.within(Duration.ofSeconds(30))
                .until(
                        "job " + id + " is " + state,
                        () -> jobs.find(id).orElseThrow().state() == state);
    }

    private JobInfo failedOnce(JobType<Integer> type, JobHandler<Integer> handler) {
        jobs.handle(type, handler);
        var id = jobs.enqueue(type, 1);
        howdah.start();
        awaitState(id, JobState.DEFERRED);
        return jobs.find(id).orElseThrow();
    }

    @Test
    void a_job_is_tried_again_although_its_own_retries_fail() {
        var type = ODD.retry(Retry.custom(failures -> {
            throw new IllegalStateException("no pause");
        }));

        var info = failedOnce(type, job -> {
            throw new IllegalArgumentException("no luck");
        });

        assertThat(info.attempts()).isOne();
        assertThat(info.lastError().orElseThrow()).contains("no luck").contains("no pause");
    }

    @Test
    void a_job_is_tried_again_although_its_failure_cannot_be_put_into_words() {
        var info = failedOnce(ODD, job -> {
            throw new Speechless();
        });

        assertThat(info.lastError().orElseThrow()).contains(Speechless.class.getName());
    }

    private static final class Speechless extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public String getMessage() {
            throw new UnsupportedOperationException("no words");
        }
    }

    @Test
    void an_end_that_the_database_has_no_room_for_is_written_when_it_has_and_is_what_it_was() {
        var inside = new Semaphore(0);
        var goOn = new CountDownLatch(1);
        jobs.handle(ODD, job -> {
            inside.release();
            goOn.await();
        });
        var id = jobs.enqueue(ODD, 1);
        howdah.start();
        inside.acquireUninterruptibly();
        database.execute("""
            create sequence howdah.refused;
            create function howdah.no_room() returns trigger language plpgsql as $$
            begin
              perform nextval('howdah.refused');
              raise exception using errcode = '53100', message = 'No space left on device';
            end $$;
            create trigger no_room before insert on howdah.work_outcome
              for each row execute function howdah.no_room();
            """);
        try {
            goOn.countDown();
            Await.until(
                    "it was refused again and again",
                    () -> database.one("select last_value from howdah.refused", Long.class) >= 4);
        } finally {
            database.execute("drop function howdah.no_room() cascade; drop sequence howdah.refused");
        }

        awaitState(id, JobState.DONE);
    }

    @Test
    void whoever_was_kept_out_by_a_unique_key_holds_nobody_up_while_its_transaction_is_open() throws Exception {
        var inside = new Semaphore(0);
        var goOn = new CountDownLatch(1);
        jobs.handle(ODD, job -> {
            inside.release();
            goOn.await();
        });
        var unique = JobOptions.none().unique("one", IfExists.KEEP);
        var id = jobs.enqueue(ODD, 1, unique);
        howdah.start();
        inside.acquire();
        try (var open = transaction()) {
            assertThat(jobs.enqueue(open, ODD, 2, unique)).isEqualTo(id);

            goOn.countDown();

            awaitState(id, JobState.DONE);
            awaitState(jobs.enqueue(PLAIN, 3), JobState.DONE);
            open.rollback();
        }
    }

    @Test
    void whoever_takes_the_place_of_a_running_job_holds_up_no_other_while_its_transaction_is_open() throws Exception {
        var inside = new Semaphore(0);
        var goOn = new CountDownLatch(1);
        jobs.handle(ODD, job -> {
            inside.release();
            goOn.await();
        });
        var unique = JobOptions.none().unique("one", IfExists.REPLACE);
        var id = jobs.enqueue(ODD, 1, unique);
        howdah.start();
        inside.acquire();
        try (var open = transaction()) {
            jobs.enqueue(open, ODD, 2, unique);

            goOn.countDown();

            awaitState(jobs.enqueue(PLAIN, 3), JobState.DONE);
            open.rollback();
        }
        awaitState(id, JobState.DONE);
    }

    @Test
    void a_handler_that_leaves_its_transaction_open_holds_up_no_other_job() throws Exception {
        try (var open = transaction()) {
            jobs.handle(ODD, job -> job.completeIn(open));
            var id = jobs.enqueue(ODD, 1);
            howdah.start();
            Await.until(
                    "its end waits for the transaction",
                    () -> database.one(
                                    "select count(*) from pg_locks where not granted and locktype = 'transactionid'",
                                    Long.class)
                            == 1);

            awaitState(jobs.enqueue(PLAIN, 3), JobState.DONE);

            open.commit();
            awaitState(id, JobState.DONE);
        }
    }

    @Test
    void whoever_takes_the_place_of_many_running_jobs_holds_up_no_other_either() throws Exception {
        int many = 60;
        var inside = new Semaphore(0);
        var goOn = new CountDownLatch(1);
        jobs.concurrency(ODD.queue(), many + 1);
        jobs.handle(ODD, job -> {
            inside.release();
            goOn.await();
        });
        var ids = new ArrayList<JobId>();
        for (int i = 0; i < many; i++) {
            ids.add(jobs.enqueue(ODD, i, replacing("key " + i)));
        }
        howdah.start();
        inside.acquire(many);
        try (var open = transaction()) {
            for (int i = 0; i < many; i++) {
                jobs.enqueue(open, ODD, i, replacing("key " + i));
            }

            goOn.countDown();

            // One after the other, each of them would be waited for as long as for any other lock.
            awaitState(jobs.enqueue(PLAIN, 3), JobState.DONE);
            open.rollback();
        }
        ids.forEach(id -> awaitState(id, JobState.DONE));
    }

    @Test
    void a_job_that_is_replaced_before_it_begins_never_does_also_if_a_process_has_it_already() throws Exception {
        var inside = new Semaphore(0);
        var goOn = new CountDownLatch(1);
        var begun = new ConcurrentLinkedQueue<JobId>();
        jobs.concurrency(ODD.queue(), 1);
        jobs.handle(ODD, job -> {
            begun.add(job.id());
            if (job.payload() == 0) {
                inside.release();
                goOn.await();
            }
        });
        for (int i = 0; i < 300; i++) {
            jobs.enqueue(PLAIN, i);
        }
        jobs.enqueue(ODD, 0);
        for (int i = 1; i <= 30; i++) {
            jobs.enqueue(ODD, i, replacing("key " + i));
        }
        howdah.start();
        inside.acquire();
        Await.until("the process has more than the one that runs", () -> leased().size() > 1);
        var key = database.one(
                "select max(b.unique_key) from howdah.work_lease join howdah.work_body b using (id)", String.class);
        var replaced = new JobId(database.one("select id from howdah.work_unique where key = ?", Long.class, key));

        var newcomer = jobs.enqueue(ODD, 99, replacing(key));

        awaitState(replaced, JobState.CANCELLED);
        goOn.countDown();
        awaitState(newcomer, JobState.DONE);
        assertThat(begun).contains(newcomer).doesNotContain(replaced);
    }

    private List<List<Object>> leased() {
        return database.query("select id from howdah.work_lease");
    }

    @Test
    void what_another_process_was_given_under_the_same_number_is_not_ended_by_the_one_that_had_it_before() {
        var id = jobs.enqueue(PLAIN, 1);
        database.execute("""
            insert into howdah.member (id, name, host, pid, version, beat_every, wakeups)
            select ('00000000-0000-0000-0000-00000000000' || n)::uuid, 'm' || n, 'h', n, 'v', '5 s', ''
            from generate_series(1, 2) n
            """);
        var before = "00000000-0000-0000-0000-000000000001";
        var after = "00000000-0000-0000-0000-000000000002";

        claim(before);
        assertThat(handedBack(id, before)).hasSize(1);
        claim(after);

        // Its answer got lost, so it is sent again.
        assertThat(handedBack(id, before)).isEmpty();
        assertThat(database.query("select member::text, attempt from howdah.work_lease"))
                .containsExactly(List.of(after, 1));
        assertThat(handedBack(id, after)).hasSize(1);
    }

    private void claim(String member) {
        database.query(
                "select * from howdah.work_claim(howdah.queue_id('default'), array(select id from howdah.kind),"
                        + " array_fill(0::bigint, array[10]), 9, ?::uuid)",
                member);
    }

    private List<List<Object>> handedBack(JobId id, String member) {
        return database.query(
                "select * from howdah.work_end(array[?::bigint], '{1}', '{handed-back}', null, null, null,"
                        + " members => array[?::uuid])",
                id.value(), member);
    }

    private static JobOptions replacing(String key) {
        return JobOptions.none().unique(key, IfExists.REPLACE);
    }

    private Connection transaction() throws Exception {
        var connection = database.connect();
        connection.setAutoCommit(false);
        return connection;
    }
}
