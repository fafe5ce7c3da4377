// SPDX-License-Identifier: Apache-2.0
package io.howdah.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.testkit.engine.EventConditions.event;
import static org.junit.platform.testkit.engine.EventConditions.finishedWithFailure;
import static org.junit.platform.testkit.engine.EventConditions.test;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.message;

import io.howdah.Howdah;
import io.howdah.cluster.Member;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

/** The kit, tested by running small test classes with it. */
class HowdahTestTest {
    private static final Set<String> DATABASES = new HashSet<>();

    @HowdahTest
    static class Clean {
        @Test
        void everything_that_is_offered_works(
                Howdah howdah, TestDatabase database, TestClock clock, DataSource dataSource) throws SQLException {
            howdah.start();
            assertThat(howdah.cluster().members()).extracting(Member::state).containsExactly(Member.State.ACTIVE);
            try (var connection = dataSource.getConnection()) {
                assertThat(connection.getCatalog()).isEqualTo(database.name());
            }
            clock.advance(Duration.ofDays(400));
            assertThat(clock.now()).isAfter(Instant.now().plus(Duration.ofDays(399)));
            clock.set(Instant.parse("2000-01-01T00:00:00Z"));
            assertThat(clock.now()).isBetween("2000-01-01T00:00:00Z", "2000-01-01T00:00:30Z");
            howdah.drain();
        }

        @Test
        void every_test_begins_with_empty_tables_and_the_true_time(TestDatabase database) {
            requireEmptyThenFill(database);
        }

        @Test
        void every_test_begins_with_empty_tables_whichever_came_first(TestDatabase database) {
            requireEmptyThenFill(database);
        }

        private static void requireEmptyThenFill(TestDatabase database) {
            var clock = database.clock();
            assertThat(database.one("select count(*) from howdah.member", Long.class))
                    .isZero();
            assertThat(clock.now())
                    .isBetween(Instant.now().minusSeconds(30), Instant.now().plusSeconds(30));
            database.execute("insert into howdah.member (id, name, host, pid, version, beat_every, wakeups)"
                    + " values (gen_random_uuid(), 'left over', 'h', 1, 'v', interval '5 s', '')");
        }
    }

    @HowdahTest
    static class One {
        @Test
        void has_a_database(TestDatabase database) {
            DATABASES.add(database.name());
        }
    }

    @HowdahTest
    static class Other extends One {}

    @HowdahTest
    static class LeakingLoop {
        private static final List<Howdah> LEAKED = new ArrayList<>();

        @Test
        void leaves_it_running(TestDatabase database) {
            LEAKED.add(Howdah.open(database.direct()));
            LEAKED.forEach(Howdah::start);
        }
    }

    @HowdahTest
    static class LeakingConnection {
        @Test
        void keeps_it(DataSource dataSource) throws SQLException {
            assertThat(dataSource.getConnection().isClosed()).isFalse();
        }
    }

    @Test
    void a_clean_test_passes() {
        run(Clean.class).assertStatistics(statistics -> statistics.started(3).succeeded(3));
    }

    @Test
    void every_class_has_a_database_of_its_own_which_is_dropped_at_the_end() {
        DATABASES.clear();
        run(One.class);
        run(Other.class);

        assertThat(DATABASES).hasSize(2);
        var remaining = TestServer.running().databases();
        assertThat(remaining).isNotEmpty().doesNotContainAnyElementsOf(DATABASES);
    }

    @Test
    void a_loop_that_is_left_running_fails_the_test() {
        run(LeakingLoop.class, "PT0.5S")
                .assertThatEvents()
                .haveExactly(1, event(test(), finishedWithFailure(message(text -> text.contains("heartbeat")))));
        LeakingLoop.LEAKED.forEach(Howdah::close);
    }

    @Test
    void a_connection_that_is_not_given_back_fails_the_test() {
        run(LeakingConnection.class, "PT0.5S")
                .assertThatEvents()
                .haveExactly(1, event(test(), finishedWithFailure(message(text -> text.contains("back in the pool")))));
    }

    private static Events run(Class<?> testClass) {
        return run(testClass, "PT10S");
    }

    private static Events run(Class<?> testClass, String patience) {
        return EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(testClass))
                .configurationParameter(HowdahExtension.PATIENCE, patience)
                .execute()
                .testEvents();
    }
}
