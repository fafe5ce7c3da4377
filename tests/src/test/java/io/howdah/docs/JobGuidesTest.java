// SPDX-License-Identifier: Apache-2.0
package io.howdah.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Howdah;
import io.howdah.job.JobOptions;
import io.howdah.job.JobOptions.IfExists;
import io.howdah.job.JobType;
import io.howdah.job.Jobs;
import io.howdah.job.Retry;
import io.howdah.job.schedule.Cron;
import io.howdah.job.schedule.Every;
import io.howdah.job.schedule.Overlap;
import io.howdah.job.schedule.ScheduleOptions;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestClock;
import io.howdah.test.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The code of the guides for those who come from other libraries for jobs, run. */
@HowdahTest
class JobGuidesTest {
    private static final ZoneId VIENNA = ZoneId.of("Europe/Vienna");
    private static final Instant NOON = Instant.parse("2026-11-16T12:00:00Z");

    record Welcome(int user) {}

    record Invoice(int order) {}

    /** A row of the scheduled tasks of db-scheduler, as far as it is taken over. */
    record Row(String instance, Instant executionTime, int order) {}

    private final List<String> did = new CopyOnWriteArrayList<>();

    @BeforeEach
    void at_noon(TestClock clock) {
        clock.set(NOON);
    }

    @Test
    void a_lambda_of_jobrunr_is_a_type_with_a_payload(Howdah howdah, TestDatabase database, TestClock clock)
            throws Exception {
        configure(howdah);
        try (var connection = database.connect()) {
            connection.setAutoCommit(false);
            register(howdah.jobs(), connection, 7);
            connection.commit();
            register(howdah.jobs(), connection, 8);
            connection.rollback();
        }
        howdah.drain();
        assertThat(did).containsExactly("welcome 7");

        clock.set(NOON.plus(Duration.ofDays(1)));
        howdah.drain();
        assertThat(did).containsExactlyInAnyOrder("welcome 7", "remind 7", "cleaned up");
    }

    @Test
    void a_task_of_db_scheduler_is_a_job_and_what_is_scheduled_is_taken_over_once(Howdah howdah, TestClock clock) {
        configureInvoices(howdah);
        var rows = List.of(new Row("1", NOON.minusSeconds(1), 1), new Row("2", NOON.plusSeconds(3_600), 2));
        takeOver(howdah.jobs(), rows);
        takeOver(howdah.jobs(), rows);

        howdah.drain();
        assertThat(did).containsExactly("invoice 1");

        clock.set(NOON.plusSeconds(3_601));
        howdah.drain();
        assertThat(did).contains("invoice 2").doesNotHaveDuplicates();
    }

    // snippet: jobrunr-after
    static final JobType<Welcome> WELCOME = JobType.of("welcome", Welcome.class)
            .retry(Retry.exponential(Duration.ofSeconds(3), Duration.ofMinutes(5))
                    .attempts(10));

    static final JobType<Welcome> REMIND = JobType.of("remind", Welcome.class);
    static final JobType<String> CLEAN_UP = JobType.of("clean-up", String.class);

    void configure(Howdah howdah) {
        howdah.jobs().handle(WELCOME, job -> welcome(job.payload().user()));
        howdah.jobs().handle(REMIND, job -> remind(job.payload().user()));
        howdah.jobs().handle(CLEAN_UP, job -> cleanUp());
        howdah.schedules()
                .declare(
                        "clean-up",
                        Cron.of("0 2 * * *", VIENNA),
                        CLEAN_UP,
                        "all",
                        ScheduleOptions.none().overlap(Overlap.SKIP));
    }

    void register(Jobs jobs, Connection connection, int user) throws SQLException {
        insert(connection, user);
        jobs.enqueue(connection, WELCOME, new Welcome(user)); // with the user, or not at all
        jobs.enqueue(connection, REMIND, new Welcome(user), JobOptions.delayed(Duration.ofHours(23)));
    }
    // end

    // snippet: db-scheduler-after
    static final JobType<Invoice> INVOICE = JobType.of("invoice", Invoice.class)
            .retry(Retry.exponential(Duration.ofSeconds(5), Duration.ofHours(1)).attempts(6));

    static final JobType<String> POLL = JobType.of("poll", String.class);

    void configureInvoices(Howdah howdah) {
        howdah.jobs().handle(INVOICE, job -> invoice(job.payload().order()));
        howdah.jobs().handle(POLL, job -> poll());
        howdah.schedules().declare("poll", Every.of(Duration.ofHours(1)), POLL, "");
    }
    // end

    // snippet: db-scheduler-take-over
    void takeOver(
            Jobs jobs, List<Row> rows) { // select … from scheduled_tasks where task_name = 'invoice' and not picked
        for (var row : rows) {
            jobs.enqueue(
                    INVOICE,
                    new Invoice(row.order()),
                    JobOptions.none()
                            .at(row.executionTime())
                            .uniqueFor(
                                    Duration.ofDays(7), "invoice/" + row.instance(), IfExists.KEEP)); // twice is once
        }
    }
    // end

    private void insert(Connection connection, int user) throws SQLException {
        connection.createStatement().close();
        assertThat(user).isPositive();
    }

    private void welcome(int user) {
        did.add("welcome " + user);
    }

    private void remind(int user) {
        did.add("remind " + user);
    }

    private void cleanUp() {
        did.add("cleaned up");
    }

    private void invoice(int order) {
        did.add("invoice " + order);
    }

    private void poll() {
        did.add("polled");
    }
}
