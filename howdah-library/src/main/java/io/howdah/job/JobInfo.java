// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import java.time.Instant;
import java.util.Optional;

/**
 * What is known of a job.
 *
 * @param attempts how many attempts have begun
 * @param lastError how the last failed attempt failed
 * @param parent the job whose handler enqueued it
 * @param progress how far its handler said it is
 * @param retriedAs the job that it is tried again as, after it ended without success
 * @param retryOf the job that it tries again
 */
public record JobInfo(
        JobId id,
        String type,
        String queue,
        int priority,
        JobState state,
        int attempts,
        int maxAttempts,
        Instant createdAt,
        Optional<Instant> dueAt,
        Optional<Instant> endedAt,
        Optional<String> lastError,
        Optional<String> correlation,
        Optional<String> key,
        Optional<JobId> parent,
        Optional<JobProgress> progress,
        Optional<JobId> retriedAs,
        Optional<JobId> retryOf) {}
