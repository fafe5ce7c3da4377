// SPDX-License-Identifier: Apache-2.0
package io.howdah.approval;

import io.howdah.Payload;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * A request as it stands.
 *
 * @param decidedBy who had the last word: the last voter, or whoever withdrew or superseded it
 * @param details as they were encoded, for people to look at
 * @param stuck there when what time has done to it cannot be said
 */
public record Approval(
        ApprovalId id,
        String subject,
        String requester,
        ApprovalState state,
        Optional<String> digest,
        Map<String, String> labels,
        Optional<String> correlation,
        Instant requestedAt,
        Instant expiresAt,
        Optional<Instant> decidedAt,
        Optional<String> decidedBy,
        Optional<String> reason,
        Optional<Payload> details,
        Optional<Stuck> stuck) {
    /**
     * What should follow an expiry, a reminder or an escalation cannot be done, so that it has not been said either. It
     * is tried again and again.
     *
     * @param occasion what could not be said
     * @param because why not, the last time
     * @param times how often it was tried
     * @param until when it is tried again
     */
    public record Stuck(Occasion occasion, String because, int times, Instant until) {}
}
