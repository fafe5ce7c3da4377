// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.Howdah;
import io.howdah.job.JobOptions.IfExists;
import io.howdah.job.Workflow.IfOneFails;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestClock;
import io.howdah.test.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Graphs of jobs: what begins when, what becomes of the rest, what is known of it. */
@HowdahTest
class WorkflowsTest {
    private static final JobType<String> WORK = JobType.of("work", String.class)
            .retry(Retry.after(Duration.ofMinutes(1)).notOn(ArithmeticException.class));
    private static final JobType<String> SUM = JobType.of("sum", String.class);

    private final List<String> did = Collections.synchronizedList(new ArrayList<>());
    private final Set<String> failing = ConcurrentHashMap.newKeySet();
    private TestDatabase database;
    private Howdah howdah;
    private Jobs jobs;
    private Workflows workflows;

    @BeforeEach
    void workflows(TestDatabase database) {
        this.database = database;
        this.howdah = database.howdah(builder -> builder.stopWithin(Duration.ofMillis(50)));
        this.jobs = howdah.jobs();
        this.workflows = jobs.workflows();
        jobs.handle(WORK, job -> {
            did.add(job.payload());
            if (failing.contains(job.payload())) {
                throw new ArithmeticException(job.payload() + " cannot");
            }
            job.result(job.payload().length());
        });
    }

    private Map<String, WorkflowNode.State> states(WorkflowId id) {
        return workflows.nodes(id).stream()
                .collect(Collectors.toMap(node -> node.name().orElse("" + node.job()), WorkflowNode::state));
    }

    private WorkflowInfo.State state(WorkflowId id) {
        return workflows.find(id).orElseThrow().state();
    }

    /** a ─▶ b ─▶ d ; a ─▶ c ─▶ d ; c ─▶ e */
    private static Workflow.Builder diamond() {
        return Workflow.of("diamond")
                .add("a", WORK, "a")
                .add("b", WORK, "b", "a")
                .add("c", WORK, "c", "a")
                .add("d", WORK, "d", "b", "c")
                .add("e", WORK, "e", "c");
    }

    @Test
    void each_begins_when_all_it_comes_after_are_done() {
        var id = workflows.start(diamond().correlation("order-7").build());
        assertThat(states(id))
                .containsEntry("a", WorkflowNode.State.STARTED)
                .containsEntry("d", WorkflowNode.State.WAITING);
        assertThat(jobs.find(workflows.nodes(id).getLast().job()).orElseThrow()).satisfies(waiting -> {
            assertThat(waiting.state()).isEqualTo(JobState.WAITING);
            assertThat(waiting.correlation()).contains("order-7");
        });

        howdah.drain();

        assertThat(did).hasSize(5).startsWith("a").containsOnlyOnce("a", "b", "c", "d", "e");
        assertThat(did.indexOf("d")).isGreaterThan(did.indexOf("b")).isGreaterThan(did.indexOf("c"));
        assertThat(workflows.find(id).orElseThrow()).satisfies(info -> {
            assertThat(info.state()).isEqualTo(WorkflowInfo.State.DONE);
            assertThat(info.endedAt()).isPresent();
            assertThat(info.name()).isEqualTo("diamond");
            assertThat(info.correlation()).contains("order-7");
            assertThat(info.counts()).isEqualTo(new WorkflowInfo.Counts(0, 0, 5, 0, 0, 0, 0));
        });
        assertThat(workflows.nodes(id))
                .filteredOn(node -> node.name().orElseThrow().equals("d"))
                .singleElement()
                .satisfies(d -> assertThat(d.after()).containsExactly("b", "c"));
        assertThat(database.one("select count(*) from howdah.work_ended", Long.class))
                .isZero();
        assertThat(database.one("select count(*) from howdah.work_waiting", Long.class))
                .isZero();
    }

    @Test
    void results_are_passed_on() {
        jobs.handle(SUM, job -> {
            var total = job.resultOf("a", Integer.class).orElseThrow()
                    + job.resultOf("bbb", Integer.class).orElseThrow();
            job.result(total);
            assertThat(job.workflow().orElseThrow().name()).isEqualTo("sum");
            assertThat(job.resultOf("sum", Integer.class)).isEmpty();
            assertThatThrownBy(() -> job.resultOf("nobody", Integer.class)).hasMessageContaining("nobody");
        });
        var id = workflows.start(Workflow.of("sum")
                .add("a", WORK, "a")
                .add("bbb", WORK, "bbb")
                .add("sum", SUM, "", "a", "bbb")
                .build());

        howdah.drain();

        assertThat(state(id)).isEqualTo(WorkflowInfo.State.DONE);
        assertThat(jobs.result(workflows.nodes(id).getLast().job(), Integer.class))
                .contains(4);
    }

    @Test
    void it_exists_if_and_when_the_transaction_commits() throws Exception {
        try (var connection = database.connect()) {
            connection.setAutoCommit(false);
            workflows.start(connection, diamond().build());
            connection.rollback();
            howdah.drain();
            assertThat(did).isEmpty();
            assertThat(workflows.list(10)).isEmpty();
            var id = workflows.start(connection, diamond().build());
            connection.commit();
            howdah.drain();
            assertThat(state(id)).isEqualTo(WorkflowInfo.State.DONE);
        }
        assertThat(did).hasSize(5);
    }

    @Test
    void when_one_fails_the_rest_never_begins_and_what_is_there_for_it_runs_once() {
        failing.add("b");
        var id = workflows.start(diamond().onFailure("undo", WORK, "undo").build());

        howdah.drain();

        assertThat(did).contains("a", "b", "undo").doesNotContain("d");
        assertThat(did.getLast()).isEqualTo("undo");
        assertThat(state(id)).isEqualTo(WorkflowInfo.State.FAILED);
        assertThat(states(id))
                .containsEntry("b", WorkflowNode.State.DEAD)
                .containsEntry("d", WorkflowNode.State.SKIPPED)
                .containsEntry("undo", WorkflowNode.State.DONE);
    }

    @Test
    void what_is_there_for_a_failure_does_not_run_without_one() {
        var id = workflows.start(diamond().onFailure("undo", WORK, "undo").build());

        howdah.drain();

        assertThat(did).hasSize(5).doesNotContain("undo");
        assertThat(state(id)).isEqualTo(WorkflowInfo.State.DONE);
        assertThat(states(id)).containsEntry("undo", WorkflowNode.State.SKIPPED);
        assertThat(database.one("select count(*) from howdah.work_waiting", Long.class))
                .isZero();
    }

    @Test
    void branches_that_do_not_depend_on_a_failure_may_go_on() {
        failing.add("b");
        var id = workflows.start(diamond()
                .add("after-d", WORK, "after-d", "d")
                .ifOneFails(IfOneFails.CONTINUE)
                .onFailure("undo", WORK, "undo")
                .build());

        howdah.drain();

        assertThat(did).containsExactlyInAnyOrder("a", "b", "c", "e", "undo").endsWith("undo");
        assertThat(state(id)).isEqualTo(WorkflowInfo.State.FAILED);
        assertThat(states(id))
                .containsEntry("e", WorkflowNode.State.DONE)
                .containsEntry("d", WorkflowNode.State.SKIPPED)
                .containsEntry("after-d", WorkflowNode.State.SKIPPED);
    }

    @Test
    void what_runs_is_interrupted_when_another_fails() {
        var inside = new Semaphore(0);
        var slow = JobType.of("slow", String.class).retry(Retry.never());
        jobs.handle(slow, job -> {
            inside.release();
            new CountDownLatch(1).await();
        });
        var fails = JobType.of("fails", String.class).retry(Retry.never());
        jobs.handle(fails, job -> {
            inside.acquire();
            throw new IllegalStateException("no");
        });
        var id = workflows.start(
                Workflow.of("two").add("slow", slow, "").add("fails", fails, "").build());

        howdah.start();

        Await.until("it is over", () -> state(id) == WorkflowInfo.State.FAILED);
        assertThat(states(id))
                .containsEntry("slow", WorkflowNode.State.CANCELLED)
                .containsEntry("fails", WorkflowNode.State.DEAD);
    }

    @Test
    void a_retry_of_a_job_is_no_failure_of_the_whole(TestClock clock) {
        var tries = new Semaphore(1);
        jobs.handle(SUM.retry(Retry.fixed(Duration.ofMinutes(1))), job -> {
            if (tries.tryAcquire()) {
                throw new IllegalStateException("once");
            }
        });
        var id = workflows.start(Workflow.of("w")
                .add("flaky", SUM, "")
                .add("next", WORK, "next", "flaky")
                .build());

        howdah.drain();
        assertThat(state(id)).isEqualTo(WorkflowInfo.State.RUNNING);
        clock.advance(Duration.ofMinutes(2));
        howdah.drain();

        assertThat(state(id)).isEqualTo(WorkflowInfo.State.DONE);
        assertThat(did).containsExactly("next");
    }

    @Test
    void the_whole_is_cancelled_wherever_its_jobs_are() {
        var inside = new Semaphore(0);
        var slow = JobType.of("slow", String.class);
        jobs.handle(slow, job -> {
            inside.release();
            new CountDownLatch(1).await();
        });
        var id = workflows.start(Workflow.of("w")
                .add("slow", slow, "")
                .add("later", WORK, "later", JobOptions.delayed(Duration.ofHours(1)))
                .add("next", WORK, "next", "slow")
                .onFailure("undo", WORK, "undo")
                .build());
        howdah.start();
        inside.acquireUninterruptibly();

        assertThat(workflows.cancel(id)).isTrue();

        Await.until("it is over", () -> state(id) == WorkflowInfo.State.CANCELLED);
        assertThat(states(id))
                .containsEntry("slow", WorkflowNode.State.CANCELLED)
                .containsEntry("later", WorkflowNode.State.CANCELLED)
                .containsEntry("next", WorkflowNode.State.SKIPPED)
                .containsEntry("undo", WorkflowNode.State.SKIPPED);
        assertThat(did).isEmpty();
        assertThat(workflows.cancel(id)).as("again").isFalse();
        assertThat(workflows.cancel(new WorkflowId(1))).as("never was").isFalse();
    }

    @Test
    void a_node_that_somebody_cancels_is_a_failure() {
        var id = workflows.start(diamond().build());
        var d = workflows.nodes(id).stream()
                .filter(node -> node.name().orElseThrow().equals("d"))
                .findFirst()
                .orElseThrow();

        jobs.cancel(d.job());
        howdah.drain();

        assertThat(state(id)).isEqualTo(WorkflowInfo.State.FAILED);
        assertThat(states(id)).containsEntry("d", WorkflowNode.State.CANCELLED);
    }

    @Test
    void one_that_failed_goes_on_where_it_was_when_it_is_tried_again() {
        failing.add("c");
        var id = workflows.start(diamond().onFailure("undo", WORK, "undo").build());
        howdah.drain();
        assertThat(state(id)).isEqualTo(WorkflowInfo.State.FAILED);
        var before = workflows.nodes(id).stream()
                .filter(node -> node.name().orElseThrow().equals("c"))
                .findFirst()
                .orElseThrow();
        assertThatThrownBy(() -> jobs.dead().retry(before.job())).hasMessageContaining("workflow");
        failing.clear();
        did.clear();

        assertThat(workflows.retry(id)).isTrue();
        howdah.drain();

        assertThat(state(id)).isEqualTo(WorkflowInfo.State.DONE);
        assertThat(did).startsWith("c").contains("d", "e").doesNotContain("a", "undo");
        assertThat(jobs.find(before.job()).orElseThrow().retriedAs()).isPresent();
        assertThat(workflows.retry(id)).as("what is done").isFalse();
        assertThat(workflows.nodes(id)).hasSize(6);
    }

    @Test
    void options_of_a_node_count_from_the_moment_it_could_begin(TestClock clock) {
        var id = workflows.start(Workflow.of("w")
                .add("a", WORK, "a")
                .add("b", WORK, "b", JobOptions.delayed(Duration.ofHours(1)), "a")
                .add("c", WORK, "c", JobOptions.none().key("k"), "a")
                .build());
        clock.advance(Duration.ofHours(2));
        howdah.drain();
        assertThat(did).containsExactly("a", "c");

        clock.advance(Duration.ofMinutes(61));
        howdah.drain();

        assertThat(did).containsExactly("a", "c", "b");
        assertThat(state(id)).isEqualTo(WorkflowInfo.State.DONE);
        assertThatThrownBy(() -> workflows.start(Workflow.of("w")
                        .add("a", WORK, "a", JobOptions.none().unique("k", IfExists.KEEP))
                        .build()))
                .hasMessageContaining("unique key: a");
    }

    @Test
    void they_are_listed_latest_first_and_forgotten_a_week_after_their_end(TestClock clock) {
        failing.add("b");
        var first = workflows.start(diamond().build());
        var second = workflows.start(Workflow.of("later").add("a", WORK, "a").build());
        howdah.drain();
        assertThat(workflows.list(10)).extracting(WorkflowInfo::id).containsExactly(second, first);
        assertThat(workflows.list(second, 10)).extracting(WorkflowInfo::id).containsExactly(first);

        clock.advance(Duration.ofDays(8));
        howdah.drain();

        assertThat(workflows.list(10)).isEmpty();
        for (var table : List.of("job_node", "job_edge", "work_waiting")) {
            assertThat(database.one("select count(*) from howdah." + table, Long.class))
                    .as(table)
                    .isZero();
        }
    }
}
