// SPDX-License-Identifier: Apache-2.0
package io.howdah.docs;

import static io.howdah.test.HowdahAssertions.assertEnqueued;
import static io.howdah.test.HowdahAssertions.assertNoneEnqueued;
import static io.howdah.test.HowdahAssertions.assertNoneFailed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.DatabaseException;
import io.howdah.Howdah;
import io.howdah.job.JobOptions;
import io.howdah.job.JobType;
import io.howdah.job.Retry;
import io.howdah.notification.Endpoint;
import io.howdah.notification.Intent;
import io.howdah.notification.Recipient;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestClock;
import io.howdah.test.TestDatabase;
import java.net.ConnectException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** The code of docs/testing.md, run. */
@HowdahTest
class TestingPageTest {
    record Welcome(String email) {}

    private static final JobType<Welcome> WELCOME = JobType.of("welcome", Welcome.class)
            .retry(Retry.fixed(Duration.ofMinutes(1)).attempts(3));

    /** What the page's tests test. */
    record SignUp(Howdah howdah, DataSource dataSource) {
        void register(String email) throws SQLException {
            try (var connection = dataSource.getConnection()) {
                connection.setAutoCommit(false);
                howdah.jobs().enqueue(connection, WELCOME, new Welcome(email));
                if (!email.contains("@")) {
                    connection.rollback();
                    throw new IllegalArgumentException(email);
                }
                connection.commit();
            }
        }
    }

    // snippet: testing-enqueued
    @Test
    void whoever_signs_up_is_welcomed(Howdah howdah, DataSource dataSource) throws Exception {
        var signUp = new SignUp(howdah, dataSource);

        signUp.register("ada@example.com");
        assertEnqueued(howdah, WELCOME, new Welcome("ada@example.com"));

        assertThatThrownBy(() -> signUp.register("nobody"));
        assertNoneEnqueued(howdah, WELCOME, new Welcome("nobody")); // it was rolled back
    }
    // end

    // snippet: testing-drain
    @Test
    void a_welcome_that_fails_is_tried_again_after_a_minute(Howdah howdah, TestClock clock) {
        var sent = new CopyOnWriteArrayList<String>();
        howdah.jobs().handle(WELCOME, job -> {
            if (job.attempt() == 1) {
                throw new ConnectException("the relay is away");
            }
            sent.add(job.payload().email());
        });
        howdah.jobs().enqueue(WELCOME, new Welcome("ada@example.com"));

        howdah.drain(); // does what is due, in this thread, and returns when nothing is left
        assertThat(sent).isEmpty();

        clock.advance(Duration.ofMinutes(1)); // for every process, and for SQL
        howdah.drain();
        assertThat(sent).containsExactly("ada@example.com");
    }
    // end

    // snippet: testing-deliver
    @Test
    void the_shop_is_told_even_if_it_was_away(Howdah howdah, TestDatabase database, TestClock clock) {
        var receiver = database.receiver(howdah, "sms"); // webhooks over HTTP, and a channel of your own
        howdah.notifications().endpoints().put(Endpoint.of("shop", receiver.url("/hooks")));
        howdah.notifications()
                .notify(Intent.of("billing", "invoice-7", "invoice.paid")
                        .to(Recipient.endpoint("shop"), Recipient.of("sms", "+43 1 234")));

        receiver.failNext(1);
        assertThat(receiver.deliver()).hasSize(1);

        clock.advance(Duration.ofSeconds(10));
        assertThat(receiver.deliver()).hasSize(1);
    }
    // end

    // snippet: testing-faults
    @Test
    void a_commit_whose_answer_was_lost_has_happened(TestDatabase database) throws Exception {
        var proxy = database.proxy(); // between the application and the database
        var signUp = new SignUp(database.howdah(), database.through(proxy));

        proxy.cutOnReply("COMMIT"); // the server commits, and the caller sees an error
        assertThatThrownBy(() -> signUp.register("ada@example.com")).isInstanceOf(SQLException.class);

        assertEnqueued(database.howdah(), WELCOME, new Welcome("ada@example.com"));
    }
    // end

    // snippet: testing-killed
    @Test
    void a_killed_connection_takes_the_job_with_it(TestDatabase database, DataSource dataSource) throws Exception {
        var howdah = database.howdah();
        try (var connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            howdah.jobs().enqueue(connection, WELCOME, new Welcome("ada@example.com"));
            database.terminateConnections(); // as a failover does
            assertThatThrownBy(connection::commit).isInstanceOf(SQLException.class);
        }
        assertNoneEnqueued(howdah);
    }
    // end

    @Test
    void a_howdah_goes_through_a_proxy_as_a_whole(TestDatabase database) {
        var proxy = database.proxy();
        var howdah = database.howdahThrough(proxy);
        howdah.jobs().handle(WELCOME, job -> {});
        howdah.jobs().enqueue(WELCOME, new Welcome("ada@example.com"));
        howdah.drain();

        assertNoneFailed(howdah);
        proxy.refuse();
        proxy.cut();
        assertThatThrownBy(() -> howdah.jobs().enqueueAll(WELCOME, List.of(new Welcome("b")), JobOptions.none()))
                .isInstanceOf(DatabaseException.class);
    }
}
