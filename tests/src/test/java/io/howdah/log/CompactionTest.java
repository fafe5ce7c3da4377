// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import static io.howdah.log.CompactedTopic.HOUR;
import static io.howdah.log.CompactedTopic.STATES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.Howdah;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestClock;
import io.howdah.test.TestDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Compacted topics: of each key the newest event stays, with its offset. */
@HowdahTest
class CompactionTest {
    private TestDatabase database;
    private TestClock clock;
    private Howdah howdah;
    private EventLog log;
    private CompactedTopic topic;

    @BeforeEach
    void log(TestDatabase database, Howdah howdah, TestClock clock) {
        this.database = database;
        this.howdah = howdah;
        this.clock = clock;
        log = howdah.log();
        topic = new CompactedTopic(database, howdah, clock);
    }

    @Test
    void of_each_key_the_newest_stays_with_its_offset_unit_and_times() {
        topic.append("a1", "b1");
        topic.append("a2");
        var newest = log.read(STATES, 0, 1, 2);
        topic.append("c1", "a3");
        var before = log.read(STATES, 0, 0, 10);
        topic.compact(HOUR);

        assertThat(topic.states()).containsExactly("1b1", "3c1", "4a3");
        assertThat(log.read(STATES, 0, 0, 10))
                .usingRecursiveFieldByFieldElementComparator()
                .isEqualTo(List.of(before.get(1), before.get(3), before.get(4)));
        assertThat(newest.getFirst().unit())
                .as("that of b1, whose first event has gone")
                .isZero();
        assertThat(topic.state()).isEqualTo(new CompactionState(0, 5, 5, 3, 2, Optional.empty(), OptionalLong.empty()));
        topic.append("b2");
        topic.compact(HOUR);
        assertThat(topic.states()).containsExactly("3c1", "4a3", "5b2");
        assertThat(log.partitions(STATES)).containsExactly(new PartitionInfo(0, 0, 6));
    }

    @Test
    void what_an_event_belongs_to_is_still_known_of_the_one_that_stays() {
        log.append(STATES, NewEvent.of("state", "a1").key("a").correlation("release-1"));
        log.append(STATES, NewEvent.of("state", "a2").key("a").correlation("release-2"));
        howdah.drain();
        topic.compact(HOUR);

        assertThat(database.one("select string_agg(correlation, ' ') from howdah.log_entry", String.class))
                .isEqualTo("release-2");
    }

    @Test
    void what_is_younger_than_the_lag_or_in_the_slice_that_is_written_stays_whole() {
        topic.append("a1");
        topic.append("a2");
        clock.advance(HOUR.multipliedBy(2));
        howdah.drain();
        assertThat(topic.states()).as("the slice has not ended").containsExactly("0a1", "1a2");

        topic.compact(Duration.ZERO);
        topic.append("a3");
        topic.compact(Duration.ZERO);
        assertThat(topic.states())
                .as("the third is too young to replace the second")
                .containsExactly("1a2", "2a3");
        assertThat(topic.state().next()).isEqualTo(2);
        assertThat(topic.state().oldest()).isPresent();
        topic.compact(HOUR);
        assertThat(topic.states()).containsExactly("2a3");
    }

    @Test
    void slices_are_dropped_once_compaction_has_passed_them_and_offsets_go_on() {
        topic.append("a1");
        topic.compact(HOUR);
        topic.append("a2", "b1");
        topic.compact(HOUR);
        topic.compact(HOUR);

        assertThat(database.query("select slice from howdah.log_entry group by slice"))
                .containsExactly(List.of(0));
        assertThat(database.one(
                        "select count(*) from howdah.log_slice where slice < howdah.log_slice() - 1", Long.class))
                .isZero();
        assertThat(topic.states()).containsExactly("1a2", "2b1");
        topic.append("c1");
        assertThat(topic.states()).containsExactly("1a2", "2b1", "3c1");
        assertThatThrownBy(() -> log.read(STATES, 0, 5, 1)).isInstanceOf(OffsetOutOfRangeException.class);
    }

    @Test
    void large_events_are_compacted_a_few_at_a_time_without_a_pause() {
        for (int i = 0; i < 40; i++) {
            log.append(STATES, NewEvent.of("t" + i, new byte[1_000_000]).key("k" + i % 2));
        }
        howdah.drain();
        topic.compact(HOUR);

        assertThat(topic.states()).containsExactly("38t38", "39t39");
    }

    @Test
    void a_tombstone_goes_after_its_time_but_never_the_newest_event_of_a_partition() {
        topic.append("a1", "b1");
        topic.append("a-");
        topic.append("c1");
        topic.append("b-");
        topic.compact(HOUR);
        assertThat(topic.states()).containsExactly("2a-", "3c1", "4b-");
        assertThat(log.read(STATES, 0, 2, 1).getFirst().isTombstone()).isTrue();

        topic.compact(HOUR.multipliedBy(2));
        assertThat(topic.states()).containsExactly("3c1", "4b-");
        topic.append("d1");
        topic.compact(HOUR);
        assertThat(topic.states()).as("it is not the newest any more").containsExactly("3c1", "5d1");
        topic.append("a2");
        assertThat(topic.states()).containsExactly("3c1", "5d1", "6a2");
        assertThat(topic.state().removed()).isEqualTo(4);
        assertThat(topic.state().kept()).isEqualTo(2);
    }

    @Test
    void a_key_that_comes_back_before_its_tombstone_went_is_kept() {
        topic.append("a1");
        topic.append("a-");
        topic.append("z1");
        topic.compact(HOUR);
        topic.append("a2");
        topic.compact(HOUR.multipliedBy(5));
        topic.compact(HOUR.multipliedBy(5));

        assertThat(topic.states()).containsExactly("2z1", "3a2");
    }

    @Test
    void a_time_leads_to_the_first_event_at_or_after_it_that_is_there() {
        topic.append("a1");
        clock.advance(HOUR);
        topic.append("b1");
        var moment = clock.now();
        clock.advance(HOUR);
        topic.append("a2");
        topic.append("a3");
        clock.advance(HOUR);
        topic.append("c1");
        topic.compact(HOUR);

        assertThat(topic.states()).containsExactly("1b1", "3a3", "4c1");
        assertThat(log.offsetAt(STATES, 0, moment.minus(HOUR.multipliedBy(2)))).isEqualTo(1);
        assertThat(log.offsetAt(STATES, 0, moment.plusSeconds(60))).isEqualTo(3);
        assertThat(log.offsetAt(STATES, 0, moment.plus(Duration.ofDays(9)))).isEqualTo(5);
    }

    @Test
    void events_without_a_key_are_refused_by_name_from_java_and_from_sql() {
        assertThatThrownBy(() -> log.append(STATES, NewEvent.of("t", "x")))
                .isInstanceOfSatisfying(
                        TopicException.class,
                        refused -> assertThat(refused.code()).isEqualTo("key-missing"));
        assertThatThrownBy(() -> {
                    try (var connection = database.connect()) {
                        connection.createStatement().execute("select howdah.append('states', 't', '{}')");
                    }
                })
                .isInstanceOfSatisfying(
                        SQLException.class,
                        refused -> assertThat(refused.getSQLState()).isEqualTo("23502"))
                .hasMessageContaining("has no key");
        database.query("select howdah.append('states', 't', '{}', 'k')");
        database.query("select howdah.append_bytes('states', 'gone', '', key => 'k')");
        database.query("select howdah.append('states', 'gone', 'null', 'l')");
        howdah.drain();
        assertThat(log.read(STATES, 0, 0, 3)).extracting(LogEvent::isTombstone).containsExactly(false, true, true);
        topic.append("z1");
        topic.compact(HOUR);
        topic.compact(HOUR.multipliedBy(3));
        assertThat(topic.states()).containsExactly("3z1");
    }

    @Test
    void compaction_is_for_good_and_excludes_retention_and_its_times_may_change() {
        for (var refused : List.<Runnable>of(
                () -> STATES.keep(HOUR),
                () -> STATES.keepBytes(1),
                () -> Topic.of("x").keep(HOUR).compacted())) {
            assertThatThrownBy(refused::run)
                    .isInstanceOfSatisfying(
                            TopicException.class,
                            named -> assertThat(named.code()).isEqualTo("topic-kept-and-compacted"));
        }
        assertThatThrownBy(() -> log.create(Topic.of("states").partitions(1)))
                .isInstanceOf(TopicException.class)
                .hasMessageContaining("compaction on, not off");
        log.create(STATES.compacted(new Compaction(Duration.ZERO, HOUR)));
        topic.append("a1");
        topic.append("a2");
        topic.compact(Duration.ZERO);
        assertThat(topic.states()).containsExactly("1a2");
        assertThat(log.compaction(Topic.of("plain"))).isEmpty();
    }
}
