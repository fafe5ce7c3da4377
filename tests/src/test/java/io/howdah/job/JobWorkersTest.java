// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.DatabaseException;
import io.howdah.Howdah;
import io.howdah.Observer;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Workers that run, stop, are interrupted and lose their database. */
@HowdahTest
class JobWorkersTest {
    private static final JobType<Integer> COUNT = JobType.of("count", Integer.class);
    private static final JobType<Integer> SLOW =
            JobType.of("slow", Integer.class).retry(Retry.fixed(Duration.ZERO).attempts(3));

    private final Set<Integer> seen = ConcurrentHashMap.newKeySet();
    private TestDatabase database;
    private Howdah howdah;
    private Jobs jobs;

    @BeforeEach
    void jobs(TestDatabase database) {
        this.database = database;
        howdah = database.howdah(builder -> builder.stopWithin(Duration.ofSeconds(20)));
        jobs = howdah.jobs();
    }

    private void awaitState(JobId id, JobState state) {
        Await.within(Duration.ofSeconds(30))
                .until(
                        "job " + id + " is " + state,
                        () -> jobs.find(id).orElseThrow().state() == state);
    }

    private static List<Integer> numbers(int count) {
        return IntStream.range(0, count).boxed().toList();
    }

    @Test
    void a_started_process_does_what_is_there_and_what_comes() {
        jobs.handle(COUNT, job -> seen.add(job.payload()));
        jobs.enqueueAll(COUNT, numbers(3_000), JobOptions.none());

        howdah.start();

        Await.within(Duration.ofSeconds(60)).until("all are done", () -> seen.size() == 3_000);
        jobs.enqueue(COUNT, -1);
        Await.until("the new one is done", () -> seen.contains(-1));
        Await.until("nothing is held", () -> leases() == 0);
    }

    @Test
    void a_handler_may_be_added_while_it_runs() {
        howdah.start();
        jobs.enqueue(COUNT, 1);

        jobs.handle(COUNT, job -> seen.add(job.payload()));

        Await.until("it is done", () -> seen.contains(1));
    }

    @Test
    void no_more_run_at_the_same_time_than_allowed() {
        var inside = new AtomicInteger();
        var most = new AtomicInteger();
        jobs.concurrency("default", 3);
        jobs.handle(COUNT, job -> {
            most.accumulateAndGet(inside.incrementAndGet(), Math::max);
            database.query("select pg_sleep(0.001)");
            inside.decrementAndGet();
            seen.add(job.payload());
        });
        jobs.enqueueAll(COUNT, numbers(500), JobOptions.none());

        howdah.start();

        Await.within(Duration.ofSeconds(60)).until("all are done", () -> seen.size() == 500);
        assertThat(most.get()).isLessThanOrEqualTo(3);
    }

    @Test
    void stopping_finishes_what_runs_and_hands_back_the_rest_without_counting_an_attempt() throws Exception {
        var inside = new Semaphore(0);
        var goOn = new CountDownLatch(1);
        jobs.concurrency("default", 2);
        jobs.handle(COUNT, job -> {
            inside.release();
            goOn.await();
            seen.add(job.payload());
        });
        var ids = jobs.enqueueAll(COUNT, numbers(10), JobOptions.none());
        howdah.start();
        inside.acquire(2);

        var stopping = Thread.ofVirtual().start(howdah::stop);
        Await.until(
                "the rest is handed back",
                () -> database.one("select count(*) from howdah.work_ready", Long.class) == 8);
        goOn.countDown();
        stopping.join();

        assertThat(seen).hasSize(2);
        assertThat(leases()).isZero();
        assertThat(ids.stream().map(id -> jobs.find(id).orElseThrow()))
                .filteredOn(info -> info.state() == JobState.READY)
                .hasSize(8)
                .allMatch(info -> info.attempts() == 0);
    }

    @Test
    void work_that_does_not_end_in_time_is_interrupted_when_stopping_and_runs_again() {
        var impatient = database.howdah(builder -> builder.stopWithin(Duration.ofMillis(50)));
        var inside = new Semaphore(0);
        impatient.jobs().handle(COUNT, job -> {
            inside.release();
            new CountDownLatch(1).await();
        });
        var id = jobs.enqueue(COUNT, 1);
        impatient.start();
        inside.acquireUninterruptibly();

        impatient.stop();

        assertThat(leases()).isZero();
        jobs.handle(COUNT, job -> {
            assertThat(job.attempt()).isEqualTo(1);
            seen.add(job.payload());
        });
        howdah.start();
        awaitState(id, JobState.DONE);
    }

    @Test
    void an_attempt_that_takes_too_long_is_interrupted_and_counts_as_failed() {
        var type = SLOW.timeout(Duration.ofSeconds(1));
        jobs.handle(type, job -> {
            if (job.attempt() == 1) {
                new CountDownLatch(1).await();
            }
        });
        var id = jobs.enqueue(type, 1);

        howdah.start();

        awaitState(id, JobState.DONE);
        var info = jobs.find(id).orElseThrow();
        assertThat(info.attempts()).isEqualTo(2);
        assertThat(info.lastError())
                .hasValueSatisfying(error -> assertThat(error).startsWith("timed out after PT1S"));
    }

    @Test
    void a_running_job_that_is_cancelled_is_interrupted() {
        var inside = new Semaphore(0);
        jobs.handle(SLOW, job -> {
            inside.release();
            new CountDownLatch(1).await();
        });
        var id = jobs.enqueue(SLOW, 1);
        howdah.start();
        inside.acquireUninterruptibly();

        assertThat(jobs.cancel(id)).isTrue();

        awaitState(id, JobState.CANCELLED);
    }

    @Test
    void a_running_job_whose_place_is_taken_ends_as_it_does() {
        var inside = new Semaphore(0);
        var goOn = new CountDownLatch(1);
        jobs.handle(SLOW, job -> {
            if (job.payload() < 3) {
                inside.release();
                goOn.await();
            }
        });
        var key = JobOptions.none().unique("search:7", JobOptions.IfExists.REPLACE);
        var first = jobs.enqueue(SLOW, 1, key);
        var unwanted = jobs.enqueue(SLOW, 2);
        howdah.start();
        inside.acquireUninterruptibly(2);

        var next = jobs.enqueue(SLOW, 3, key);
        awaitState(next, JobState.DONE);
        jobs.cancel(unwanted);
        awaitState(unwanted, JobState.CANCELLED);
        assertThat(jobs.find(first).orElseThrow().state())
                .as("whoever interrupted the one has looked at the other")
                .isEqualTo(JobState.RUNNING);
        goOn.countDown();

        awaitState(first, JobState.DONE);
    }

    @Test
    void a_running_job_whose_place_is_taken_is_not_tried_again_and_can_still_be_cancelled() {
        var inside = new Semaphore(0);
        var goOn = new CountDownLatch(1);
        jobs.handle(SLOW, job -> {
            inside.release();
            goOn.await();
            throw new IllegalStateException("no luck");
        });
        var key = JobOptions.none().unique("search:7", JobOptions.IfExists.REPLACE);
        var failing = jobs.enqueue(SLOW, 1, key);
        howdah.start();
        inside.acquireUninterruptibly();
        var interrupted = jobs.enqueue(SLOW, 2, key);
        inside.acquireUninterruptibly();
        jobs.enqueue(SLOW, 3, key.delay(Duration.ofHours(1)));

        jobs.cancel(interrupted);
        awaitState(interrupted, JobState.CANCELLED);
        goOn.countDown();

        awaitState(failing, JobState.CANCELLED);
        assertThat(inside.availablePermits()).as("begun a second time").isZero();
    }

    @Test
    void whoever_loses_its_database_stops_and_what_it_had_is_done_by_others_once() throws Exception {
        var runs = Collections.synchronizedList(new ArrayList<String>());
        try (var proxy = database.proxy()) {
            var cutOff = Howdah.builder(database.through(proxy))
                    .beatEvery(Duration.ofMillis(500))
                    .build();
            var inside = new Semaphore(0);
            var interrupted = new CountDownLatch(1);
            cutOff.jobs().handle(SLOW, job -> {
                inside.release();
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException stop) {
                    interrupted.countDown();
                    throw stop;
                }
            });
            var id = jobs.enqueue(SLOW, 1);
            cutOff.start();
            inside.acquire();
            proxy.stall();
            interrupted.await();
            assertThat(jobs.find(id).orElseThrow().state())
                    .as("when its holder stopped")
                    .isEqualTo(JobState.RUNNING);

            var heir = database.howdah(builder -> builder.beatEvery(Duration.ofMillis(500)));
            heir.jobs().handle(SLOW, job -> runs.add("attempt " + job.attempt()));
            heir.start();
            awaitState(id, JobState.DONE);

            proxy.resume();
            cutOff.close();
            var info = jobs.find(id).orElseThrow();
            assertThat(info.state()).isEqualTo(JobState.DONE);
            assertThat(runs).containsExactly("attempt 2");
            assertThat(info.lastError())
                    .hasValueSatisfying(error -> assertThat(error).contains("died"));
        }
    }

    /** The claim is answered late, when others may already take over what it has brought. */
    @Test
    void what_is_claimed_when_its_process_has_just_been_lost_is_not_begun() throws Exception {
        var attempts = Collections.synchronizedList(new ArrayList<Integer>());
        var lost = new CountDownLatch(1);
        try (var beats = database.proxy();
                var table = database.connect();
                var claimer = Howdah.builder(database.dataSource())
                        .direct(database.through(beats))
                        .beatEvery(Duration.ofMillis(500))
                        .observer(new Observer() {
                            @Override
                            public void membershipLost() {
                                lost.countDown();
                            }
                        })
                        .build()) {
            claimer.jobs().handle(SLOW, job -> attempts.add(job.attempt()));
            claimer.start();
            table.setAutoCommit(false);
            try (var lock = table.createStatement()) {
                lock.execute("lock table howdah.work_lease in access exclusive mode");
            }
            var id = jobs.enqueue(SLOW, 1);
            Await.until(
                    "the claim waits",
                    () -> database.one(
                                    "select count(*) from pg_stat_activity where wait_event_type = 'Lock'"
                                            + " and query like '%work_claim%'",
                                    Long.class)
                            == 1);

            beats.stall();
            lost.await();
            table.commit();
            Await.until("the claim has committed", () -> leases() == 1);
            beats.resume();

            awaitState(id, JobState.DONE);
            assertThat(attempts).containsExactly(2);
        }
    }

    @Test
    void nothing_more_begins_while_more_has_ended_than_can_be_written() throws Exception {
        jobs.handle(COUNT, job -> seen.add(job.payload()));
        jobs.enqueueAll(COUNT, numbers(20_000), JobOptions.none());
        var before = new AtomicInteger();
        var alike = new AtomicInteger();
        try (var table = database.connect()) {
            table.setAutoCommit(false);
            table.createStatement().execute("lock table howdah.work_outcome in share mode");
            howdah.start();
            Await.until("no more is begun", () -> {
                var same = before.getAndSet(seen.size()) == seen.size() && !seen.isEmpty();
                return (same ? alike.incrementAndGet() : alike.getAndSet(0)) >= 20;
            });

            assertThat(seen).hasSizeLessThan(10_000);
            table.rollback();
        }
        Await.within(Duration.ofSeconds(30)).until("all have been done", () -> seen.size() == 20_000);
        Await.within(Duration.ofSeconds(30))
                .until(
                        "all are written down",
                        () -> database.one("select count(*) from howdah.work_outcome", Long.class) == 20_000);
        assertThat(leases()).isZero();
    }

    @Test
    void a_database_whose_sessions_are_cut_again_and_again_costs_nothing() {
        jobs.handle(COUNT, job -> seen.add(job.payload()));
        howdah.start();

        var expected = new HashSet<Integer>();
        for (int round = 0; round < 5; round++) {
            var batch = IntStream.range(round * 400, round * 400 + 400).boxed().toList();
            enqueueOnWhatIsLeft(batch);
            expected.addAll(batch);
            database.terminateConnections();
        }

        Await.within(Duration.ofSeconds(30)).until("all are done", () -> seen.equals(expected));
        Await.within(Duration.ofSeconds(30))
                .until(
                        "every job has ended once",
                        () -> database.one(
                                        "select count(*) from (select id from howdah.work_outcome where state = 'done'"
                                                + " group by id having count(*) = 1) once",
                                        Long.class)
                                == 2_000);
        assertThat(leases()).isZero();
    }

    /** The pool may give one dead session after the other; nothing has been sent to those. */
    private void enqueueOnWhatIsLeft(List<Integer> numbers) {
        Await.until("they are enqueued", () -> {
            try {
                return !jobs.enqueueAll(COUNT, numbers, JobOptions.none()).isEmpty();
            } catch (DatabaseException broken) {
                assertThat(broken.isOutcomeUnknown()).isFalse();
                return false;
            }
        });
    }

    private long leases() {
        return database.one("select count(*) from howdah.work_lease", Long.class);
    }
}
