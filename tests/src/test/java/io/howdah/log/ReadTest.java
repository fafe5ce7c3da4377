// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.Howdah;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Reading by offset, time, key and type; watching; and what is left when old slices are gone. */
@HowdahTest
class ReadTest {
    private static final Topic TOPIC = Topic.of("orders").partitions(2).keep(Duration.ofDays(3));

    private Howdah howdah;
    private EventLog log;

    @BeforeEach
    void log(Howdah howdah) {
        this.howdah = howdah;
        log = howdah.log();
        log.create(TOPIC);
    }

    private void append(String key, String type) {
        log.append(TOPIC, NewEvent.of(type, "x").key(key));
    }

    private static List<String> types(List<LogEvent> events) {
        return events.stream().map(LogEvent::type).toList();
    }

    @Test
    void events_are_found_by_offset_time_key_and_type(TestClock clock) {
        for (int hour = 0; hour < 5; hour++) {
            for (int i = 0; i < 4; i++) {
                append("k" + i, "h" + hour);
            }
            howdah.drain();
            clock.advance(Duration.ofHours(1));
        }
        var start = clock.now().minus(Duration.ofHours(5));
        var partition = TOPIC.partitionOf("k1");

        assertThat(types(log.list(TOPIC, EventQuery.all().key("k1"), 100)))
                .containsExactly("h0", "h1", "h2", "h3", "h4");
        assertThat(log.list(TOPIC, EventQuery.all().type("h3"), 100)).hasSize(4);
        assertThat(types(log.list(
                        TOPIC,
                        EventQuery.all()
                                .since(start.plus(Duration.ofMinutes(30)))
                                .until(start.plus(Duration.ofMinutes(150)))
                                .key("k1"),
                        100)))
                .containsExactly("h1", "h2");
        var third = log.offsetAt(TOPIC, partition, start.plus(Duration.ofMinutes(90)));
        assertThat(log.read(TOPIC, partition, third, 1).getFirst().type()).isEqualTo("h2");
        assertThat(log.read(TOPIC, partition, third - 1, 1).getFirst().type()).isEqualTo("h1");
        assertThat(log.list(TOPIC, EventQuery.all().partition(partition).from(third), 100))
                .allMatch(event -> event.offset() >= third && event.partition() == partition);
        assertThat(log.offsetAt(TOPIC, partition, clock.now()))
                .isEqualTo(log.partitions(TOPIC).get(partition).next());
    }

    @Test
    void a_search_looks_at_so_many_and_says_where_it_stopped_and_a_list_goes_on() {
        var topic = Topic.of("many").partitions(1);
        for (int batch = 0; batch < 3; batch++) {
            log.appendAll(
                    topic,
                    IntStream.range(0, 2_000)
                            .mapToObj(i -> NewEvent.of("common", "x"))
                            .toList());
        }
        log.append(topic, NewEvent.of("rare", "x"));
        howdah.drain();
        var rare = EventQuery.all().type("rare");

        var first = log.search(topic, rare, 10);
        assertThat(first.events()).isEmpty();
        assertThat(first.next()).hasValue(5_000);
        var second = log.search(topic, rare.from(first.next().getAsLong()), 10);
        assertThat(types(second.events())).containsExactly("rare");
        assertThat(second.next()).isEmpty();
        assertThat(types(log.list(topic, rare, 10))).containsExactly("rare");
        var full = log.search(topic, EventQuery.all().from(100), 3);
        assertThat(full.events()).extracting(LogEvent::offset).containsExactly(100L, 101L, 102L);
        assertThat(full.next()).hasValue(103);
        assertThat(log.list(topic, EventQuery.all(), 5_500)).hasSize(5_500);
    }

    @Test
    void a_tail_shows_what_is_numbered_from_now_on() {
        append("k", "before");
        howdah.start();
        Await.until(
                "it is numbered",
                () -> log.partitions(TOPIC).stream()
                                .mapToLong(PartitionInfo::next)
                                .sum()
                        == 1);
        var seen = Collections.synchronizedList(new ArrayList<LogEvent>());

        try (var tail = log.tail(TOPIC, seen::add)) {
            IntStream.range(0, 100).forEach(i -> append("k" + i % 5, "t" + i));
            Await.until("all are seen", () -> seen.size() == 100);
            assertThat(tail).isNotNull();
        }
        append("k", "after");
        howdah.drain();

        assertThat(types(seen)).hasSize(100).doesNotContain("before", "after");
    }

    @Test
    void old_slices_go_when_no_topic_keeps_them_and_offsets_go_on(TestClock clock) {
        day("a", clock);
        day("b", clock);
        day("c", clock);
        clock.advance(Duration.ofDays(2));
        howdah.drain();

        howdah.drain();
        assertThat(types(log.list(TOPIC, EventQuery.all(), 100))).containsExactly("c");
        assertThat(log.partitions(TOPIC).get(TOPIC.partitionOf("k")).first()).isEqualTo(2);
        assertThatThrownBy(() -> log.read(TOPIC, TOPIC.partitionOf("k"), 1, 10))
                .isInstanceOfSatisfying(OffsetOutOfRangeException.class, gone -> {
                    assertThat(gone.first()).isEqualTo(2);
                    assertThat(gone.next()).isEqualTo(3);
                });
        clock.advance(Duration.ofDays(5));
        howdah.drain();
        howdah.drain();
        append("k", "d");
        howdah.drain();
        assertThat(log.read(TOPIC, TOPIC.partitionOf("k"), 3, 10))
                .singleElement()
                .satisfies(event -> assertThat(event.type()).isEqualTo("d"));
    }

    /** An event, and the next day with a slice of its own. */
    private void day(String type, TestClock clock) {
        append("k", type);
        howdah.drain();
        clock.advance(Duration.ofDays(1).plusMinutes(1));
        howdah.drain();
    }

    @Test
    void what_a_protected_group_has_not_read_stays_and_others_are_told_what_they_missed(TestClock clock) {
        day("a", clock);
        day("b", clock);
        log.handle(TOPIC, "slow", GroupOptions.standard().startAt(StartAt.earliest()), batch -> {});
        log.handle(TOPIC, "careful", GroupOptions.standard().protectedFromRetention(), batch -> {});
        var decider = new Decider("ada", "holiday");
        log.group(TOPIC, "slow").pause(decider);
        log.group(TOPIC, "careful").pause(decider);
        day("c", clock);
        clock.advance(Duration.ofDays(5));
        howdah.drain();
        howdah.drain();
        assertThat(types(log.list(TOPIC, EventQuery.all(), 100))).containsExactly("a", "b", "c");

        log.group(TOPIC, "careful").resume(decider);
        howdah.drain();
        clock.advance(Duration.ofDays(1));
        howdah.drain();
        howdah.drain();
        assertThat(log.list(TOPIC, EventQuery.all(), 100)).isEmpty();
        log.group(TOPIC, "slow").resume(decider);
        append("k", "d");
        howdah.drain();

        assertThat(log.group(TOPIC, "slow").lag().get(TOPIC.partitionOf("k")).stopped())
                .hasValueSatisfying(why -> assertThat(why).contains("has offsets 3 to 4 (exclusive), not 0"));
    }
}
