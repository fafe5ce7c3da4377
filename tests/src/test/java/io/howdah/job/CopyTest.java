// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.Howdah;
import io.howdah.job.JobOptions.IfExists;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Very many jobs by COPY are jobs like any others. */
@HowdahTest
class CopyTest {
    private static final JobType<Integer> COUNT =
            JobType.of("count", Integer.class).timeout(Duration.ofMillis(90_500));
    private static final JobType<byte[]> RAW = JobType.of("raw", byte[].class);

    private final List<Integer> seen = new ArrayList<>();
    private TestDatabase database;
    private Howdah howdah;
    private Jobs jobs;

    @BeforeEach
    void jobs(TestDatabase database, Howdah howdah) {
        this.database = database;
        this.howdah = howdah;
        this.jobs = howdah.jobs();
    }

    private long bodies() {
        return database.one("select count(*) from howdah.work_body", Long.class);
    }

    @Test
    void all_are_done_once_in_their_order() {
        jobs.handle(COUNT, job -> seen.add(job.payload()));

        assertThat(jobs.copy(COUNT, IntStream.range(0, 12_345).boxed(), JobOptions.none()))
                .isEqualTo(12_345);
        howdah.drain();

        assertThat(seen).isEqualTo(IntStream.range(0, 12_345).boxed().toList());
    }

    @Test
    void what_is_said_about_them_is_the_same_as_when_they_are_enqueued() {
        var options = JobOptions.none()
                .priority(2)
                .attempts(7)
                .correlation("bülk")
                .trace("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
                .headers(Map.of("who", "ada \"q\""));
        jobs.copy(COUNT, Stream.of(1), options);
        jobs.enqueue(COUNT, 1, options);

        assertThat(database.query("""
                select queue_id, kind_id, priority, max_attempts, timeout::text, unique_key, lane, correlation, trace,
                       parent_id, headers::text, content_type, convert_from(payload, 'UTF8')
                from howdah.work_body order by id"""))
                .hasSize(2)
                .satisfies(rows -> assertThat(rows.getFirst()).isEqualTo(rows.getLast()));
        assertThat(database.query(
                        "select queue_id, priority, attempt, kind_id, flags from howdah.work_ready order by seq"))
                .hasSize(2)
                .satisfies(rows -> assertThat(rows.getFirst()).isEqualTo(rows.getLast()));
    }

    @Test
    void they_exist_if_and_when_the_transaction_commits() throws Exception {
        try (var connection = database.dataSource().getConnection()) {
            connection.setAutoCommit(false);
            jobs.copy(connection, COUNT, Stream.of(1, 2, 3), JobOptions.none());
            assertThat(bodies()).isZero();
            connection.rollback();
            jobs.copy(connection, COUNT, Stream.of(4, 5), JobOptions.none());
            connection.commit();
        }
        assertThat(bodies()).isEqualTo(2);
    }

    @Test
    void nothing_is_enqueued_when_one_of_them_cannot_be() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> jobs.copy(
                        RAW,
                        IntStream.range(0, 6_000).mapToObj(i -> new byte[i == 5_999 ? (1 << 20) + 1 : 1]),
                        JobOptions.none()))
                .withMessageContaining("1 MiB");
        assertThatThrownBy(() -> jobs.copy(
                        COUNT,
                        IntStream.range(0, 6_000).mapToObj(i -> {
                            if (i == 5_500) {
                                throw new IllegalStateException("the source broke");
                            }
                            return i;
                        }),
                        JobOptions.none()))
                .hasMessageContaining("the source broke");
        assertThat(bodies()).isZero();
    }

    @Test
    void a_connection_that_breaks_enqueues_nothing_rather_than_a_part() {
        assertThatThrownBy(() -> jobs.copy(
                        COUNT,
                        IntStream.range(0, 11_000).boxed().peek(i -> {
                            if (i == 10_500) {
                                database.terminateConnections();
                            }
                        }),
                        JobOptions.none()))
                .hasMessageContaining("begin anew");
        assertThat(bodies()).isZero();
    }

    @Test
    void what_has_to_wait_is_refused() {
        for (var options : List.of(
                JobOptions.delayed(Duration.ofHours(1)),
                JobOptions.none().key("k"),
                JobOptions.none().unique("k", IfExists.KEEP))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> jobs.copy(COUNT, Stream.of(1), options))
                    .withMessageContaining("count");
        }
        assertThat(jobs.copy(COUNT, Stream.of(), JobOptions.none())).isZero();
    }
}
