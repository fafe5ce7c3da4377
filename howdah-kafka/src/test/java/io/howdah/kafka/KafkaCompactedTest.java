// SPDX-License-Identifier: Apache-2.0
package io.howdah.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Howdah;
import io.howdah.log.Compaction;
import io.howdah.log.Decider;
import io.howdah.log.EventBatch;
import io.howdah.log.EventLog;
import io.howdah.log.GroupOptions;
import io.howdah.log.LogEvent;
import io.howdah.log.NewEvent;
import io.howdah.log.Topic;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestClock;
import io.howdah.test.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Compacted topics of the log, with their holes, in a real broker and read from there. */
@HowdahTest
class KafkaCompactedTest {
    private static final Topic STATES =
            Topic.of("states").partitions(1).compacted(new Compaction(Duration.ZERO, Duration.ofDays(1)));
    private static final Decider ADA = new Decider("ada", "looked at it");

    private final EmbeddedKafka kafka = EmbeddedKafka.running();
    private final List<Long> seen = new CopyOnWriteArrayList<>();
    private final Set<Long> bad = ConcurrentHashMap.newKeySet();
    private TestDatabase database;
    private TestClock clock;
    private Howdah howdah;
    private EventLog log;

    @BeforeEach
    void log(TestDatabase database, Howdah howdah, TestClock clock) {
        this.database = database;
        this.clock = clock;
        this.howdah = howdah;
        log = howdah.log();
        log.create(STATES);
    }

    /** One unit; each letter is a key, and a capital one says that it has gone. */
    private void append(String keys) {
        log.appendAll(STATES, keys.chars().mapToObj(KafkaCompactedTest::event).toList());
        howdah.drain();
    }

    private static NewEvent event(int letter) {
        var key = Character.toString(Character.toLowerCase(letter));
        return Character.isUpperCase(letter)
                ? NewEvent.tombstone("gone", key)
                : NewEvent.of("is", key.getBytes(UTF_8)).key(key);
    }

    private void compact() {
        database.query("select howdah.log_roll()");
        database.query("select howdah.log_seal(howdah.log_slice())");
        for (int round = 0; round < 3; round++) {
            clock.advance(Duration.ofMinutes(2));
            howdah.drain();
        }
    }

    private List<Long> inLog() {
        return log.read(STATES, 0, 0, 1_000).stream().map(LogEvent::offset).toList();
    }

    private void relay(KafkaTopic to) {
        try (var other = database.howdah();
                var relay = KafkaRelay.open(other.log(), STATES, to)) {
            other.drain();
            assertThat(relay.states())
                    .allSatisfy(state -> assertThat(state.failure()).isEmpty());
        }
        assertThat(log.group(STATES, KafkaRelay.groupOf(to)).lag().getFirst().stopped())
                .isEmpty();
    }

    private void handle(EventBatch batch) {
        batch.events().filter(event -> bad.contains(event.offset())).findFirst().ifPresent(event -> {
            throw new IllegalStateException(event + " is bad");
        });
        batch.events().map(LogEvent::offset).forEach(seen::add);
    }

    @Test
    void what_compaction_left_is_relayed_and_read_from_kafka_and_nothing_is_taken_for_lost() {
        append("ab");
        append("acd");
        append("eB");
        append("a");
        compact();
        assertThat(inLog()).containsExactly(3L, 4L, 5L, 6L, 7L);
        var to = kafka.topicFor(STATES);

        relay(to);
        assertThat(kafka.offsets(to, 0)).isEqualTo(inLog());
        assertThat(kafka.committed(to, 0).get(3).value()).as("a tombstone").isNull();

        append("fg");
        append("f");
        relay(to);
        compact();
        append("f");
        relay(to);
        assertThat(inLog()).containsExactly(3L, 4L, 5L, 6L, 7L, 9L, 10L, 11L);
        assertThat(kafka.offsets(to, 0)).containsExactly(3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L, 11L);

        var options = GroupOptions.standard().batch(2).from(KafkaSource.of(to));
        log.handle(STATES, "g", options, this::handle);
        howdah.drain();
        assertThat(seen).containsExactly(3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L, 11L);
        assertThat(log.group(STATES, "g").lag().getFirst().stopped()).isEmpty();
    }

    @Test
    void a_relay_that_is_put_back_or_begins_in_a_hole_goes_on() {
        append("ab");
        append("ac");
        var to = kafka.topicFor(STATES);
        relay(to);
        compact();
        assertThat(inLog()).containsExactly(1L, 2L, 3L);
        append("c");
        compact();
        append("c");
        compact();
        assertThat(inLog()).as("the relay has not sent the last two").containsExactly(1L, 2L, 3L, 4L, 5L);

        relay(to);
        compact();
        assertThat(inLog()).containsExactly(1L, 2L, 5L);
        log.group(STATES, KafkaRelay.groupOf(to)).seek(0, 3, ADA);
        append("d");
        relay(to);
        assertThat(kafka.offsets(to, 0)).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L);
    }

    @Test
    void a_unit_with_holes_that_was_put_aside_is_read_again_from_kafka() {
        append("abc");
        append("a");
        append("d");
        compact();
        append("e");
        var to = kafka.topicFor(STATES);
        relay(to);
        bad.add(2L);
        var options = GroupOptions.standard()
                .attempts(1)
                .pauses(Duration.ZERO, Duration.ZERO)
                .from(KafkaSource.of(to));
        log.handle(STATES, "g", options, this::handle);
        howdah.drain();
        var group = log.group(STATES, "g");
        assertThat(seen).containsExactly(3L, 4L, 5L);
        assertThat(group.parked(9)).singleElement().satisfies(parked -> {
            assertThat(parked.first()).isZero();
            assertThat(parked.last()).isEqualTo(2);
        });

        bad.clear();
        assertThat(group.retry(0, 0, ADA)).isTrue();
        howdah.drain();
        assertThat(seen).containsExactly(3L, 4L, 5L, 1L, 2L);
    }

    @Test
    void what_kafka_lost_and_the_log_has_still_stops_a_group() {
        var to = kafka.topicFor(STATES);
        relay(to);
        append("a");
        append("b");
        append("c");
        append("a");
        var group = log.group(STATES, KafkaRelay.groupOf(to));
        group.seek(0, 4, ADA);
        compact();
        group.seek(0, 2, ADA);
        relay(to);
        assertThat(kafka.offsets(to, 0))
                .as("the first was left out, as was decided")
                .containsExactly(2L, 3L);

        log.handle(STATES, "g", GroupOptions.standard().from(KafkaSource.of(to)), this::handle);
        howdah.drain();
        assertThat(seen).isEmpty();
        assertThat(log.group(STATES, "g").lag().getFirst().stopped())
                .hasValueSatisfying(why -> assertThat(why).contains("offset"));
    }
}
