// SPDX-License-Identifier: Apache-2.0
package io.howdah.test;

import static io.howdah.test.HowdahAssertions.assertDrained;
import static io.howdah.test.HowdahAssertions.assertEnqueued;
import static io.howdah.test.HowdahAssertions.assertNoneEnqueued;
import static io.howdah.test.HowdahAssertions.assertNoneFailed;
import static io.howdah.test.HowdahAssertions.enqueued;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.CurrentTransaction;
import io.howdah.EncryptedCodec;
import io.howdah.Howdah;
import io.howdah.job.JobType;
import io.howdah.notification.Intent;
import io.howdah.notification.Recipient;
import io.howdah.queue.QueueName;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.stream.IntStream;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

/** What the assertions say, and what they say when they fail. */
@HowdahTest
class HowdahAssertionsTest {
    record Receipt(int order) {}

    private static final JobType<Receipt> RECEIPT = JobType.of("receipt", Receipt.class);
    private static final JobType<byte[]> SCAN = JobType.of("scan", byte[].class).queue("scans");

    @Test
    void what_was_enqueued_is_found_by_type_and_by_payload(Howdah howdah) {
        howdah.jobs().enqueue(RECEIPT, new Receipt(7));
        howdah.jobs().enqueue(SCAN, new byte[] {1, 2});
        howdah.jobs().enqueue(RECEIPT, new Receipt(8));

        assertEnqueued(howdah, RECEIPT);
        assertEnqueued(howdah, RECEIPT, new Receipt(8));
        assertEnqueued(howdah, SCAN, new byte[] {1, 2});
        assertNoneEnqueued(howdah, RECEIPT, new Receipt(9));
        assertThat(enqueued(howdah, RECEIPT)).containsExactly(new Receipt(7), new Receipt(8));
    }

    @Test
    void sessions_that_a_pool_does_not_know_to_have_ended_are_no_failure(Howdah howdah, TestDatabase database)
            throws SQLException {
        howdah.jobs().enqueue(RECEIPT, new Receipt(7));
        try (var first = howdah.dataSource().getConnection();
                var second = howdah.dataSource().getConnection()) {
            assertThat(first.isValid(1) && second.isValid(1)).isTrue();
            database.terminateConnections();
        }

        assertEnqueued(howdah, RECEIPT, new Receipt(7));
    }

    @Test
    void a_missing_job_is_told_with_those_that_were_there_the_likely_ones_first(Howdah howdah) {
        howdah.jobs().enqueue(SCAN, new byte[] {1, 2});
        howdah.jobs().enqueue(RECEIPT, new Receipt(8));

        assertThatThrownBy(() -> assertEnqueued(howdah, RECEIPT, new Receipt(7)))
                .isInstanceOf(AssertionError.class)
                .hasMessage("""
                    no job receipt Receipt[order=7] was enqueued; there were:
                      receipt {"order":8} in default (ready)
                      scan 2 bytes of application/octet-stream in scans (ready)""");
    }

    @Test
    void nothing_at_all_is_told_too(Howdah howdah) {
        assertThatThrownBy(() -> assertEnqueued(howdah, RECEIPT))
                .isInstanceOf(AssertionError.class)
                .hasMessage("no job receipt was enqueued; none was enqueued");
    }

    @Test
    void a_job_that_was_not_expected_is_shown(Howdah howdah) {
        howdah.jobs().enqueue(RECEIPT, new Receipt(7));

        for (var wrong : new Runnable[] {
            () -> assertNoneEnqueued(howdah),
            () -> assertNoneEnqueued(howdah, RECEIPT),
            () -> assertNoneEnqueued(howdah, RECEIPT, new Receipt(7))
        }) {
            assertThatThrownBy(wrong::run)
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("was expected")
                    .hasMessageContaining("receipt {\"order\":7} in default (ready)");
        }
        assertNoneEnqueued(howdah, SCAN);
    }

    @Test
    void very_many_are_not_all_shown(Howdah howdah) {
        IntStream.range(0, 25).forEach(i -> howdah.jobs().enqueue(RECEIPT, new Receipt(i)));

        assertThatThrownBy(() -> assertNoneEnqueued(howdah)).hasMessageEndingWith("  and 5 more");
    }

    @Test
    void what_was_done_was_enqueued(Howdah howdah) {
        howdah.jobs().handle(RECEIPT, job -> {});
        howdah.jobs().enqueue(RECEIPT, new Receipt(7));
        howdah.drain();

        assertEnqueued(howdah, RECEIPT, new Receipt(7));
        assertNoneFailed(howdah);
        assertThatThrownBy(() -> assertNoneEnqueued(howdah)).hasMessageContaining("(done)");
    }

    @Test
    void messages_and_deliveries_are_no_jobs(Howdah howdah, TestDatabase database) {
        var receiver = database.receiver(howdah, "sms");
        howdah.messages().send(QueueName.of("mail", String.class), "hello");
        howdah.notifications().notify(Intent.of("shop", "1", "a.b").to(Recipient.of("sms", "+43 1")));

        assertNoneEnqueued(howdah);
        assertThat(receiver.deliver()).hasSize(1);
    }

    @Test
    void a_failure_that_nobody_saw_is_told_with_its_error(Howdah howdah) {
        howdah.jobs().handle(RECEIPT, job -> assertThat(job.payload().order()).isEqualTo(7));
        howdah.jobs().enqueue(RECEIPT, new Receipt(8));
        howdah.drain();

        assertThatThrownBy(() -> assertNoneFailed(howdah))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("receipt {\"order\":8} in default (deferred after 1, last error: ")
                .hasMessageContaining("expected: 7");
    }

    @Test
    void what_is_not_committed_is_seen_by_its_own_transaction_alone(TestDatabase database) throws SQLException {
        try (var connection = database.connect()) {
            connection.setAutoCommit(false);
            var inside = database.howdah(builder -> builder.transaction(in(connection)));
            inside.jobs().enqueue(RECEIPT, new Receipt(7));

            assertEnqueued(inside, RECEIPT, new Receipt(7));
            assertNoneEnqueued(database.howdah());

            connection.rollback();
            assertNoneEnqueued(inside);
        }
    }

    @Test
    void encrypted_payloads_are_read_with_the_howdahs_codec(TestDatabase database) {
        var key = new SecretKeySpec(new byte[32], "AES");
        var howdah =
                database.howdah(builder -> builder.codec(EncryptedCodec.of(io.howdah.Codec.json(), "2026-11", key)));
        howdah.jobs().enqueue(RECEIPT, new Receipt(7));

        assertThatCode(() -> assertEnqueued(howdah, RECEIPT, new Receipt(7))).doesNotThrowAnyException();
    }

    private static CurrentTransaction in(Connection connection) {
        return new CurrentTransaction() {
            @Override
            public Optional<Connection> connection() {
                return Optional.of(connection);
            }

            @Override
            public void afterCommit(Runnable action) {}
        };
    }

    @Test
    void draining_tells_what_handlers_threw(Howdah howdah) {
        howdah.jobs().handle(RECEIPT, job -> {
            if (job.payload().order() == 8) {
                throw new IllegalStateException("the printer is out of paper");
            }
            howdah.jobs().enqueue(SCAN, new byte[] {1});
        });
        howdah.jobs().handle(SCAN, job -> {});

        howdah.jobs().enqueue(RECEIPT, new Receipt(7));
        assertDrained(howdah);
        assertThat(enqueued(howdah, SCAN)).hasSize(1);

        howdah.jobs().enqueue(RECEIPT, new Receipt(8));
        assertThatThrownBy(() -> assertDrained(howdah))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("out of paper");
    }
}
