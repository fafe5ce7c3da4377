// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How far compaction has come in a partition of a compacted topic.
 *
 * @param next before this offset, at most one event of each key is there
 * @param end the offset that the next event of the partition gets
 * @param kept how many events are there before {@code next}
 * @param removed how many have gone since the topic was made
 * @param oldest when the event was numbered that is looked at next, if there is one
 * @param heldAt the offset at which it has to wait for a protected group, or for a unit that was put aside
 */
public record CompactionState(
        int partition, long next, long end, long kept, long removed, Optional<Instant> oldest, OptionalLong heldAt) {}
