// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.job;

import io.howdah.job.ClaimedJob;
import io.howdah.web.api.Content;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * A job that a worker has claimed.
 *
 * @param claim what every further word about it must name
 * @param traceparent of the trace that it was enqueued in; the worker goes on from there
 */
record ClaimRow(
        String id,
        String claim,
        String type,
        String queue,
        Optional<JsonNode> payload,
        Optional<String> base64,
        String contentType,
        int attempt,
        int maxAttempts,
        int priority,
        Map<String, String> headers,
        Optional<String> key,
        Optional<String> correlation,
        Optional<String> traceparent,
        Instant createdAt) {
    static ClaimRow of(ClaimedJob job) {
        var content = Content.of(job.payload());
        return new ClaimRow(
                job.id().toString(),
                job.claim().text(),
                job.type(),
                job.queue(),
                content.json(),
                content.base64(),
                content.contentType(),
                job.attempt(),
                job.maxAttempts(),
                job.priority(),
                job.headers(),
                job.key(),
                job.correlation(),
                job.trace(),
                job.enqueuedAt());
    }
}
