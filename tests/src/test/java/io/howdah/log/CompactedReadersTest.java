// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import static io.howdah.log.CompactedTopic.HOUR;
import static io.howdah.log.CompactedTopic.STATES;
import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Howdah;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestClock;
import io.howdah.test.TestDatabase;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Groups that read a compacted topic, before and after what they read has gone. */
@HowdahTest
class CompactedReadersTest {
    private static final Decider ADA = new Decider("ada", "because");
    private static final GroupOptions TWICE =
            GroupOptions.standard().attempts(2).pauses(Duration.ZERO, Duration.ZERO);

    private final List<String> seen = new CopyOnWriteArrayList<>();
    private final Set<String> bad = ConcurrentHashMap.newKeySet();
    private TestDatabase database;
    private Howdah howdah;
    private EventLog log;
    private CompactedTopic topic;

    @BeforeEach
    void log(TestDatabase database, Howdah howdah, TestClock clock) {
        this.database = database;
        this.howdah = howdah;

        log = howdah.log();
        topic = new CompactedTopic(database, howdah, clock);
    }

    private void handle(EventBatch batch) {
        var types = batch.events().map(event -> event.offset() + event.type()).toList();
        if (types.stream().anyMatch(type -> bad.contains(type.substring(1)))) {
            throw new IllegalStateException("bad");
        }
        seen.addAll(types);
    }

    private LogGroup group() {
        return log.group(STATES, "g");
    }

    @Test
    void a_group_passes_over_what_has_gone_and_one_that_is_put_into_a_hole_goes_on_behind_it() {
        topic.append("a1", "b1");
        topic.append("a2");
        topic.append("a3", "c1");
        topic.append("d1", "d2");
        topic.compact(HOUR);
        log.handle(STATES, "g", TWICE.batch(1), this::handle);
        howdah.drain();
        assertThat(seen).containsExactly("1b1", "3a3", "4c1", "6d2");
        assertThat(group().lag().getFirst().events()).isZero();

        seen.clear();
        group().seek(0, 2, ADA);
        howdah.drain();
        assertThat(seen).containsExactly("3a3", "4c1", "6d2");
        assertThat(group().lag().getFirst().stopped()).isEmpty();
    }

    @Test
    void a_group_that_reads_while_the_next_events_are_moved_misses_none() {
        topic.append("a1");
        topic.append("b1");
        topic.append("c1");
        log.handle(STATES, "g", TWICE.batch(1), batch -> {
            handle(batch);
            if (seen.size() == 1) {
                database.execute("select howdah.log_roll(); select howdah.log_seal(howdah.log_slice())");
                database.execute("update howdah.log_slice set last_entries = slice where sealed;"
                        + " update howdah.log_entry set at = at - interval '1 day';"
                        + " select howdah.log_compact(2); select howdah.log_compact(2)");
            }
        });
        howdah.drain();

        assertThat(seen).containsExactly("0a1", "1b1", "2c1");
        assertThat(topic.state().next()).isEqualTo(2);
    }

    @Test
    void a_hole_that_compaction_did_not_make_still_stops_a_group() {
        topic.append("a1");
        topic.append("b1");
        topic.append("c1");
        database.execute("delete from howdah.log_entry where off = 1");
        log.handle(STATES, "g", TWICE.batch(1), this::handle);
        howdah.drain();

        assertThat(seen).containsExactly("0a1");
        assertThat(group().lag().getFirst().stopped())
                .hasValueSatisfying(why -> assertThat(why).contains("at offset 1"));
    }

    @Test
    void nothing_that_a_protected_group_has_not_handled_goes() {
        log.handle(STATES, "g", TWICE.protectedFromRetention(), this::handle);
        topic.append("a1");
        group().pause(ADA);
        topic.append("a2");
        topic.append("a3");
        topic.compact(HOUR);
        assertThat(topic.states()).containsExactly("0a1", "1a2", "2a3");
        assertThat(topic.state().heldAt()).hasValue(1);
        assertThat(database.query("select compacted_to, protected_offset, parked_offset from howdah.log_compactions"))
                .containsExactly(Arrays.asList(1L, 1L, null));

        group().resume(ADA);
        topic.compact(HOUR);
        assertThat(seen).containsExactly("0a1", "1a2", "2a3");
        assertThat(topic.states()).containsExactly("2a3");
    }

    @Test
    void nor_anything_that_a_group_has_put_aside() {
        bad.add("a1");
        topic.append("a1");
        topic.append("a2");
        topic.append("b1");
        log.handle(STATES, "g", TWICE, this::handle);
        howdah.drain();
        assertThat(seen).containsExactly("2b1");
        topic.append("b2", "a3");
        topic.compact(HOUR);
        assertThat(topic.states()).hasSize(5);
        assertThat(topic.state().heldAt()).hasValue(0);

        bad.clear();
        group().retry(0, 0, ADA);
        howdah.drain();
        assertThat(seen).containsExactly("2b1", "0a1", "1a2", "3b2", "4a3");
        topic.compact(HOUR);
        assertThat(topic.states()).containsExactly("3b2", "4a3");
    }

    @Test
    void a_unit_that_went_before_it_was_put_aside_is_done_and_what_waited_for_it_goes_on() {
        topic.append("a1");
        topic.append("a2");
        topic.append("b1");
        topic.compact(HOUR);
        log.handle(STATES, "g", TWICE, this::handle);
        database.execute("insert into howdah.log_parked (group_id, part_id, unit, last_off, keys, state, attempts)"
                + " select id, 1, 0, 0, '{a}', 'due', 2 from howdah.log_group");
        howdah.drain();

        assertThat(seen).containsExactly("1a2", "2b1");
        assertThat(group().parked(10)).isEmpty();
    }

    @Test
    void a_unit_keeps_its_name_when_its_first_event_goes_so_that_lanes_do_nothing_twice() {
        topic.append("a1", "b1");
        topic.append("c1", "d1");
        topic.append("a2");
        bad.add("c1");
        log.handle(STATES, "g", TWICE.lanes(4).onPoison(OnPoison.STOP), this::handle);
        // The first unit is done ahead, and the place stays before the one that fails.
        database.execute("insert into howdah.log_done select id, 1, 0 from howdah.log_group");
        topic.compact(HOUR);
        assertThat(topic.states()).containsExactly("1b1", "2c1", "3d1", "4a2");
        howdah.drain();

        assertThat(seen).as("b1 was done").doesNotContain("1b1");
        bad.clear();
        group().restart(0, ADA);
        howdah.drain();
        assertThat(seen).doesNotContain("1b1").contains("2c1", "3d1", "4a2");
    }

    @Test
    void long_units_are_read_in_pieces_although_most_of_them_has_gone() {
        var many = IntStream.range(0, 10_000)
                .mapToObj(i -> NewEvent.of("t" + i, new byte[1]).key("k" + i % 7))
                .toList();
        log.appendAll(STATES, many);
        topic.append("x1");
        topic.append("k1");
        topic.compact(HOUR);
        IntStream.range(0, 15).forEach(i -> topic.compact(Duration.ZERO));
        assertThat(topic.state().next()).isEqualTo(10_002);
        log.handle(STATES, "g", TWICE.batch(3), this::handle);
        howdah.drain();

        assertThat(seen).hasSize(9).startsWith("9993t9993").endsWith("10000x1", "10001k1");
    }
}
