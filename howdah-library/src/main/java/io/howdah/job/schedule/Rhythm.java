// SPDX-License-Identifier: Apache-2.0
package io.howdah.job.schedule;

import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/** When a schedule ticks: a sequence of instants without end, computed and never counted. Immutable. */
public sealed interface Rhythm permits Cron, Every {
    /** The first tick after this moment. */
    Instant next(Instant after);

    /** The latest tick at or before this moment. */
    Instant previous(Instant upTo);

    /** The next ticks after this moment, 1 to 1000 of them. */
    default List<Instant> next(Instant after, int count) {
        if (count < 1 || count > 1_000) {
            throw new IllegalArgumentException("the number of ticks to list is 1 to 1000: " + count);
        }
        return Stream.iterate(next(after), this::next).limit(count).toList();
    }
}
