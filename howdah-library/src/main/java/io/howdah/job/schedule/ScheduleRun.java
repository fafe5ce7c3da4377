// SPDX-License-Identifier: Apache-2.0
package io.howdah.job.schedule;

import io.howdah.job.JobId;
import java.time.Instant;
import java.util.Optional;

/**
 * What became of a tick.
 *
 * @param scheduledFor the tick; for a run by hand, when it was asked for
 * @param byHand somebody had it run now
 * @param job the job that was enqueued, or the one that was in the way
 * @param at when the tick was taken
 */
public record ScheduleRun(Instant scheduledFor, boolean byHand, Outcome outcome, Optional<JobId> job, Instant at) {
    /** What became of it. */
    public enum Outcome {
        ENQUEUED,
        /** The job of an earlier tick had not ended. */
        OVERLAPPED,
        /** Nobody took it in time, and the same goes for all ticks after it up to the next run. */
        MISSED
    }
}
