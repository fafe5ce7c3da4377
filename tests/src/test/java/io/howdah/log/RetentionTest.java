// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.Howdah;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestClock;
import io.howdah.test.TestDatabase;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Topics that are kept by size, in slices that they share. */
@HowdahTest
class RetentionTest {
    private static final int MIB = 1 << 20;
    private static final Topic SMALL =
            Topic.of("small").partitions(2).keep(Duration.ofDays(30)).keepBytes(4 * MIB);
    private static final Topic OTHER = Topic.of("other").partitions(1);

    private final Random random = new Random(7);
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
    }

    /** Two partitions, a slice at a time, none of which can be compressed. */
    private void write(Topic topic, int mebibytes) {
        for (int i = 0; i < mebibytes * 8; i++) {
            var bytes = new byte[MIB / 8];
            random.nextBytes(bytes);
            log.append(topic, NewEvent.of("t", bytes).key("k" + i % 5));
            if (i % 8 == 7) {
                round();
            }
        }
        round();
        round();
    }

    private void round() {
        clock.advance(Duration.ofMinutes(2));
        howdah.drain();
    }

    private long bytes() {
        return database.one(
                "select sum(pg_total_relation_size(inhrelid))::bigint from pg_inherits"
                        + " where inhparent in ('howdah.log_event'::regclass, 'howdah.log_entry'::regclass)",
                Long.class);
    }

    private long held(Topic topic) {
        return log.partitions(topic).stream()
                .mapToLong(partition -> partition.next() - partition.first())
                .sum();
    }

    @Test
    void the_oldest_go_when_a_topic_is_larger_than_it_keeps_and_no_less_is_kept_than_that() {
        write(SMALL, 12);

        assertThat(held(SMALL)).isBetween(4 * 8L - 4, 7 * 8L);
        assertThat(bytes()).isBetween(4L * MIB, 8L * MIB);
        var partition = log.partitions(SMALL).getFirst();
        assertThat(partition.first()).isPositive();
        assertThat(log.read(SMALL, 0, partition.first(), 1_000))
                .hasSize(Math.toIntExact(partition.next() - partition.first()));
        assertThatThrownBy(() -> log.read(SMALL, 0, 0, 1)).isInstanceOf(OffsetOutOfRangeException.class);
    }

    @Test
    void a_neighbour_that_keeps_its_events_keeps_the_slices_they_are_in_and_no_others() {
        write(SMALL, 3);
        log.append(OTHER, NewEvent.of("for ever", "x"));
        write(SMALL, 9);
        assertThat(held(SMALL)).isBetween(9 * 8L, 11 * 8L + 4);
        assertThat(held(OTHER)).isOne();

        log.create(OTHER.keepBytes(1));
        write(SMALL, 1);
        assertThat(held(OTHER)).as("it has no byte but this").isOne();
        log.create(OTHER.keep(Duration.ofMinutes(1)));
        write(SMALL, 1);
        assertThat(held(SMALL)).isLessThan(7 * 8L);
    }

    @Test
    void what_a_protected_group_has_not_read_stays_however_large_the_topic_is() {
        var decider = new Decider("ada", "holiday");
        var options = GroupOptions.standard().startAt(StartAt.earliest()).protectedFromRetention();
        log.handle(SMALL, "careful", options, batch -> {});
        log.group(SMALL, "careful").pause(decider);
        write(SMALL, 10);
        assertThat(held(SMALL)).isEqualTo(10 * 8L);

        log.group(SMALL, "careful").resume(decider);
        howdah.drain();
        write(SMALL, 1);
        assertThat(held(SMALL)).isLessThan(7 * 8L);
    }

    @Test
    void how_much_is_kept_may_change_at_any_time() {
        write(SMALL, 5);
        assertThat(database.one("select distinct keep_bytes from howdah.log_topics", Long.class))
                .isEqualTo(4L * MIB);

        log.create(Topic.of("small").partitions(2).keepBytes(MIB));
        write(SMALL, 1);
        assertThat(held(SMALL)).isLessThan(4 * 8L);
        assertThatThrownBy(() -> SMALL.keepBytes(0)).hasMessageContaining("must keep some bytes");
        assertThatThrownBy(() -> SMALL.keep(Duration.ofDays(99_999_999))).hasMessageContaining("at most 36500 days");
    }
}
