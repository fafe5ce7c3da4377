// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.approval;

import io.howdah.approval.ApprovalId;
import io.howdah.approval.Approvals;
import io.howdah.approval.Ballot;
import io.howdah.approval.RuleProgress;
import io.howdah.web.WebException;
import io.howdah.web.access.Allow;
import io.howdah.web.access.Permission;
import io.howdah.web.api.Api;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** What becomes of requests: the caller votes, as whoever he is. */
@RestController
final class VotesApi {
    private final Approvals approvals;
    private final Api api;

    VotesApi(Approvals approvals, Api api) {
        this.approvals = approvals;
        this.api = api;
    }

    @PostMapping("/api/v1/approvals/{id}/approve")
    @Allow(value = Permission.APPROVE, action = "approval.approve")
    ResponseEntity<byte[]> approve(@PathVariable("id") long id, HttpServletRequest request) {
        var vote = api.bodyIfAny(request, NewVote.class);
        var voter = vote.voter(ApprovalsApi.caller(request));
        return api.once(request, () -> outcome(approvals.approve(new ApprovalId(id), voter, vote.options())));
    }

    @PostMapping("/api/v1/approvals/{id}/reject")
    @Allow(value = Permission.APPROVE, action = "approval.reject")
    ResponseEntity<byte[]> reject(@PathVariable("id") long id, HttpServletRequest request) {
        var vote = api.bodyIfAny(request, NewVote.class);
        var voter = vote.voter(ApprovalsApi.caller(request));
        return api.once(request, () -> outcome(approvals.reject(new ApprovalId(id), voter, vote.options())));
    }

    @PostMapping(path = "/api/v1/approvals/{id}/break-glass", consumes = MediaType.APPLICATION_JSON_VALUE)
    @Allow(value = Permission.APPROVE, action = "approval.break-glass")
    ResponseEntity<byte[]> breakGlass(@PathVariable("id") long id, HttpServletRequest request) {
        var voter = NewVote.voterOf(ApprovalsApi.caller(request));
        var reason = api.body(request, NewWord.NewApprovalAlarm.class).requireReason();
        return api.once(request, () -> outcome(approvals.breakGlass(new ApprovalId(id), voter, reason)));
    }

    @PostMapping(path = "/api/v1/approvals/{id}/withdraw", consumes = MediaType.APPLICATION_JSON_VALUE)
    @Allow(value = Permission.PRODUCE, action = "approval.withdraw")
    ResponseEntity<byte[]> withdraw(@PathVariable("id") long id, HttpServletRequest request) {
        var said = api.body(request, NewWord.NewApprovalWithdrawal.class);
        var by = said.by(ApprovalsApi.caller(request));
        var reason = said.requireReason();
        return api.once(request, () -> outcome(approvals.withdraw(new ApprovalId(id), by, reason)));
    }

    @PostMapping(path = "/api/v1/approvals/{id}/revise", consumes = MediaType.APPLICATION_JSON_VALUE)
    @Allow(value = Permission.PRODUCE, action = "approval.revise")
    ResponseEntity<byte[]> revise(@PathVariable("id") long id, HttpServletRequest request) {
        var said = api.body(request, NewWord.NewApprovalRevision.class);
        var by = said.by(ApprovalsApi.caller(request));
        var digest = said.requireDigest();
        return api.once(request, () -> outcome(approvals.revise(new ApprovalId(id), by, digest)));
    }

    @PostMapping(path = "/api/v1/approvals/{id}/comment", consumes = MediaType.APPLICATION_JSON_VALUE)
    @Allow(value = Permission.APPROVE, action = "approval.comment")
    ResponseEntity<byte[]> comment(@PathVariable("id") long id, HttpServletRequest request) {
        var by = ApprovalsApi.caller(request).name();
        var comment = api.body(request, NewWord.NewApprovalComment.class).requireComment();
        return api.once(request, () -> {
            approvals.comment(new ApprovalId(id), by, comment);
            return new Vote("commented", Optional.empty(), List.of());
        });
    }

    @PostMapping(path = "/api/v1/approvals/{id}/abandon-follow-up", consumes = MediaType.APPLICATION_JSON_VALUE)
    @Allow(value = Permission.OPERATE, action = "approval.abandon-follow-up")
    ResponseEntity<byte[]> abandonFollowUp(@PathVariable("id") long id, HttpServletRequest request) {
        var by = ApprovalsApi.caller(request).name();
        var reason = api.body(request, NewWord.NewApprovalAbandonment.class).requireReason();
        return api.once(request, () -> {
            abandon(approvals, id, by, reason);
            return new Vote("abandoned", Optional.empty(), List.of());
        });
    }

    static void abandon(Approvals approvals, long id, String by, String reason) {
        if (!approvals.abandonFollowUp(new ApprovalId(id), by, reason)) {
            throw WebException.conflict("Approval " + id + " is not stuck: there is nothing to abandon.");
        }
    }

    /** What was not counted is no success, whatever a caller reads of the answer. */
    static Vote outcome(Ballot ballot) {
        return switch (ballot) {
            case Ballot.Counted counted ->
                new Vote(
                        "counted",
                        Optional.empty(),
                        counted.rules().stream().map(RuleCount::of).toList());
            case Ballot.Decided decided ->
                new Vote("decided", Optional.of(decided.state().name().toLowerCase(Locale.ROOT)), List.of());
            case Ballot.TooLate late ->
                throw WebException.conflict("It came too late and was not counted: the request is "
                        + late.approval().state().name().toLowerCase(Locale.ROOT) + ".");
            case Ballot.Changed changed ->
                throw WebException.conflict(
                        "It was not counted: what is to be approved has changed since, its digest is "
                                + changed.approval().digest().orElse("none") + " now. Look at it again.");
        };
    }

    /**
     * What came of it.
     *
     * @param outcome counted, decided, commented or abandoned
     * @param state what the request is now, if it decided it
     */
    record Vote(String outcome, Optional<String> state, List<RuleCount> rules) {}

    record RuleCount(String name, int needed, int approvals) {
        static RuleCount of(RuleProgress progress) {
            return new RuleCount(progress.name(), progress.needed(), progress.approvals());
        }
    }
}
