// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Howdah;
import io.howdah.log.Topic.Numbering;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

@HowdahTest
class EventIdsTest {
    private static final Topic AFTER_COMMIT = Topic.of("after-commit").partitions(1);
    private static final Topic AT_APPEND = Topic.of("at-append").partitions(1).numbering(Numbering.AT_APPEND);

    private static NewEvent event() {
        return NewEvent.of("seen", "x");
    }

    @Test
    void whoever_appends_is_told_the_id_that_readers_see_its_own_or_one_that_was_made_for_it(
            TestDatabase database, Howdah howdah) throws Exception {
        var log = howdah.log();
        var told = new ArrayList<Appended>();
        for (var topic : List.of(AFTER_COMMIT, AT_APPEND)) {
            told.add(log.append(topic, event().id("mine")));
            told.addAll(log.appendAll(topic, List.of(event(), event().id("of two"))));
            try (var connection = database.connect()) {
                told.add(log.append(connection, topic, event()));
                told.addAll(log.appendAll(connection, topic, List.of(event(), event())));
            }
        }
        howdah.drain();

        var seen = Stream.of(AFTER_COMMIT, AT_APPEND)
                .flatMap(topic -> log.read(topic, 0, 0, 10).stream())
                .map(LogEvent::id)
                .toList();
        assertThat(told.stream().map(Appended::id))
                .containsExactlyElementsOf(seen)
                .hasSize(12);
        assertThat(seen.stream().distinct()).as("two of them were given twice").hasSize(10);
    }

    @Test
    void processes_never_make_the_same_id(TestDatabase database, Howdah howdah) {
        try (var other = Howdah.open(database.dataSource())) {
            var here = howdah.log().append(AFTER_COMMIT, event()).id();
            var there = other.log().append(AFTER_COMMIT, event()).id();

            assertThat(there).isNotEqualTo(here).hasSizeLessThan(20);
        }
    }
}
