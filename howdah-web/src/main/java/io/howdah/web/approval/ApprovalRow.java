// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.approval;

import io.howdah.approval.Approval;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A request in a list.
 *
 * @param stuck there when what time has done to it cannot be said
 */
public record ApprovalRow(
        String id,
        String subject,
        String requester,
        String state,
        Optional<String> digest,
        Map<String, String> labels,
        Optional<String> correlation,
        Instant requestedAt,
        Instant expiresAt,
        Optional<Instant> decidedAt,
        Optional<String> decidedBy,
        Optional<String> reason,
        Optional<Stuck> stuck) {
    static ApprovalRow of(Approval approval) {
        return new ApprovalRow(
                approval.id().toString(),
                approval.subject(),
                approval.requester(),
                approval.state().name().toLowerCase(Locale.ROOT),
                approval.digest(),
                approval.labels(),
                approval.correlation(),
                approval.requestedAt(),
                approval.expiresAt(),
                approval.decidedAt(),
                approval.decidedBy(),
                approval.reason(),
                approval.stuck().map(Stuck::of));
    }

    public boolean isPending() {
        return state.equals("pending");
    }

    /**
     * What time has done to it cannot be said, because what should follow cannot be done.
     *
     * @param until when it is tried again
     */
    public record Stuck(String occasion, String because, int times, Instant until) {
        static Stuck of(Approval.Stuck stuck) {
            return new Stuck(
                    stuck.occasion().name().toLowerCase(Locale.ROOT), stuck.because(), stuck.times(), stuck.until());
        }
    }
}
