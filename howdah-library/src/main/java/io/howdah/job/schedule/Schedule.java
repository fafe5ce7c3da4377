// SPDX-License-Identifier: Apache-2.0
package io.howdah.job.schedule;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What is known of a schedule.
 *
 * @param type the name of the job type that each tick enqueues
 * @param nextAt when it ticks next; empty while it is paused
 * @param declaredAt when its definition was last changed
 * @param lastError why its last tick could not be taken, if it could not
 */
public record Schedule(
        String name,
        Rhythm rhythm,
        String type,
        String queue,
        Misfire misfire,
        Overlap overlap,
        Optional<Instant> nextAt,
        Optional<Instant> pausedAt,
        Instant declaredAt,
        Optional<String> lastError) {

    public boolean isPaused() {
        return pausedAt.isPresent();
    }

    /** The next ticks, 1 to 1000 of them; none while it is paused. */
    public List<Instant> next(int count) {
        return nextAt.map(first -> Stream.concat(Stream.of(first), rhythm.next(first, count).stream())
                        .limit(count)
                        .toList())
                .orElse(List.of());
    }
}
