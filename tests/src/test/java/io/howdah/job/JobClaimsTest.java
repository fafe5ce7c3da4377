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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Jobs that are held for a time by whoever has the claim. */
@HowdahTest
class JobClaimsTest {
    private static final JobType<Integer> RESIZE = JobType.of("resize", Integer.class);

    private TestDatabase database;
    private TestClock clock;
    private Howdah howdah;
    private JobClaims claims;

    @BeforeEach
    void claims(TestDatabase database, TestClock clock, Howdah howdah) {
        this.database = database;
        this.clock = clock;
        this.howdah = howdah;
        this.claims = howdah.jobs().claims();
    }

    @Test
    void a_job_is_claimed_once_and_ends_as_its_claim_says() throws Exception {
        // snippet: claims
        howdah.jobs().enqueue(RESIZE, 7);
        var work = howdah.jobs().claims();
        var options = ClaimOptions.upTo(10).waiting(Duration.ofSeconds(20)).holding(Duration.ofMinutes(2));
        for (var job : work.claim("default", List.of("resize"), options)) {
            work.progress(job.claim(), 50, "half");
            work.complete(job.claim(), "resized " + job.id());
        }
        // end

        var id = database.query("select id from howdah.work_body").getFirst().getFirst();
        var job = new JobId((Long) id);
        assertThat(howdah.jobs().find(job).orElseThrow().state()).isEqualTo(JobState.DONE);
        assertThat(howdah.jobs().result(job, String.class)).contains("resized " + job);
        assertThat(claim(1)).isEmpty();
    }

    @Test
    void what_is_not_extended_in_time_is_somebody_elses_and_the_first_claim_is_worth_nothing() throws Exception {
        howdah.jobs().enqueue(RESIZE, 7);
        var first = claim(1).getFirst();
        clock.advance(Duration.ofSeconds(50));
        assertThat(claims.extend(first.claim(), Duration.ofMinutes(1))).isTrue();
        clock.advance(Duration.ofSeconds(50));
        howdah.drain();
        assertThat(claim(1)).as("it was extended").isEmpty();
        clock.advance(Duration.ofSeconds(20));
        howdah.drain();

        var second = claim(1).getFirst();
        assertThat(second.attempt()).isEqualTo(2);
        assertThatThrownBy(() -> claims.complete(first.claim())).isInstanceOf(JobLostException.class);
        assertThatThrownBy(() -> claims.extend(first.claim(), Duration.ofMinutes(1)))
                .isInstanceOf(JobLostException.class);
        claims.complete(second.claim());
        claims.complete(second.claim());
        assertThat(database.query("select state from howdah.work_outcome where attempt = 2"))
                .containsExactly(List.of("done"));
    }

    @Test
    void many_who_claim_at_once_never_have_the_same() throws Exception {
        howdah.jobs().enqueueAll(RESIZE, IntStream.range(0, 200).boxed().toList(), JobOptions.none());
        Callable<List<ClaimedJob>> worker = () -> claim(10);
        try (var pool = Executors.newFixedThreadPool(8)) {
            var claimed = pool
                    .invokeAll(IntStream.range(0, 40).mapToObj(i -> worker).toList())
                    .stream()
                    .flatMap(answer -> answer.resultNow().stream())
                    .map(ClaimedJob::id)
                    .collect(Collectors.toCollection(ArrayList::new));
            // Who looks while others claim may find nothing although something is left.
            for (var rest = claim(10); !rest.isEmpty(); rest = claim(10)) {
                rest.forEach(job -> claimed.add(job.id()));
            }
            assertThat(claimed).doesNotHaveDuplicates().hasSize(200);
        }
    }

    @Test
    void types_and_queues_are_waited_for_apart_and_messages_are_left_alone() throws Exception {
        howdah.jobs().enqueue(JobType.of("other", Integer.class), 1);
        howdah.messages().send(io.howdah.queue.QueueName.of("default", Integer.class), 5);

        assertThat(claim(5)).isEmpty();
        assertThat(claims.claim("default", List.of("resize", "other"), ClaimOptions.upTo(5)))
                .extracting(ClaimedJob::type)
                .containsExactly("other");
        assertThat(howdah.queues().peek("default", 5)).hasSize(1);
    }

    @Test
    void a_failure_is_tried_again_until_the_last_and_then_dead() throws Exception {
        var id = howdah.jobs().enqueue(RESIZE, 7, JobOptions.none().attempts(2));
        claims.fail(claim(1).getFirst().claim(), "no disk", Duration.ZERO);
        Await.until("it is ready again", () -> {
            howdah.drain();
            var again = claim(1);
            again.forEach(job -> claims.fail(job.claim(), "still no disk"));
            return !again.isEmpty();
        });

        var info = howdah.jobs().find(id).orElseThrow();
        assertThat(info.state()).isEqualTo(JobState.DEAD);
        assertThat(info.lastError()).contains("still no disk");
    }

    @Test
    void a_key_lets_one_claim_at_a_time_and_the_next_when_that_has_ended() throws Exception {
        howdah.jobs().enqueue(RESIZE, 1, JobOptions.none().key("ada"));
        howdah.jobs().enqueue(RESIZE, 2, JobOptions.none().key("ada"));

        var first = claim(5);
        assertThat(first).hasSize(1);
        assertThat(claim(5)).isEmpty();
        claims.complete(first.getFirst().claim());
        assertThat(claim(5)).hasSize(1);
    }

    @Test
    void a_workflow_goes_on_when_a_claimed_job_of_it_is_done() throws Exception {
        var flow = howdah.jobs()
                .workflows()
                .start(Workflow.of("w")
                        .add("one", RESIZE, 1)
                        .add("two", RESIZE, 2, "one")
                        .build());
        claims.complete(claim(5).getFirst().claim());
        howdah.drain();
        claims.complete(claim(5).getFirst().claim());
        howdah.drain();

        assertThat(howdah.jobs().workflows().find(flow).orElseThrow().state()).isEqualTo(WorkflowInfo.State.DONE);
    }

    @Test
    void who_asks_for_nothing_or_holds_for_no_time_is_told_so() {
        assertThatThrownBy(() -> claims.claim("default", List.of(), ClaimOptions.upTo(1)))
                .hasMessageContaining("1 to 100 types");
        assertThatThrownBy(() -> ClaimOptions.upTo(1).holding(Duration.ZERO)).hasMessageContaining("1 s to 12 h");
        assertThatThrownBy(() -> new ClaimToken("x")).hasMessageContaining("34 characters");
    }

    private List<ClaimedJob> claim(int most) throws InterruptedException {
        return claims.claim("default", List.of("resize"), ClaimOptions.upTo(most));
    }
}
