// SPDX-License-Identifier: Apache-2.0
package io.howdah.approval;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What it takes to approve: every rule must hold. Immutable.
 *
 * @param distinctVoters a vote counts for one rule only, where it otherwise counts for every rule its voter satisfies
 * @param rejectAfter how many rejections reject
 * @param breakGlass who may approve alone in an emergency
 */
public record ApprovalPolicy(
        List<ApprovalRule> rules,
        boolean distinctVoters,
        int rejectAfter,
        Duration expiresAfter,
        Approvers breakGlass,
        Optional<Duration> remindEvery,
        Optional<Escalation> escalation) {

    private static final int MOST_RULES = 20;
    private static final int MOST_REJECTIONS = 100;
    private static final Duration LONGEST = Duration.ofDays(3_650);
    private static final Duration SHORTEST_REMINDER = Duration.ofMinutes(1);

    /** After that long others count for every rule too. */
    public record Escalation(Duration after, Approvers approvers) {}

    public ApprovalPolicy {
        rules = List.copyOf(rules);
        require(!rules.isEmpty() && rules.size() <= MOST_RULES, "a policy has 1 to 20 rules: " + rules.size());
        require(rejectAfter >= 1 && rejectAfter <= MOST_REJECTIONS, "1 to 100 rejections reject: " + rejectAfter);
        requireSpan("a request expires", expiresAfter);
        remindEvery.ifPresent(every ->
                require(every.compareTo(SHORTEST_REMINDER) >= 0, "reminders come every minute at most: " + every));
        escalation.ifPresent(one -> requireSpan("a request escalates", one.after()));
    }

    /** Of rules that must all hold; one rejection rejects, and it expires after seven days. */
    public static ApprovalPolicy of(ApprovalRule... rules) {
        return new ApprovalPolicy(
                List.of(rules), false, 1, Duration.ofDays(7), Approvers.NOBODY, Optional.empty(), Optional.empty());
    }

    /** One rule: so many of those. */
    public static ApprovalPolicy of(int needed, Approvers approvers) {
        return of(new ApprovalRule("approvers", needed, approvers));
    }

    /** A vote counts for one rule only, so that as many people are needed as the rules say together. */
    public ApprovalPolicy withDistinctVoters() {
        return new ApprovalPolicy(rules, true, rejectAfter, expiresAfter, breakGlass, remindEvery, escalation);
    }

    public ApprovalPolicy rejectedAfter(int rejections) {
        return new ApprovalPolicy(rules, distinctVoters, rejections, expiresAfter, breakGlass, remindEvery, escalation);
    }

    public ApprovalPolicy expiresAfter(Duration after) {
        return new ApprovalPolicy(rules, distinctVoters, rejectAfter, after, breakGlass, remindEvery, escalation);
    }

    /** Who may approve alone in an emergency, saying why. */
    public ApprovalPolicy breakGlass(Approvers approvers) {
        return new ApprovalPolicy(rules, distinctVoters, rejectAfter, expiresAfter, approvers, remindEvery, escalation);
    }

    /** While it waits, what was asked for on {@link Occasion#REMINDED} is started this often. */
    public ApprovalPolicy remindEvery(Duration every) {
        return new ApprovalPolicy(
                rules, distinctVoters, rejectAfter, expiresAfter, breakGlass, Optional.of(every), escalation);
    }

    /** After that long others count for every rule too. */
    public ApprovalPolicy escalateAfter(Duration after, Approvers approvers) {
        return new ApprovalPolicy(
                rules,
                distinctVoters,
                rejectAfter,
                expiresAfter,
                breakGlass,
                remindEvery,
                Optional.of(new Escalation(after, approvers)));
    }

    private static void requireSpan(String what, Duration span) {
        require(span.isPositive() && span.compareTo(LONGEST) <= 0, what + " within ten years: " + span);
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
