// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Howdah;
import io.howdah.internal.codec.Codecs;
import io.howdah.internal.db.Db;
import io.howdah.internal.db.SchemaName;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Events that go from whoever numbers to readers of the same process, and what is read instead when they do not. */
@HowdahTest
class HandoverTest {
    private static final Topic TOPIC = Topic.of("orders").partitions(2);
    private static final String KEY = "k";

    private TestDatabase database;
    private Howdah howdah;
    private SequenceStore store;
    private final Handover handover = new Handover();
    private UnitReader reader;

    @BeforeEach
    void log(TestDatabase database) {
        this.database = database;
        howdah = database.howdah();
        howdah.log().create(TOPIC);
        store = new SequenceStore(db());
        reader = reader();
    }

    private Db db() {
        return Db.of(database.dataSource(), SchemaName.DEFAULT);
    }

    private UnitReader reader() {
        int number = TOPIC.partitionOf(KEY);
        int id = database.one("select id from howdah.log_part where number = " + number, Integer.class);
        return new UnitReader(new ReadStore(db(), Codecs.json()), TOPIC, new PartRef(id, number), handover);
    }

    private void append(String type, int events) {
        append(type, events, "x");
    }

    private void append(String type, int events, String payload) {
        howdah.log()
                .appendAll(
                        TOPIC,
                        IntStream.range(0, events)
                                .mapToObj(i -> NewEvent.of(type + i, payload)
                                        .key(KEY)
                                        .header("tenant", "a")
                                        .header("step", "" + i))
                                .toList());
    }

    /** As the sequencer does it. */
    private SequenceStore.Run number() {
        var waiting = handover.waiting();
        var run = store.sequence(20_000, true, false, waiting.parts());
        waiting.give(run.numbered());
        return run;
    }

    private static List<String> types(List<EventUnit> units) {
        return units.stream()
                .flatMap(unit -> unit.loaded().stream())
                .map(LogEvent::type)
                .toList();
    }

    /** Whoever reads from now on finds nothing. */
    private void removeWhatIsStored() {
        database.execute("delete from howdah.log_entry");
    }

    @Test
    void who_has_come_to_the_end_is_given_whole_units_and_does_not_read() {
        assertThat(reader.read(0, 100)).isEmpty();
        append("a", 3);
        append("b", 1);
        number();
        var stored = howdah.log().read(TOPIC, TOPIC.partitionOf(KEY), 0, 100);
        removeWhatIsStored();

        var units = reader.read(0, 100);

        assertThat(units).extracting(EventUnit::first).containsExactly(0L, 3L);
        assertThat(units.stream().flatMap(unit -> unit.loaded().stream()))
                .usingRecursiveFieldByFieldElementComparatorIgnoringFields("codec")
                .containsExactlyElementsOf(stored);
    }

    @Test
    void what_several_runs_have_numbered_is_given_together() {
        assertThat(reader.read(0, 100)).isEmpty();
        append("a", 1);
        number();
        append("b", 1);
        number();
        removeWhatIsStored();

        assertThat(types(reader.read(0, 100))).containsExactly("a0", "b0");
    }

    @Test
    void who_is_behind_reads() {
        append("a", 1);
        assertThat(number().numbered()).as("nobody waits").isEmpty();

        assertThat(types(reader.read(0, 100))).containsExactly("a0");
    }

    @Test
    void what_somebody_else_has_numbered_in_between_is_read() {
        assertThat(reader.read(0, 100)).isEmpty();
        append("a", 1);
        number();
        append("b", 1);
        store.sequence(20_000, true, false);
        append("c", 1);
        number();

        assertThat(types(reader.read(0, 100))).containsExactly("a0", "b0", "c0");
        assertThat(reader.read(3, 100)).isEmpty();
    }

    @Test
    void what_was_handled_already_is_not_given_again() {
        assertThat(reader.read(0, 100)).isEmpty();
        append("a", 1);
        number();
        append("b", 1);
        number();

        assertThat(types(reader.read(1, 100))).containsExactly("b0");
    }

    @Test
    void more_than_a_batch_is_read_in_batches() {
        assertThat(reader.read(0, 2)).isEmpty();
        append("a", 2);
        append("b", 2);
        number();

        assertThat(types(reader.read(0, 2))).containsExactly("a0", "a1");
        assertThat(types(reader.read(2, 2))).containsExactly("b0", "b1");
    }

    @Test
    void many_or_large_events_are_left_to_be_read() {
        assertThat(reader.read(0, 2_000)).isEmpty();
        append("a", 1_001);
        assertThat(number().numbered()).isEmpty();
        append("b", 2, "x".repeat(600_000));
        assertThat(number().numbered()).isEmpty();

        assertThat(types(reader.read(0, 2_000))).hasSize(1_003);
    }

    @Test
    void who_does_not_keep_up_is_given_no_more_until_it_has() {
        assertThat(reader.read(0, 500)).isEmpty();
        for (int i = 0; i < 6; i++) {
            append("a", 190);
            number();
        }
        assertThat(handover.waiting().readers()).isEmpty();

        for (long next = 0; next < 6 * 190; ) {
            next = reader.read(next, 500).getLast().last() + 1;
        }
        assertThat(reader.read(6 * 190, 500)).isEmpty();
        assertThat(handover.waiting().readers()).containsExactly(reader);
    }

    @Test
    void who_comes_after_a_run_has_begun_is_given_nothing_of_it() {
        assertThat(reader.read(0, 100)).isEmpty();
        append("a", 1);
        var waiting = handover.waiting();
        var run = store.sequence(20_000, true, false, waiting.parts());
        reader.close();
        var later = reader();
        later.fresh().atEnd(true);

        waiting.give(run.numbered());

        assertThat(later.fresh().take(0, 100)).isEmpty();
        assertThat(handover.waiting().readers()).containsExactly(later);
    }
}
