// SPDX-License-Identifier: Apache-2.0
package io.howdah.job.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which ticks are run now, and from which on some are not.
 *
 * @param run in order
 * @param missed the first tick that is not run
 */
record DueTicks(List<Instant> run, Optional<Instant> missed) {
    private static final Duration IN_TIME = Duration.ofMinutes(1);

    /**
     * Decides by the policy. The stored tick counts as one even if the rhythm does not know it (any more): zone data
     * may have changed since it was computed, or differ between processes.
     */
    static DueTicks of(Rhythm rhythm, Misfire misfire, Instant stored, Instant now) {
        var latest = rhythm.previous(now);
        if (!latest.isAfter(stored)) {
            latest = stored;
        }
        var inTime = !latest.plus(IN_TIME).isBefore(now);
        var most = Math.max(misfire.most(), inTime ? 1 : 0);
        var run = new ArrayList<Instant>();
        for (var tick = latest; run.size() < most && tick.isAfter(stored); tick = rhythm.previous(tick.minusNanos(1))) {
            run.addFirst(tick);
        }
        if (run.size() < most) {
            run.addFirst(stored);
        }
        return new DueTicks(List.copyOf(run), run.contains(stored) ? Optional.empty() : Optional.of(stored));
    }
}
