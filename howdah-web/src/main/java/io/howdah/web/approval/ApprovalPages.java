// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.approval;

import io.howdah.approval.Approval;
import io.howdah.approval.ApprovalId;
import io.howdah.approval.Approvals;
import io.howdah.approval.VoteOptions;
import io.howdah.approval.Voter;
import io.howdah.web.WebException;
import io.howdah.web.access.Allow;
import io.howdah.web.access.Caller;
import io.howdah.web.access.Permission;
import io.howdah.web.api.Redaction;
import io.howdah.web.console.Pages;
import io.howdah.web.job.JobPayload;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** What waits for a person's decision, for people. */
@Controller
final class ApprovalPages {
    private static final int ROWS = 50;
    private static final int MOST_STEPS = 500;

    private final Approvals approvals;
    private final ApprovalReadStore store;
    private final Redaction redaction;
    private final Pages pages;

    ApprovalPages(Approvals approvals, ApprovalReadStore store, Redaction redaction, Pages pages) {
        this.redaction = redaction;
        this.approvals = approvals;
        this.store = store;
        this.pages = pages;
    }

    @GetMapping("/approvals")
    @Allow(Permission.VIEW)
    ResponseEntity<String> list(HttpServletRequest request, @RequestParam Map<String, String> parameters) {
        var caller = ApprovalsApi.caller(request);
        List<Approval> waiting =
                caller.may(Permission.APPROVE) ? approvals.waitingFor(NewVote.voterOf(caller), ROWS) : List.of();
        List<DelegationRow> delegations = caller.may(Permission.APPROVE) ? store.delegations(caller.name()) : List.of();
        return pages.page(
                request,
                "Approvals",
                "approvals",
                Map.of(
                        "delegations", delegations,
                        "stuck",
                                approvals.stuck(ROWS).stream()
                                        .map(ApprovalRow::of)
                                        .toList(),
                        "waiting", waiting.stream().map(ApprovalRow::of).toList(),
                        "state", parameters.getOrDefault("state", ""),
                        "subject", parameters.getOrDefault("subject", ""),
                        "first", parameters.getOrDefault("after", "").isEmpty(),
                        "slice", ApprovalsApi.list(approvals, parameters, ROWS)));
    }

    @GetMapping("/approvals/{id}")
    @Allow(Permission.VIEW)
    ResponseEntity<String> approval(HttpServletRequest request, @PathVariable("id") long id) {
        return shown(request, id, redaction);
    }

    @PostMapping("/approvals/{id}/reveal")
    @Allow(value = Permission.OPERATE, action = "approval.reveal")
    ResponseEntity<String> reveal(HttpServletRequest request, @PathVariable("id") long id) {
        return shown(request, id, Redaction.NONE);
    }

    private ResponseEntity<String> shown(HttpServletRequest request, long id, Redaction by) {
        var approval = ApprovalsApi.require(approvals, id);
        var caller = ApprovalsApi.caller(request);
        var details = ApprovalsApi.details(approval, caller)
                .map(payload -> new JobPayload(payload.contentType(), payload.bytes()).redacted(by));
        return pages.page(
                request,
                approval.subject(),
                "approval",
                Map.of(
                        "approval", ApprovalRow.of(approval),
                        "details", details,
                        "delegators", delegators(caller, approval),
                        "revealed", redaction.isOn() && !by.isOn(),
                        "rules", store.rules(id),
                        "steps", approvals.history(approval.id(), MOST_STEPS),
                        "intact", approvals.tamperedStep(approval.id()).isEmpty(),
                        "entitled",
                                caller.may(Permission.APPROVE)
                                        ? store.entitlement(id, NewVote.voterOf(caller))
                                        : Entitlement.NONE,
                        "mine", approval.requester().equals(caller.name())));
    }

    /**
     * For whom the caller may vote on this request. Nobody votes on what he has asked for himself, for others neither.
     */
    private List<String> delegators(Caller caller, Approval approval) {
        if (!caller.may(Permission.APPROVE) || approval.requester().equals(caller.name())) {
            return List.of();
        }
        return store.delegations(caller.name()).stream()
                .filter(given -> given.delegate().equals(caller.name()))
                .filter(given ->
                        store.entitlement(approval.id().value(), given.voter()).vote())
                .map(DelegationRow::delegator)
                .distinct()
                .toList();
    }

    @PostMapping("/approvals/delegate")
    @Allow(
            value = Permission.APPROVE,
            action = "approval.delegate",
            about = {"delegate", "days"})
    ResponseEntity<String> delegate(
            HttpServletRequest request, @RequestParam("delegate") String delegate, @RequestParam("days") int days) {
        approvals.delegate(voter(request, Map.of()), delegate.strip(), Duration.ofDays(days));
        return pages.goTo(request, "/approvals");
    }

    @PostMapping("/approvals/undelegate")
    @Allow(value = Permission.APPROVE, action = "approval.undelegate", about = "delegate")
    ResponseEntity<String> undelegate(HttpServletRequest request, @RequestParam("delegate") String delegate) {
        approvals.revoke(ApprovalsApi.caller(request).name(), delegate);
        return pages.goTo(request, "/approvals");
    }

    @PostMapping("/approvals/{id}/approve")
    @Allow(value = Permission.APPROVE, action = "approval.approve")
    ResponseEntity<String> approve(
            HttpServletRequest request, @PathVariable("id") long id, @RequestParam Map<String, String> form) {
        VotesApi.outcome(approvals.approve(new ApprovalId(id), voter(request, form), options(form)));
        return pages.goTo(request, "/approvals/" + id);
    }

    @PostMapping("/approvals/{id}/reject")
    @Allow(value = Permission.APPROVE, action = "approval.reject")
    ResponseEntity<String> reject(
            HttpServletRequest request, @PathVariable("id") long id, @RequestParam Map<String, String> form) {
        VotesApi.outcome(approvals.reject(new ApprovalId(id), voter(request, form), options(form)));
        return pages.goTo(request, "/approvals/" + id);
    }

    @PostMapping("/approvals/{id}/break-glass")
    @Allow(value = Permission.APPROVE, action = "approval.break-glass")
    ResponseEntity<String> breakGlass(
            HttpServletRequest request, @PathVariable("id") long id, @RequestParam Map<String, String> form) {
        VotesApi.outcome(approvals.breakGlass(new ApprovalId(id), voter(request, Map.of()), reason(form)));
        return pages.goTo(request, "/approvals/" + id);
    }

    @PostMapping("/approvals/{id}/withdraw")
    @Allow(value = Permission.PRODUCE, action = "approval.withdraw")
    ResponseEntity<String> withdraw(
            HttpServletRequest request, @PathVariable("id") long id, @RequestParam Map<String, String> form) {
        VotesApi.outcome(approvals.withdraw(
                new ApprovalId(id), ApprovalsApi.caller(request).name(), reason(form)));
        return pages.goTo(request, "/approvals/" + id);
    }

    @PostMapping("/approvals/{id}/abandon-follow-up")
    @Allow(value = Permission.OPERATE, action = "approval.abandon-follow-up")
    ResponseEntity<String> abandonFollowUp(
            HttpServletRequest request, @PathVariable("id") long id, @RequestParam Map<String, String> form) {
        VotesApi.abandon(approvals, id, ApprovalsApi.caller(request).name(), reason(form));
        return pages.goTo(request, "/approvals/" + id);
    }

    private static Voter voter(HttpServletRequest request, Map<String, String> form) {
        var voter = NewVote.voterOf(ApprovalsApi.caller(request));
        var whom = form.getOrDefault("for", "");
        return whom.isEmpty() ? voter : voter.onBehalfOf(whom);
    }

    /** What the page showed is what is voted on. */
    private static VoteOptions options(Map<String, String> form) {
        var options = VoteOptions.none();
        var comment = form.getOrDefault("comment", "").strip();
        var seen = form.getOrDefault("digest", "");
        options = comment.isEmpty() ? options : options.comment(comment);
        return seen.isEmpty() ? options : options.seen(seen);
    }

    private static String reason(Map<String, String> form) {
        var reason = form.getOrDefault("comment", "").strip();
        if (reason.isEmpty()) {
            throw WebException.invalid("Say why: it is kept with the request.");
        }
        return reason;
    }
}
