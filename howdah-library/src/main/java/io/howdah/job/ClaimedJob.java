// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import io.howdah.Payload;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * A job that was claimed for a time.
 *
 * @param claim ends it; nobody else has it
 * @param payload as it was enqueued: whoever claims knows how to read it
 * @param attempt which attempt this is, from 1 on
 * @param priority 0 to 9; small is urgent
 * @param trace the W3C traceparent that it carries: who does it goes on from there
 */
public record ClaimedJob(
        JobId id,
        ClaimToken claim,
        String type,
        String queue,
        Payload payload,
        int attempt,
        int maxAttempts,
        int priority,
        Map<String, String> headers,
        Optional<String> key,
        Optional<String> correlation,
        Optional<String> trace,
        Instant enqueuedAt) {}
