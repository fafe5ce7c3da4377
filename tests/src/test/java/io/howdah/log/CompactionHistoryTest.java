// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Howdah;
import io.howdah.log.Topic.Numbering;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Whatever is written, read and killed beside compaction, the newest event of each key is there and seen. */
@HowdahTest
class CompactionHistoryTest {
    private static final Topic STATES =
            Topic.of("states").partitions(3).compacted(new Compaction(Duration.ZERO, Duration.ofHours(1)));

    /** Of each writer so many transactions; {@code -Dhowdah.histories=10} for ten times as many. */
    private static int transactions(int some) {
        return Integer.getInteger("howdah.histories", 1) * some;
    }

    @Test
    void no_history_loses_the_newest_of_a_key_or_overtakes_a_protected_group(TestDatabase database, Howdah howdah) {
        assertThat(new CompactionHistory(database, howdah, STATES, transactions(150)).run())
                .isEmpty();
        assertThat(database.one("select sum(removed)::bigint from howdah.log_compactions", Long.class))
                .isGreaterThan(300);
    }

    @Test
    void nor_one_that_is_numbered_at_append(TestDatabase database, Howdah howdah) {
        var inline = STATES.numbering(Numbering.AT_APPEND);

        assertThat(new CompactionHistory(database, howdah, inline, transactions(60)).run())
                .isEmpty();
    }
}
