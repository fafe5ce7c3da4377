// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.approval;

import io.howdah.approval.ApprovalPolicy;
import io.howdah.approval.ApprovalRule;
import io.howdah.approval.Approvers;
import io.howdah.web.WebException;
import io.howdah.web.api.Given;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What it takes to approve: every rule must hold. */
record NewPolicy(
        @Nullable List<NewRule> rules,
        @Nullable Boolean distinctVoters,
        @Nullable Integer rejectAfter,
        @Nullable Duration expiresAfter,
        @Nullable NewApprovers breakGlass,
        @Nullable Duration remindEvery,
        @Nullable NewEscalation escalation) {

    /** People, and groups of people. */
    record NewApprovers(
            @Nullable Set<String> people, @Nullable Set<String> groups) {
        Approvers approvers() {
            return new Approvers(Given.or(people, Set.of()), Given.or(groups, Set.of()));
        }
    }

    /** How many of whom must approve. */
    record NewRule(
            @Nullable String name,
            @Nullable Integer needed,
            @Nullable Set<String> people,
            @Nullable Set<String> groups) {
        ApprovalRule rule() {
            return new ApprovalRule(
                    Given.or(name, "approvers"), Given.or(needed, 1), new NewApprovers(people, groups).approvers());
        }
    }

    /** Who counts for every rule too, after that long. */
    record NewEscalation(
            @Nullable Duration after,
            @Nullable Set<String> people,
            @Nullable Set<String> groups) {
        NewEscalation {
            if (after == null) {
                throw WebException.invalid("escalation.after is missing: how long it waits until then.");
            }
        }

        ApprovalPolicy addTo(ApprovalPolicy policy) {
            return policy.escalateAfter(Given.or(after, Duration.ZERO), new NewApprovers(people, groups).approvers());
        }
    }

    ApprovalPolicy policy() {
        var policy = ApprovalPolicy.of(
                Given.or(rules, List.<NewRule>of()).stream().map(NewRule::rule).toArray(ApprovalRule[]::new));
        policy = Given.with(policy, distinctVoters, (all, yes) -> yes ? all.withDistinctVoters() : all);
        policy = Given.with(policy, rejectAfter, ApprovalPolicy::rejectedAfter);
        policy = Given.with(policy, expiresAfter, ApprovalPolicy::expiresAfter);
        policy = Given.with(policy, breakGlass, (all, who) -> all.breakGlass(who.approvers()));
        policy = Given.with(policy, remindEvery, ApprovalPolicy::remindEvery);
        return Given.with(policy, escalation, (all, one) -> one.addTo(all));
    }
}
