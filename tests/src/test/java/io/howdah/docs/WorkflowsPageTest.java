// SPDX-License-Identifier: Apache-2.0
package io.howdah.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Codec;
import io.howdah.EncryptedCodec;
import io.howdah.Howdah;
import io.howdah.job.Batch;
import io.howdah.job.JobFilter;
import io.howdah.job.JobOptions;
import io.howdah.job.JobState;
import io.howdah.job.JobType;
import io.howdah.job.Jobs;
import io.howdah.job.Retry;
import io.howdah.job.Workflow;
import io.howdah.job.Workflow.IfOneFails;
import io.howdah.job.WorkflowId;
import io.howdah.job.WorkflowInfo;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** The code of the pages on workflows, and on what jobs leave behind, run. */
@HowdahTest
class WorkflowsPageTest {
    record Picture(String name) {}

    record Size(int width, int height) {}

    record Order(int number) {}

    record Receipt(String number) {}

    private static final JobType<Picture> FETCH = JobType.of("fetch", Picture.class);
    private static final JobType<Picture> RESIZE = JobType.of("resize", Picture.class);
    private static final JobType<Picture> TAG = JobType.of("tag", Picture.class);
    private static final JobType<Picture> PUBLISH = JobType.of("publish", Picture.class);
    private static final JobType<Picture> WITHDRAW = JobType.of("withdraw", Picture.class);
    private static final JobType<Integer> IMPORT =
            JobType.of("import", Integer.class).retry(Retry.never());
    private static final JobType<String> REPORT = JobType.of("report", String.class);
    private static final JobType<Order> ORDER = JobType.of("order", Order.class);

    private final List<String> did = new ArrayList<>();

    @Test
    void the_page_on_workflows_runs(Howdah howdah, TestDatabase database) throws SQLException {
        var jobs = howdah.jobs();
        for (var type : List.of(FETCH, TAG, WITHDRAW)) {
            jobs.handle(type, job -> did.add(type.name()));
        }
        handle(jobs);
        WorkflowId id;
        try (var connection = database.connect()) {
            connection.setAutoCommit(false);
            id = start(jobs, connection, new Picture("cat.png"));
            connection.commit();
        }
        howdah.drain();
        assertThat(jobs.workflows().find(id).orElseThrow().state()).isEqualTo(WorkflowInfo.State.DONE);
        assertThat(did).hasSize(3).endsWith("published 640 wide");
    }

    @Test
    void its_batch_runs_and_so_does_what_people_do_about_the_dead(Howdah howdah) {
        var jobs = howdah.jobs();
        jobs.handle(IMPORT, job -> {
            if (job.payload() == 2) {
                throw new IllegalStateException("two");
            }
        });
        batch(jobs, List.of(1, 2, 3));
        howdah.drain();
        assertThat(did).containsExactly("2 of 3 imported");
        jobs.enqueue(IMPORT, 2);
        howdah.drain();
        assertThat(tryAgain(jobs)).isEqualTo(1);
    }

    @Test
    void the_page_on_jobs_runs(Howdah howdah, TestDatabase database) {
        database.execute("drop table if exists shipment; create table shipment (number int)");
        steps(howdah.jobs(), database.dataSource());
        var id = howdah.jobs().enqueue(ORDER, new Order(7));
        howdah.drain();
        assertThat(howdah.jobs().find(id).orElseThrow().state()).isEqualTo(JobState.DONE);
        assertThat(howdah.jobs().result(id, Receipt.class)).contains(new Receipt("r-7"));
        assertThat(database.query("select number from shipment")).containsExactly(List.of(7));
        var key = new SecretKeySpec(new byte[32], "AES");
        assertThat(encrypted(database.dataSource(), key, new SecretKeySpec(new byte[32], "AES")))
                .isNotNull();
    }

    private Receipt pay(Order order) {
        return new Receipt("r-" + order.number());
    }

    private static int ship(Connection connection, Order order) throws SQLException {
        try (var insert = connection.prepareStatement("insert into shipment values (?)")) {
            insert.setInt(1, order.number());
            return insert.executeUpdate();
        }
    }

    // snippet: workflow
    WorkflowId start(Jobs jobs, Connection connection, Picture picture) {
        var workflow = Workflow.of("picture")
                .add("fetch", FETCH, picture)
                .add("resize", RESIZE, picture, "fetch") // begins when fetch is done
                .add("tag", TAG, picture, "fetch") // so does this, beside it
                .add("publish", PUBLISH, picture, "resize", "tag") // begins when both are done
                .onFailure("withdraw", WITHDRAW, picture) // runs if one of them failed, when nothing else runs any more
                .ifOneFails(IfOneFails.CANCEL_REST)
                .correlation("picture-" + picture.name())
                .build();
        return jobs.workflows().start(connection, workflow); // it exists if and when you commit
    }

    void handle(Jobs jobs) {
        jobs.handle(RESIZE, job -> job.result(new Size(640, 480)));
        jobs.handle(PUBLISH, job -> {
            var size = job.resultOf("resize", Size.class).orElseThrow();
            did.add("published " + size.width() + " wide");
        });
    }
    // end

    // snippet: batch
    void batch(Jobs jobs, List<Integer> rows) {
        jobs.handle(REPORT, job -> {
            var counts = job.workflow().orElseThrow().counts();
            did.add(counts.done() + " of " + counts.all() + " imported");
        });
        jobs.workflows()
                .start(Batch.of("import")
                        .addAll(IMPORT, rows, JobOptions.none())
                        .then(REPORT, "import"));
    }
    // end

    // snippet: dead-jobs
    long tryAgain(Jobs jobs) {
        var failed = JobFilter.all().type("import").from(Instant.now().minus(Duration.ofHours(1)));
        var count = jobs.dead().count(failed); // a dry run
        return count > 1_000 ? 0 : jobs.dead().retryAll(failed, done -> did.add(done + " of " + count));
    }
    // end

    // snippet: steps
    void steps(Jobs jobs, DataSource dataSource) {
        jobs.handle(ORDER, job -> {
            var receipt = job.step("charge", Receipt.class, () -> pay(job.payload())); // at least once
            job.progress(50, "paid, " + receipt.number());
            try (var connection = dataSource.getConnection()) {
                connection.setAutoCommit(false);
                job.step(connection, "ship", Integer.class, () -> ship(connection, job.payload())); // exactly once
                connection.commit();
            }
            job.log("shipped order " + job.payload().number());
            job.result(receipt);
        });
    }
    // end

    // snippet: encrypted
    Howdah encrypted(DataSource dataSource, SecretKey key, SecretKey oldKey) {
        return Howdah.builder(dataSource)
                .codec(EncryptedCodec.of(Codec.json(), "2026-11", key).alsoReading("2026-05", oldKey))
                .build();
    }
    // end
}
