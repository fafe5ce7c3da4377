// SPDX-License-Identifier: Apache-2.0
package io.howdah.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Howdah;
import io.howdah.job.JobOptions;
import io.howdah.job.JobOptions.IfExists;
import io.howdah.job.JobType;
import io.howdah.job.Jobs;
import io.howdah.job.Retry;
import io.howdah.queue.QueueLimits;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** The code of the page on jobs, run. */
@HowdahTest
class JobsPageTest {
    record Charge(int order, int amount) {}

    static final class CardRefused extends RuntimeException {}

    @Test
    void the_page_on_jobs_runs(Howdah howdah, TestDatabase database) throws SQLException {
        database.execute("drop table if exists booking; create table booking (amount int)");
        try (var connection = database.connect()) {
            enqueue(howdah.jobs(), connection, new Charge(7, 42));
            enqueue(howdah.jobs(), connection, new Charge(7, 42));
        }
        limit(howdah);
        handle(howdah.jobs(), database.dataSource());

        howdah.drain();

        assertThat(database.query("select amount from booking")).containsExactlyInAnyOrder(List.of(42), List.of(10));
    }

    private static void book(Connection connection, Charge charge) throws SQLException {
        try (var insert = connection.prepareStatement("insert into booking values (?)")) {
            insert.setInt(1, charge.amount());
            insert.execute();
        }
    }

    // snippet: jobs
    static final JobType<Charge> CHARGE = JobType.of("charge", Charge.class)
            .queue("payments")
            .timeout(Duration.ofSeconds(30))
            .retry(Retry.exponential(Duration.ofSeconds(5), Duration.ofHours(1))
                    .attempts(10)
                    .notOn(CardRefused.class));

    void enqueue(Jobs jobs, Connection connection, Charge charge) {
        jobs.enqueue(
                connection,
                CHARGE,
                charge,
                JobOptions.none()
                        .priority(2) // 0 to 9; small is urgent
                        .unique("order:" + charge.order(), IfExists.KEEP)
                        .correlation("order-" + charge.order()));
    }

    void handle(Jobs jobs, DataSource dataSource) {
        jobs.handle(CHARGE, job -> {
            try (var connection = dataSource.getConnection()) {
                connection.setAutoCommit(false);
                book(connection, job.payload());
                job.completeIn(connection); // what was booked and that the job is done commit together: exactly once
                connection.commit();
            }
        });
    }
    // end

    // snippet: limits
    void limit(Howdah howdah) {
        howdah.jobs()
                .enqueue(CHARGE, new Charge(8, 10), JobOptions.none().key("customer-42")); // after 42's earlier ones
        howdah.queues()
                .limit(
                        "payments",
                        QueueLimits.none()
                                .concurrency(20) // at a time in all processes together
                                .perKey(2)
                                .rate(100, Duration.ofMinutes(1)));
        howdah.queues().pause("payments"); // in all processes, at once
        howdah.queues().resume("payments");
    }
    // end
}
