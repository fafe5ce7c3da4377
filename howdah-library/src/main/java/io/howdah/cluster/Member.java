// SPDX-License-Identifier: Apache-2.0
package io.howdah.cluster;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * A process that takes part, or did in the last day. The times are the database's.
 *
 * @param alive whether it has beaten lately enough to count, by the database's clock
 * @param wakeups how it learns of new work: {@code listening}, or {@code polling} and why
 */
public record Member(
        UUID id,
        String name,
        String host,
        long pid,
        String version,
        State state,
        boolean alive,
        Instant startedAt,
        Instant beatAt,
        Optional<Instant> endedAt,
        String wakeups) {

    /** Where a member stands in its life. */
    public enum State {
        ACTIVE,
        DRAINING,
        LEFT,
        DEAD
    }
}
