// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import static io.howdah.test.HowdahAssertions.assertEnqueued;
import static io.howdah.test.HowdahAssertions.assertNoneEnqueued;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.Howdah;
import io.howdah.job.JobType;
import io.howdah.log.NewEvent;
import io.howdah.log.Topic;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TcpProxy;
import io.howdah.test.TestClock;
import io.howdah.test.TestDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;

/** {@code @HowdahTest} on a test that Spring runs. */
@HowdahTest
@SpringBootTest(classes = HowdahTestInSpringTest.Application.class)
class HowdahTestInSpringTest {
    private static final JobType<Integer> COUNT = JobType.of("count", Integer.class);
    private static final Topic PLACED = Topic.of("placed");
    private static final List<Object> SEEN = new CopyOnWriteArrayList<>();

    /** Of their own: at three in the morning there is one in any test that drains. */
    private static final List<Instant> TICKS = new CopyOnWriteArrayList<>();

    @SpringBootConfiguration
    @EnableAutoConfiguration
    @Import(Counter.class)
    static class Application {
        @Bean
        Topic placed() {
            return PLACED;
        }
    }

    static class Counter {
        @JobHandler("count")
        void count(Integer number) {
            SEEN.add(number);
        }

        @LogListener(topic = "placed", group = "seen")
        void placed(String what) {
            SEEN.add(what);
        }

        @HowdahSchedule(name = "daily", cron = "0 3 * * *")
        void daily(Instant tick) {
            TICKS.add(tick);
        }
    }

    private final TestDatabase database;
    private final TransactionTemplate transaction;

    @Autowired
    HowdahTestInSpringTest(TestDatabase database, TransactionTemplate transaction) {
        this.database = database;
        this.transaction = transaction;
    }

    @BeforeEach
    void nothing_is_seen() {
        SEEN.clear();
        TICKS.clear();
    }

    @Test
    void the_application_is_on_the_database_of_the_test(DataSource dataSource) throws SQLException {
        try (var connection = dataSource.getConnection()) {
            assertThat(connection.getCatalog()).isEqualTo(database.name());
        }
    }

    @RepeatedTest(3)
    void work_waits_until_the_test_drains_and_is_forgotten_after_it(Howdah howdah) {
        assertNoneEnqueued(howdah);
        howdah.jobs().enqueue(COUNT, 7);
        assertEnqueued(howdah, COUNT, 7);
        assertThat(SEEN).isEmpty();

        howdah.drain();
        assertThat(SEEN).containsExactly(7);
        howdah.jobs().enqueue(COUNT, 8);
    }

    @RepeatedTest(2)
    void what_the_application_has_declared_stays(Howdah howdah, TestClock clock) {
        howdah.log().append(PLACED, NewEvent.of("placed", "an order").key("7"));
        howdah.drain();
        assertThat(SEEN).containsExactly("an order");

        clock.advance(Duration.ofDays(1));
        howdah.log().append(PLACED, NewEvent.of("placed", "a late order").key("7"));
        howdah.drain();
        assertThat(SEEN).containsExactly("an order", "a late order");
        assertThat(TICKS).isNotEmpty();
    }

    @RepeatedTest(2)
    void the_true_time_is_back_after_a_test(TestClock clock) {
        assertThat(clock.now()).isBefore(Instant.now().plusSeconds(60));
        clock.advance(Duration.ofDays(2));
    }

    @RepeatedTest(2)
    void a_test_may_start_it(Howdah howdah) {
        howdah.start();
        howdah.jobs().enqueue(COUNT, 7);
        Await.until("it is done", () -> SEEN.contains(7));
    }

    @Test
    @Transactional
    void a_test_that_is_rolled_back_sees_what_it_has_enqueued(Howdah howdah) {
        howdah.jobs().enqueue(COUNT, 7);

        assertEnqueued(howdah, COUNT, 7);
        assertThat(database.query("select id from howdah.work_body")).isEmpty();
    }

    @RepeatedTest(2)
    void a_commit_whose_answer_is_lost_has_happened(Howdah howdah, @Autowired TcpProxy proxy) {
        proxy.cutOnReply("COMMIT");

        assertThatThrownBy(() ->
                        transaction.executeWithoutResult(status -> howdah.jobs().enqueue(COUNT, 7)))
                .isInstanceOf(TransactionException.class);

        assertEnqueued(howdah, COUNT, 7);
        proxy.stall();
    }

    @RepeatedTest(2)
    @DirtiesContext
    void an_application_that_is_thrown_away_is_followed_by_a_new_one(Howdah howdah) {
        assertNoneEnqueued(howdah);
        howdah.jobs().enqueue(COUNT, 7);
    }

    @Nested
    class Inside {
        @Test
        void the_same_application_is_there(Howdah howdah) {
            assertNoneEnqueued(howdah);
            howdah.jobs().enqueue(COUNT, 7);
            howdah.drain();
            assertThat(SEEN).containsExactly(7);
        }
    }
}
