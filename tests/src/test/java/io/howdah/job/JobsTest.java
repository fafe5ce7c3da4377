// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.Howdah;
import io.howdah.job.JobOptions.IfExists;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestClock;
import io.howdah.test.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@HowdahTest
class JobsTest {
    record Ping(int number) {}

    private static final JobType<Ping> PING = JobType.of("ping", Ping.class);
    private static final JobType<Ping> RETRIED =
            PING.retry(Retry.after(Duration.ofMinutes(1), Duration.ofMinutes(1)).notOn(ArithmeticException.class));

    private final List<Integer> seen = new ArrayList<>();
    private Howdah howdah;
    private Jobs jobs;

    @BeforeEach
    void jobs(Howdah howdah) {
        this.howdah = howdah;
        this.jobs = howdah.jobs();
    }

    private void see(Job<Ping> job) {
        seen.add(job.payload().number());
    }

    private JobInfo info(JobId id) {
        return jobs.find(id).orElseThrow();
    }

    @Test
    void a_job_is_done_once() {
        jobs.handle(PING, this::see);
        var id = jobs.enqueue(PING, new Ping(1));
        assertThat(info(id).state()).isEqualTo(JobState.READY);

        howdah.drain();
        howdah.drain();

        assertThat(seen).containsExactly(1);
        assertThat(info(id)).satisfies(done -> {
            assertThat(done.state()).isEqualTo(JobState.DONE);
            assertThat(done.attempts()).isEqualTo(1);
            assertThat(done.endedAt()).isPresent();
            assertThat(done.type()).isEqualTo("ping");
        });
    }

    @Test
    void it_exists_if_and_when_the_transaction_commits(TestDatabase database) throws Exception {
        jobs.handle(PING, this::see);
        try (var connection = database.connect()) {
            connection.setAutoCommit(false);
            jobs.enqueue(connection, PING, new Ping(1));
            howdah.drain();
            assertThat(seen).isEmpty();
            connection.rollback();
            jobs.enqueue(connection, PING, new Ping(2));
            jobs.enqueueAll(connection, PING, List.of(new Ping(3), new Ping(4)), JobOptions.none());
            connection.commit();
        }

        howdah.drain();

        assertThat(seen).containsExactly(2, 3, 4);
    }

    @Test
    void many_are_enqueued_in_one_go_and_keep_their_order() {
        jobs.handle(PING, this::see);
        var numbers = IntStream.range(0, 12_000).boxed().toList();

        var ids = jobs.enqueueAll(PING, numbers.stream().map(Ping::new).toList(), JobOptions.none());
        howdah.drain();

        assertThat(ids).hasSize(12_000).doesNotHaveDuplicates();
        assertThat(seen).isEqualTo(numbers);
    }

    @Test
    void small_priorities_go_first() {
        jobs.handle(PING, this::see);
        for (var priority : List.of(9, 0, 5, 1)) {
            jobs.enqueue(PING, new Ping(priority), JobOptions.none().priority(priority));
        }

        howdah.drain();

        assertThat(seen).containsExactly(0, 1, 5, 9);
    }

    @Test
    void a_delayed_job_waits_for_the_databases_clock(TestClock clock) {
        jobs.handle(PING, this::see);
        var id = jobs.enqueue(PING, new Ping(1), JobOptions.delayed(Duration.ofHours(2)));
        jobs.enqueue(PING, new Ping(2), JobOptions.none().at(clock.now().plus(Duration.ofHours(1))));

        howdah.drain();
        assertThat(info(id).state()).isEqualTo(JobState.DEFERRED);
        clock.advance(Duration.ofMinutes(61));
        howdah.drain();
        assertThat(seen).containsExactly(2);

        clock.advance(Duration.ofMinutes(60));
        howdah.drain();
        assertThat(seen).containsExactly(2, 1);
    }

    @Test
    void a_failed_job_is_tried_again_after_its_pause_and_is_dead_at_last(TestClock clock) {
        jobs.handle(RETRIED, job -> {
            see(job);
            throw new IllegalStateException("failure " + job.attempt());
        });
        var id = jobs.enqueue(RETRIED, new Ping(1));

        howdah.drain();
        assertThat(info(id)).extracting(JobInfo::state, JobInfo::attempts).containsExactly(JobState.DEFERRED, 1);
        clock.advance(Duration.ofSeconds(30));
        howdah.drain();
        assertThat(seen).hasSize(1);
        clock.advance(Duration.ofSeconds(31));
        howdah.drain();
        assertThat(seen).hasSize(2);
        clock.advance(Duration.ofMinutes(2));
        howdah.drain();

        assertThat(info(id)).satisfies(dead -> {
            assertThat(dead.state()).isEqualTo(JobState.DEAD);
            assertThat(dead.attempts()).isEqualTo(3);
            assertThat(dead.lastError())
                    .hasValueSatisfying(error -> assertThat(error).contains("failure 3"));
        });
    }

    @Test
    void a_failure_after_which_trying_again_is_pointless_is_final() {
        jobs.handle(RETRIED, job -> {
            throw new ArithmeticException("for ever");
        });
        var id = jobs.enqueue(RETRIED, new Ping(1));

        howdah.drain();

        assertThat(info(id).state()).isEqualTo(JobState.DEAD);
    }

    @Test
    void poison_does_not_stop_the_others(TestDatabase database) {
        jobs.handle(PING, this::see);
        var poison = jobs.enqueue(JobType.of("ping", String.class), "no ping");
        jobs.enqueue(PING, new Ping(1));

        howdah.drain();

        assertThat(seen).containsExactly(1);
        assertThat(info(poison)).satisfies(dead -> {
            assertThat(dead.state()).isEqualTo(JobState.DEAD);
            assertThat(dead.lastError())
                    .hasValueSatisfying(error -> assertThat(error).contains("could not be read"));
        });
    }

    @Test
    void a_failure_whose_message_cannot_be_stored_ends_its_job_and_nobody_elses() {
        jobs.handle(RETRIED, job -> {
            switch (job.payload().number()) {
                case 0 -> throw new ArithmeticException("nul \0 inside");
                case 1 -> throw new ArithmeticException("half a pair \uD83D");
                default -> see(job);
            }
        });
        var nul = jobs.enqueue(RETRIED, new Ping(0));
        var half = jobs.enqueue(RETRIED, new Ping(1));
        jobs.enqueueAll(RETRIED, List.of(new Ping(2), new Ping(3)), JobOptions.none());

        howdah.drain();

        assertThat(seen).containsExactly(2, 3);
        assertThat(info(nul)).satisfies(dead -> {
            assertThat(dead.state()).isEqualTo(JobState.DEAD);
            assertThat(dead.lastError())
                    .hasValueSatisfying(error -> assertThat(error).contains("nul \uFFFD inside"));
        });
        assertThat(info(half).state()).isEqualTo(JobState.DEAD);
    }

    @Test
    void a_snoozed_job_comes_again_without_an_attempt_being_counted(TestClock clock) {
        jobs.handle(PING, job -> {
            see(job);
            assertThat(job.attempt()).isEqualTo(1);
            if (seen.size() < 3) {
                job.snooze(Duration.ofMinutes(1));
            }
        });
        jobs.enqueue(PING, new Ping(1));

        for (int i = 0; i < 3; i++) {
            howdah.drain();
            clock.advance(Duration.ofMinutes(2));
        }

        assertThat(seen).hasSize(3);
    }

    @Test
    void a_discarded_job_is_over_and_says_why() {
        jobs.handle(PING, job -> job.discard("nobody cares"));
        var id = jobs.enqueue(PING, new Ping(1));

        howdah.drain();

        assertThat(info(id).state()).isEqualTo(JobState.DISCARDED);
        assertThat(info(id).lastError()).contains("nobody cares");
    }

    @Test
    void a_cancelled_job_does_not_run_whether_ready_or_deferred() {
        jobs.handle(PING, this::see);
        var ready = jobs.enqueue(PING, new Ping(1));
        var deferred = jobs.enqueue(PING, new Ping(2), JobOptions.delayed(Duration.ofHours(1)));

        assertThat(jobs.cancel(ready)).isTrue();
        assertThat(jobs.cancel(deferred)).isTrue();
        assertThat(info(deferred).state()).isEqualTo(JobState.CANCELLED);
        howdah.drain();

        assertThat(seen).isEmpty();
        assertThat(info(ready).state()).isEqualTo(JobState.CANCELLED);
        assertThat(jobs.cancel(ready)).as("again").isFalse();
        assertThat(jobs.cancel(new JobId(1))).as("never was").isFalse();
    }

    @Test
    void a_kind_without_a_handler_is_left_alone() {
        jobs.handle(PING, this::see);
        var other = jobs.enqueue(JobType.of("other", Ping.class), new Ping(1));
        jobs.enqueue(PING, new Ping(2));

        howdah.drain();

        assertThat(seen).containsExactly(2);
        assertThat(info(other).state()).isEqualTo(JobState.READY);
    }

    @Test
    void a_unique_key_is_taken_until_its_job_has_ended() {
        jobs.handle(PING, this::see);
        var key = JobOptions.none().unique("welcome:42", IfExists.KEEP);
        var first = jobs.enqueue(PING, new Ping(1), key);

        assertThat(jobs.enqueue(PING, new Ping(2), key)).isEqualTo(first);
        assertThatThrownBy(
                        () -> jobs.enqueue(PING, new Ping(3), JobOptions.none().unique("welcome:42", IfExists.REJECT)))
                .isInstanceOfSatisfying(
                        JobExistsException.class,
                        failure -> assertThat(failure.existing()).isEqualTo(first));
        howdah.drain();
        assertThat(jobs.enqueue(PING, new Ping(4), key)).isNotEqualTo(first);
        howdah.drain();

        assertThat(seen).containsExactly(1, 4);
    }

    @Test
    void a_unique_key_may_be_taken_for_a_period(TestClock clock) {
        jobs.handle(PING, this::see);
        var key = JobOptions.none().uniqueFor(Duration.ofHours(1), "hourly", IfExists.KEEP);
        var first = jobs.enqueue(PING, new Ping(1), key);
        howdah.drain();

        assertThat(jobs.enqueue(PING, new Ping(2), key)).isEqualTo(first);
        clock.advance(Duration.ofMinutes(61));
        assertThat(jobs.enqueue(PING, new Ping(3), key)).isNotEqualTo(first);
        howdah.drain();

        assertThat(seen).containsExactly(1, 3);
    }

    @Test
    void a_newcomer_may_replace_what_has_not_begun() {
        jobs.handle(PING, this::see);
        var key = JobOptions.none().unique("search:7", IfExists.REPLACE);
        var first = jobs.enqueue(PING, new Ping(1), key);
        var second = jobs.enqueue(PING, new Ping(2), key.delay(Duration.ZERO));

        howdah.drain();

        assertThat(seen).containsExactly(2);
        assertThat(info(first).state()).isEqualTo(JobState.CANCELLED);
        assertThat(info(second).state()).isEqualTo(JobState.DONE);
    }

    @Test
    void the_end_of_a_job_may_commit_with_what_it_wrote(TestDatabase database) {
        database.execute("create table if not exists ledger (n int)");
        jobs.handle(PING, job -> {
            try (var connection = database.connect()) {
                connection.setAutoCommit(false);
                connection
                        .createStatement()
                        .execute("insert into ledger values (" + job.payload().number() + ")");
                job.completeIn(connection);
                connection.commit();
            }
        });
        var id = jobs.enqueue(PING, new Ping(7));

        howdah.drain();

        assertThat(info(id)).extracting(JobInfo::state, JobInfo::attempts).containsExactly(JobState.DONE, 1);
        assertThat(database.query("select n from ledger")).containsExactly(List.of(7));
        database.execute("drop table ledger");
    }

    @Test
    void an_end_whose_transaction_was_rolled_back_is_a_failure(TestDatabase database, TestClock clock) {
        jobs.handle(RETRIED, job -> {
            see(job);
            try (var connection = database.connect()) {
                connection.setAutoCommit(false);
                job.completeIn(connection);
                if (seen.size() > 1) {
                    connection.commit();
                } else {
                    connection.rollback();
                }
            }
        });
        var id = jobs.enqueue(RETRIED, new Ping(1));

        howdah.drain();
        assertThat(info(id).state()).isEqualTo(JobState.DEFERRED);
        assertThat(info(id).lastError())
                .hasValueSatisfying(error -> assertThat(error).contains("did not commit"));
        clock.advance(Duration.ofMinutes(1));
        howdah.drain();

        assertThat(info(id)).extracting(JobInfo::state, JobInfo::attempts).containsExactly(JobState.DONE, 2);
    }

    @Test
    void what_cannot_be_right_is_refused_by_name() {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> jobs.enqueue(PING, new Ping(1), JobOptions.none().priority(10)))
                .withMessageContaining("10");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> jobs.enqueue(PING, new Ping(1), JobOptions.delayed(Duration.ofSeconds(-1))));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> jobs.enqueue(JobType.of("two words", Ping.class), new Ping(1)))
                .withMessageContaining("two words");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> jobs.enqueue(JobType.of("big", byte[].class), new byte[(1 << 20) + 1]))
                .withMessageContaining("1 MiB");
        assertThatIllegalArgumentException().isThrownBy(() -> JobOptions.none().unique("", IfExists.KEEP));
        jobs.handle(PING, this::see);
        assertThatThrownBy(() -> jobs.handle(PING, this::see)).hasMessageContaining("ping");
    }

    @Test
    void bytes_are_handed_over_as_they_are() {
        var type = JobType.of("raw", byte[].class);
        var payload = new byte[] {0, 1, (byte) 0xff};
        jobs.handle(type, job -> assertThat(job.payload()).isEqualTo(payload));
        var id = jobs.enqueue(type, payload);

        howdah.drain();

        assertThat(info(id).state()).isEqualTo(JobState.DONE);
        assertThat(info(id).createdAt())
                .isBetween(Instant.now().minusSeconds(30), Instant.now().plusSeconds(30));
    }
}
