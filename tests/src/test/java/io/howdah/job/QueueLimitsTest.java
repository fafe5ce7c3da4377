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
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How much of a queue runs at a time in several processes. */
@HowdahTest
class QueueLimitsTest {
    private static final JobType<Integer> COUNT = JobType.of("count", Integer.class);

    private final AtomicInteger done = new AtomicInteger();
    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    /** So many must be at it at the same time before the first of them goes on. */
    private CountDownLatch together = new CountDownLatch(0);

    private TestDatabase database;
    private Howdah one;
    private Howdah other;

    @BeforeEach
    void two(TestDatabase database) {
        this.database = database;
        one = database.howdah(builder -> builder.name("one"));
        other = database.howdah(builder -> builder.name("other"));
    }

    private static List<Integer> numbers(int count) {
        return IntStream.range(0, count).boxed().toList();
    }

    private void handle(JobHandler<Integer> handler) {
        one.jobs().handle(COUNT, handler);
        other.jobs().handle(COUNT, handler);
    }

    private void start() {
        one.start();
        other.start();
    }

    private void measure(Job<Integer> job) throws InterruptedException {
        most.accumulateAndGet(inside.incrementAndGet(), Math::max);
        together.countDown();
        assertThat(together.await(30, TimeUnit.SECONDS)).isTrue();
        database.query("select pg_sleep(0.002)");
        inside.decrementAndGet();
        done.incrementAndGet();
    }

    @Test
    void no_more_run_at_a_time_in_all_processes_together() {
        together = new CountDownLatch(5);
        handle(this::measure);
        one.queues().limit("default", QueueLimits.none().concurrency(5));
        one.jobs().enqueueAll(COUNT, numbers(200), JobOptions.none());

        start();

        Await.within(Duration.ofSeconds(60)).until("all are done", () -> done.get() == 200);
        assertThat(most.get()).isEqualTo(5);
        Await.until("no place is taken", () -> database.one("select count(*) from howdah.work_place", Long.class) == 0);
    }

    @Test
    void no_more_run_at_a_time_per_key_in_all_processes_together_and_they_begin_in_order() {
        Map<Integer, AtomicInteger> insideOf = new ConcurrentHashMap<>();
        Map<Integer, AtomicInteger> mostOf = new ConcurrentHashMap<>();
        Map<Integer, CountDownLatch> twoOf = new ConcurrentHashMap<>();
        handle(job -> {
            var key = job.payload() % 10;
            var now = insideOf.computeIfAbsent(key, any -> new AtomicInteger()).incrementAndGet();
            mostOf.computeIfAbsent(key, any -> new AtomicInteger()).accumulateAndGet(now, Math::max);
            var two = twoOf.computeIfAbsent(key, any -> new CountDownLatch(2));
            two.countDown();
            assertThat(two.await(30, TimeUnit.SECONDS)).isTrue();
            database.query("select pg_sleep(0.002)");
            insideOf.get(key).decrementAndGet();
            done.incrementAndGet();
        });
        one.queues().limit("default", QueueLimits.none().perKey(2));
        start();

        numbers(200)
                .forEach(number ->
                        one.jobs().enqueue(COUNT, number, JobOptions.none().key("key " + number % 10)));

        Await.within(Duration.ofSeconds(60)).until("all are done", () -> done.get() == 200);
        assertThat(mostOf.values()).allSatisfy(seen -> assertThat(seen.get()).isEqualTo(2));
    }

    @Test
    void never_more_begin_in_any_period_than_the_rate(TestClock clock) {
        var begun = new ArrayList<Instant>();
        one.jobs().handle(COUNT, job -> begun.add(clock.now()));
        one.queues().limit("default", QueueLimits.none().rate(20, Duration.ofMinutes(1)));
        one.jobs().enqueueAll(COUNT, numbers(50), JobOptions.none());

        for (int step = 0; step < 100 && begun.size() < 50; step++) {
            one.drain();
            clock.advance(Duration.ofSeconds(2));
        }

        assertThat(begun).hasSize(50);
        for (var from : begun) {
            assertThat(begun.stream().filter(at -> !at.isBefore(from) && at.isBefore(from.plus(Duration.ofMinutes(1)))))
                    .as("begun in the minute from " + from)
                    .hasSizeLessThanOrEqualTo(20);
        }
        assertThat(Duration.between(begun.getFirst(), begun.getLast()))
                .as("and not much slower either")
                .isLessThan(Duration.ofMinutes(3));
    }

    @Test
    void a_paused_queue_begins_nothing_in_any_process_until_it_is_resumed() {
        handle(this::measure);
        start();
        assertThat(one.queues().pause("default")).isTrue();
        assertThat(one.queues().pause("default")).isFalse();
        one.jobs().enqueueAll(COUNT, numbers(50), JobOptions.none());
        one.jobs().enqueue(COUNT, 50, JobOptions.none().key("a"));
        one.jobs().enqueue(COUNT.queue("busy"), 0);
        var busy = new CountDownLatch(1);
        other.jobs().handle(COUNT.queue("busy"), job -> busy.countDown());
        Await.until("other queues go on", () -> busy.getCount() == 0);
        assertThat(done.get()).isZero();

        assertThat(other.queues().resume("default")).isTrue();

        Await.until("all are done", () -> done.get() == 51);
        assertThat(other.queues().resume("default")).isFalse();
    }

    @Test
    void the_number_of_workers_changes_while_they_work() {
        var goOn = new CountDownLatch(1);
        one.jobs().concurrency("default", 2);
        one.jobs().handle(COUNT, job -> {
            most.accumulateAndGet(inside.incrementAndGet(), Math::max);
            goOn.await();
            inside.decrementAndGet();
            done.incrementAndGet();
        });
        one.jobs().enqueueAll(COUNT, numbers(50), JobOptions.none());
        one.start();
        Await.until("two work", () -> inside.get() == 2);

        other.queues().limit("default", QueueLimits.none().workers(7));

        Await.until("seven work", () -> inside.get() == 7);
        goOn.countDown();
        Await.until("all are done", () -> done.get() == 50);
        assertThat(most.get()).isEqualTo(7);
    }

    @Test
    void a_limit_set_while_much_is_ready_holds_at_once() {
        handle(this::measure);
        one.jobs().enqueueAll(COUNT, numbers(100), JobOptions.none());
        one.queues().limit("default", QueueLimits.none().concurrency(1));

        start();

        Await.within(Duration.ofSeconds(60)).until("all are done", () -> done.get() == 100);
        assertThat(most.get()).isEqualTo(1);
    }

    /** Whoever lets work in has read the limits before; what it leaves behind is looked at by the new ones. */
    @Test
    void a_limit_that_changes_while_work_is_let_in_leaves_nothing_behind() throws Exception {
        one.jobs().handle(COUNT, job -> done.incrementAndGet());
        one.queues().limit("default", QueueLimits.none().keysTakeTurns());
        one.jobs().enqueueAll(COUNT, numbers(5), JobOptions.none().key("k"));
        try (var lettingIn = database.connect()) {
            lettingIn.setAutoCommit(false);
            try (var admit = lettingIn.prepareStatement("select howdah.work_admit(q.id, array[k.id],"
                    + " array_fill(0::bigint, array[10]), 0, 1) from howdah.queue q, howdah.kind k"
                    + " where q.name = 'default' and k.name = 'count'")) {
                admit.execute();
            }

            var limiting = CompletableFuture.runAsync(() -> other.queues().limit("default", QueueLimits.none()));
            Await.until("it waits, or has not waited", () -> limiting.isDone() || waiting() == 1);
            lettingIn.commit();
            limiting.join();
        }

        one.drain();
        assertThat(done).hasValue(5);
    }

    private long waiting() {
        return database.one(
                "select count(*) from pg_locks where not granted and locktype = 'transactionid'", Long.class);
    }

    /** Nobody else can do what it was at, and the others must not wait for it to come back. */
    @Test
    void a_process_that_dies_keeps_no_place_from_those_that_do_other_work() {
        one.jobs().enqueue(JobType.of("theirs", Integer.class), 1);
        one.queues().limit("default", QueueLimits.none().concurrency(1));
        database.execute("""
            insert into howdah.member (id, name, host, pid, version, beat_every, wakeups)
            values ('00000000-0000-0000-0000-000000000001', 'theirs', 'h', 1, '1', '1 minute', '');
            select howdah.work_admit(q.id, array[k.id], array_fill(0::bigint, array[10]), 0, 1),
                   howdah.work_claim(q.id, array[k.id], array_fill(0::bigint, array[10]), 1,
                                     '00000000-0000-0000-0000-000000000001')
            from howdah.queue q, howdah.kind k
            where q.name = 'default' and k.name = 'theirs';
            update howdah.member set state = 'dead', ended_at = clock_timestamp() where name = 'theirs';
            """);
        assertThat(database.one("select count(*) from howdah.work_lease", Long.class))
                .isOne();
        one.jobs().handle(COUNT, job -> done.incrementAndGet());
        one.jobs().enqueue(COUNT, 1);

        one.drain();
        one.drain();

        assertThat(done).hasValue(1);
    }

    @Test
    void absurd_limits_are_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> QueueLimits.none().concurrency(0))
                .withMessage("concurrency must be 1 to 1000000: 0");
        assertThatIllegalArgumentException().isThrownBy(() -> QueueLimits.none().perKey(0));
        assertThatIllegalArgumentException().isThrownBy(() -> QueueLimits.none().workers(10_001));
        assertThatIllegalArgumentException().isThrownBy(() -> QueueLimits.none().rate(0, Duration.ofSeconds(1)));
        assertThatIllegalArgumentException().isThrownBy(() -> QueueLimits.none().rate(1, Duration.ZERO));
    }
}
