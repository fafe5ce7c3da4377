// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.Howdah;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestClock;
import io.howdah.test.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Any language can enqueue, in its own transaction, by SQL. */
@HowdahTest
class EnqueueFromSqlTest {
    record Ping(int number) {}

    private final List<Integer> seen = new ArrayList<>();
    private TestDatabase database;
    private Howdah howdah;

    @BeforeEach
    void a_handler(TestDatabase database, Howdah howdah) {
        this.database = database;
        this.howdah = howdah;
        howdah.jobs()
                .handle(
                        JobType.of("ping", Ping.class),
                        job -> seen.add(job.payload().number()));
    }

    private JobId enqueue(String arguments) {
        return new JobId(database.one("select howdah.enqueue('ping', " + arguments + ")", Long.class));
    }

    @Test
    void a_job_enqueued_by_sql_is_run_by_java() {
        var id = enqueue("'{\"number\": 7}', correlation => 'order-7'");

        howdah.drain();

        assertThat(seen).containsExactly(7);
        assertThat(howdah.jobs().find(id).orElseThrow()).satisfies(info -> {
            assertThat(info.state()).isEqualTo(JobState.DONE);
            assertThat(info.correlation()).contains("order-7");
        });
    }

    @Test
    void it_follows_the_transaction_it_was_enqueued_in() throws Exception {
        try (var connection = database.connect()) {
            connection.setAutoCommit(false);
            connection.createStatement().execute("select howdah.enqueue('ping', '{\"number\": 1}')");
            connection.rollback();
        }

        howdah.drain();

        assertThat(seen).isEmpty();
    }

    @Test
    void priority_delay_and_unique_keys_mean_the_same_as_in_java(TestClock clock) {
        enqueue("'{\"number\": 9}', priority => 9");
        enqueue("'{\"number\": 0}', priority => 0");
        enqueue("'{\"number\": 3}', delay => interval '1 hour'");
        var first = enqueue("'{\"number\": 5}', unique_key => 'k'");
        assertThat(enqueue("'{\"number\": 6}', unique_key => 'k'")).isEqualTo(first);

        howdah.drain();
        assertThat(seen).containsExactly(0, 5, 9);
        clock.advance(Duration.ofHours(2));
        howdah.drain();
        assertThat(seen).containsExactly(0, 5, 9, 3);
    }

    @Test
    void what_cannot_be_right_is_refused_and_nothing_is_enqueued() {
        enqueue("'{\"number\": 1}', unique_key => 'k'");

        assertThatThrownBy(() -> enqueue("'{}', unique_key => 'k', if_exists => 'reject'"))
                .hasMessageContaining("key k");
        assertThatThrownBy(() -> enqueue("'{}', if_exists => 'perhaps'")).hasMessageContaining("perhaps");
        assertThatThrownBy(() -> enqueue("'{}', delay => interval '-1 s'")).hasMessageContaining("negative");
        assertThatThrownBy(() -> enqueue("'{}', priority => 10")).hasMessageContaining("bounds");
        assertThatThrownBy(() -> enqueue("'{}', queue => 'two words'")).hasMessageContaining("queue");
        assertThat(database.one("select count(*) from howdah.work_body", Long.class))
                .isEqualTo(1);
    }
}
