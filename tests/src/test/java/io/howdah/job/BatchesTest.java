// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.Howdah;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Many jobs, and one that runs once when all of them have ended. */
@HowdahTest
class BatchesTest {
    private static final JobType<Integer> IMPORT =
            JobType.of("import", Integer.class).retry(Retry.never());
    private static final JobType<String> REPORT = JobType.of("report", String.class);

    private final AtomicInteger imported = new AtomicInteger();
    private final List<WorkflowInfo.Counts> reports = new CopyOnWriteArrayList<>();
    private TestDatabase database;
    private Howdah howdah;
    private Jobs jobs;

    @BeforeEach
    void jobs(TestDatabase database) {
        this.database = database;
        this.howdah = database.howdah();
        this.jobs = howdah.jobs();
        handle(howdah);
    }

    /** Multiples of seven fail, of eleven are discarded. */
    private void handle(Howdah process) {
        process.jobs().handle(IMPORT, job -> {
            imported.incrementAndGet();
            if (job.payload() % 7 == 0) {
                throw new IllegalStateException("seven");
            }
            if (job.payload() % 11 == 0) {
                job.discard("eleven");
            }
        });
        process.jobs()
                .handle(REPORT, job -> reports.add(job.workflow().orElseThrow().counts()));
    }

    private static List<Integer> numbers(int count) {
        return IntStream.rangeClosed(1, count).boxed().toList();
    }

    @Test
    void the_last_job_runs_once_when_all_have_ended_and_knows_how() {
        var id = jobs.workflows()
                .start(Batch.of("import")
                        .addAll(IMPORT, numbers(100), JobOptions.none())
                        .then(REPORT, "all"));

        howdah.drain();

        assertThat(imported).hasValue(100);
        assertThat(reports).containsExactly(new WorkflowInfo.Counts(0, 0, 78, 14, 8, 0, 0));
        assertThat(jobs.workflows().find(id).orElseThrow().state()).isEqualTo(WorkflowInfo.State.FAILED);
    }

    @Test
    void an_empty_batch_is_over_at_once() {
        var id = jobs.workflows().start(Batch.of("nothing").then(REPORT, "none"));

        howdah.drain();

        assertThat(reports).containsExactly(new WorkflowInfo.Counts(0, 0, 0, 0, 0, 0, 0));
        assertThat(jobs.workflows().find(id).orElseThrow().state()).isEqualTo(WorkflowInfo.State.DONE);
    }

    @Test
    void its_jobs_may_add_to_it_and_it_is_not_over_before_those_are() {
        var tree = JobType.of("tree", Integer.class);
        jobs.handle(tree, job -> {
            imported.incrementAndGet();
            if (job.payload() > 0) {
                job.addToBatch(tree, List.of(job.payload() - 1), JobOptions.none());
                try (var connection = database.connect()) {
                    connection.setAutoCommit(false);
                    job.addToBatch(connection, tree, List.of(job.payload() - 1), JobOptions.none());
                    job.completeIn(connection);
                    connection.commit();
                }
            }
        });
        jobs.workflows().start(Batch.of("tree").add(tree, 4, JobOptions.none()).then(REPORT, ""));

        howdah.drain();

        assertThat(imported).hasValue(31);
        assertThat(reports).containsExactly(new WorkflowInfo.Counts(0, 0, 31, 0, 0, 0, 0));
    }

    @Test
    void whoever_is_in_no_batch_or_has_lost_its_job_adds_nothing() {
        var stray = JobType.of("stray", Integer.class).retry(Retry.never());
        jobs.handle(stray, job -> {
            if (job.payload() == 2) {
                database.execute("update howdah.work_lease set attempt = attempt + 1");
            }
            job.addToBatch(IMPORT, List.of(1), JobOptions.none());
        });
        var alone = jobs.enqueue(stray, 1);
        howdah.drain();
        assertThat(jobs.find(alone).orElseThrow().lastError())
                .hasValueSatisfying(error -> assertThat(error).contains("not part of a batch"));

        jobs.workflows().start(Batch.of("b").add(stray, 2, JobOptions.none()));
        howdah.drain();

        assertThat(imported).as("nothing was added").hasValue(0);
        assertThat(database.one("select count(*) from howdah.job_node", Long.class))
                .isEqualTo(1);
    }

    @Test
    void the_last_job_runs_once_with_several_processes() {
        var other = database.howdah();
        handle(other);
        howdah.start();
        other.start();

        var ids = IntStream.range(0, 5)
                .mapToObj(i -> jobs.workflows()
                        .start(Batch.of("b" + i)
                                .addAll(IMPORT, numbers(200), JobOptions.none())
                                .then(REPORT, "")))
                .toList();

        Await.within(Duration.ofSeconds(60))
                .until(
                        "all are over",
                        () -> ids.stream()
                                .allMatch(id -> jobs.workflows()
                                        .find(id)
                                        .orElseThrow()
                                        .endedAt()
                                        .isPresent()));
        assertThat(reports).hasSize(5).containsOnly(new WorkflowInfo.Counts(0, 0, 156, 28, 16, 0, 0));
    }

    @Test
    void one_that_was_cancelled_ends_without_its_last_job_and_can_be_tried_again() {
        var id = jobs.workflows()
                .start(Batch.of("b")
                        .addAll(IMPORT, List.of(1, 2), JobOptions.delayed(Duration.ofHours(1)))
                        .then(REPORT, ""));

        assertThat(jobs.workflows().cancel(id)).isTrue();
        howdah.drain();
        assertThat(reports).isEmpty();
        assertThat(jobs.workflows().find(id).orElseThrow().state()).isEqualTo(WorkflowInfo.State.CANCELLED);

        assertThat(jobs.workflows().retry(id)).isTrue();
        howdah.drain();
        assertThat(reports).containsExactly(new WorkflowInfo.Counts(0, 0, 2, 0, 0, 0, 0));
        assertThatThrownBy(() -> Batch.of("x").then(REPORT, "").then(REPORT, ""))
                .hasMessageContaining("already");
    }
}
