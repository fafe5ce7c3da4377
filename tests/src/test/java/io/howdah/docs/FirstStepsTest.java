// SPDX-License-Identifier: Apache-2.0
package io.howdah.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Howdah;
import io.howdah.job.JobType;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** The first lines of the README, run. */
@HowdahTest
class FirstStepsTest {
    interface Mailer {
        void welcome(String email);
    }

    private final List<String> welcomed = new CopyOnWriteArrayList<>();
    private final Mailer mailer = welcomed::add;

    @Test
    void the_first_lines_of_the_readme_run(TestDatabase database) throws SQLException {
        try (var connection = database.connect();
                var other = Howdah.open(database.dataSource())) {
            connection.setAutoCommit(false);
            run(database.dataSource(), connection);
            if (welcomed.isEmpty()) {
                other.jobs()
                        .handle(
                                SEND_WELCOME,
                                job -> mailer.welcome(job.payload().email()));
                other.start();
            }
            Await.until("ada is welcomed", () -> !welcomed.isEmpty());
        }
        assertThat(welcomed).containsExactly("ada@example.com");
    }

    // snippet: first-steps
    record SendWelcome(String email) {}

    static final JobType<SendWelcome> SEND_WELCOME = JobType.of("send-welcome", SendWelcome.class);

    void run(DataSource dataSource, Connection connection) throws SQLException {
        try (var howdah = Howdah.open(dataSource)) {
            howdah.migrate(); // its own schema; no superuser, no extension
            howdah.jobs()
                    .handle(SEND_WELCOME, job -> mailer.welcome(job.payload().email()));
            howdah.start(); // joins the other processes and begins to work
            howdah.jobs().enqueue(connection, SEND_WELCOME, new SendWelcome("ada@example.com"));
            connection.commit(); // the job exists now, with your data, or not at all
        }
    }
    // end
}
