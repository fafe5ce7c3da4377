// SPDX-License-Identifier: Apache-2.0
package io.howdah.approval;

import java.util.Map;
import java.util.Optional;

/** Which requests to list, newest first. Immutable. */
public record ApprovalFilter(
        Optional<ApprovalState> state,
        Optional<String> subject,
        Optional<String> requester,
        Optional<String> correlation,
        Map<String, String> labels,
        Optional<ApprovalId> before) {
    private static final ApprovalFilter ALL = new ApprovalFilter(
            Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Map.of(), Optional.empty());

    public static ApprovalFilter all() {
        return ALL;
    }

    public ApprovalFilter state(ApprovalState state) {
        return new ApprovalFilter(Optional.of(state), subject, requester, correlation, labels, before);
    }

    public ApprovalFilter subject(String subject) {
        return new ApprovalFilter(state, Optional.of(subject), requester, correlation, labels, before);
    }

    public ApprovalFilter requester(String requester) {
        return new ApprovalFilter(state, subject, Optional.of(requester), correlation, labels, before);
    }

    public ApprovalFilter correlation(String correlation) {
        return new ApprovalFilter(state, subject, requester, Optional.of(correlation), labels, before);
    }

    /** With all of these labels. */
    public ApprovalFilter labels(Map<String, String> labels) {
        return new ApprovalFilter(state, subject, requester, correlation, Map.copyOf(labels), before);
    }

    /** Older than this one: the last of the page before. */
    public ApprovalFilter before(ApprovalId id) {
        return new ApprovalFilter(state, subject, requester, correlation, labels, Optional.of(id));
    }
}
