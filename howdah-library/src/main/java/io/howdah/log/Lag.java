// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/**
 * How far a group is behind in one partition.
 *
 * @param next the offset that the group handles next
 * @param end the offset that the next event of the partition gets
 * @param behind for how long the event at {@code next} has been waiting
 * @param owner the member that reads, if one does
 * @param stopped why the partition stands still, if it does
 * @param parked how many units were put aside
 */
public record Lag(
        int partition,
        long next,
        long end,
        Duration behind,
        Optional<UUID> owner,
        Optional<String> stopped,
        long parked) {

    /** How many events the group has not handled; of a compacted topic, so many at most. */
    public long events() {
        return Math.max(0, end - next);
    }
}
