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
        Optional<Payload> details) {}
