// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Howdah;
import io.howdah.log.Topic.Numbering;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What events belong to, by which they are looked up. */
@HowdahTest
class CorrelationTest {
    private static final Topic ORDERS = Topic.of("orders").partitions(1);
    private static final Topic INLINE = Topic.of("inline").partitions(1).numbering(Numbering.AT_APPEND);

    private static NewEvent placed() {
        return NewEvent.of("placed", "x");
    }

    @Test
    void an_event_is_found_by_what_it_belongs_to_however_it_is_numbered(TestDatabase database, Howdah howdah) {
        for (var topic : List.of(ORDERS, INLINE)) {
            howdah.log().append(topic, placed().correlation("release-1"));
            howdah.log().append(topic, placed().header("tenant", "a"));
            howdah.log().append(topic, placed());
        }
        howdah.drain();

        assertThat(database.query("""
                        select coalesce(correlation, 'nothing'), count(*) from howdah.log_entry
                        group by 1 order by 1
                        """)).extracting(Object::toString).containsExactly("[nothing, 4]", "[release-1, 2]");
    }

    @Test
    void one_that_is_too_long_for_an_index_does_not_stop_those_who_number(Howdah howdah) {
        var text = new StringBuilder();
        new Random(1).ints(3_900, 'a', 'z').forEach(text::appendCodePoint);
        howdah.log().append(ORDERS, placed().header("correlationid", text.toString()));
        howdah.log().append(ORDERS, placed());
        howdah.drain();

        assertThat(howdah.log().read(ORDERS, 0, 0, 10)).hasSize(2);
    }
}
