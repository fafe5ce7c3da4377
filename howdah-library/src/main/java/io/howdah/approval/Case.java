// SPDX-License-Identifier: Apache-2.0
package io.howdah.approval;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A request as whoever decides it must see it, its row locked.
 *
 * @param escalation who counts for every rule by now
 */
record Case(
        Approval approval,
        Optional<String> actingFor,
        boolean distinctVoters,
        int rejectAfter,
        Approvers breakGlass,
        Approvers escalation,
        List<ApprovalRule> rules,
        List<CastVote> votes) {

    /** A vote that counts: whose it is, and what he was a member of. */
    record CastVote(String voter, String represented, Set<String> groups, boolean approves) {}

    /** Whether this person has a say. */
    boolean isEntitled(String name, Set<String> groups) {
        return escalation.include(name, groups)
                || rules.stream().anyMatch(rule -> rule.approvers().include(name, groups));
    }

    boolean hasVoted(Voter voter) {
        return votes.stream()
                .anyMatch(vote ->
                        vote.voter().equals(voter.name()) || vote.represented().equals(voter.represented()));
    }

    long rejections() {
        return votes.stream().filter(vote -> !vote.approves()).count();
    }
}
