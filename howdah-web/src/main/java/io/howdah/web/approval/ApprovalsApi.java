// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.approval;

import io.howdah.Payload;
import io.howdah.approval.Approval;
import io.howdah.approval.ApprovalFilter;
import io.howdah.approval.ApprovalId;
import io.howdah.approval.ApprovalState;
import io.howdah.approval.Approvals;
import io.howdah.web.WebException;
import io.howdah.web.access.Allow;
import io.howdah.web.access.Caller;
import io.howdah.web.access.Gate;
import io.howdah.web.access.Permission;
import io.howdah.web.api.Api;
import io.howdah.web.api.Content;
import io.howdah.web.api.Given;
import io.howdah.web.api.Redaction;
import io.howdah.web.api.Slice;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;

/** Requests that people decide, as a resource. */
@RestController
final class ApprovalsApi {
    private static final int MOST_STEPS = 1_000;

    private final Approvals approvals;
    private final ApprovalReadStore store;
    private final Redaction redaction;
    private final Api api;

    ApprovalsApi(Approvals approvals, ApprovalReadStore store, Redaction redaction, Api api) {
        this.redaction = redaction;
        this.approvals = approvals;
        this.store = store;
        this.api = api;
    }

    /** A program may say who asks; a person asks for himself. */
    @PostMapping(path = "/api/v1/approvals", consumes = MediaType.APPLICATION_JSON_VALUE)
    @Allow(value = Permission.PRODUCE, action = "approval.request", about = "subject")
    ResponseEntity<byte[]> request(HttpServletRequest request) {
        var asked = api.body(request, NewApproval.class);
        var caller = caller(request);
        if (caller.isPerson() && !Given.or(asked.requester(), caller.name()).equals(caller.name())) {
            throw WebException.invalid("requester is you: " + caller.name());
        }
        var made = asked.request(Given.or(asked.requester(), caller.name()));
        return api.created(request, () -> {
            var id = approvals.request(made);
            return new Api.Created("approvals/" + id, new Requested(id.toString()));
        });
    }

    @GetMapping("/api/v1/approvals")
    @Allow(Permission.VIEW)
    ResponseEntity<byte[]> list(
            @RequestParam Map<String, String> parameters, @RequestParam(required = false) @Nullable Integer limit) {
        return api.ok(list(approvals, parameters, Slice.limit(limit)));
    }

    static Slice<ApprovalRow> list(Approvals approvals, Map<String, String> parameters, int limit) {
        var filter = ApprovalFilter.all();
        filter = Given.with(filter, word(parameters, "state"), (all, word) -> all.state(state(word)));
        filter = Given.with(filter, word(parameters, "subject"), ApprovalFilter::subject);
        filter = Given.with(filter, word(parameters, "requester"), ApprovalFilter::requester);
        filter = Given.with(filter, word(parameters, "correlation"), ApprovalFilter::correlation);
        var before = Slice.before(parameters.get("after"));
        if (before != Long.MAX_VALUE) {
            filter = filter.before(new ApprovalId(before));
        }
        var rows =
                approvals.list(filter, limit + 1).stream().map(ApprovalRow::of).toList();
        return Slice.of(rows, limit, row -> Long.parseLong(row.id()));
    }

    @GetMapping("/api/v1/approvals/waiting")
    @Allow(Permission.APPROVE)
    ResponseEntity<byte[]> waiting(
            HttpServletRequest request, @RequestParam(required = false) @Nullable Integer limit) {
        var waiting = approvals.waitingFor(NewVote.voterOf(caller(request)), Slice.limit(limit));
        return api.ok(new Slice<>(waiting.stream().map(ApprovalRow::of).toList(), Optional.empty()));
    }

    /** Those of which what should follow an expiry, a reminder or an escalation cannot be done. */
    @GetMapping("/api/v1/approvals/stuck")
    @Allow(Permission.VIEW)
    ResponseEntity<byte[]> stuck(@RequestParam(required = false) @Nullable Integer limit) {
        var stuck = approvals.stuck(Slice.limit(limit));
        return api.ok(new Slice<>(stuck.stream().map(ApprovalRow::of).toList(), Optional.empty()));
    }

    /** What is to be approved is for those who decide, and for those who may see payloads. */
    @GetMapping("/api/v1/approvals/{id}")
    @Allow(Permission.VIEW)
    ResponseEntity<byte[]> find(@PathVariable("id") long id, HttpServletRequest request) {
        return shown(id, request, redaction);
    }

    @PostMapping("/api/v1/approvals/{id}/reveal")
    @Allow(value = Permission.OPERATE, action = "approval.reveal")
    ResponseEntity<byte[]> reveal(@PathVariable("id") long id, HttpServletRequest request) {
        return shown(id, request, Redaction.NONE);
    }

    private ResponseEntity<byte[]> shown(long id, HttpServletRequest request, Redaction by) {
        var approval = require(approvals, id);
        var details = details(approval, caller(request)).map(by::content);
        return api.ok(new ApprovalFound(
                ApprovalRow.of(approval),
                details.flatMap(Content::json),
                details.filter(Content::redacted).isPresent(),
                store.rules(id)));
    }

    static Optional<Payload> details(Approval approval, Caller caller) {
        return approval.details().filter(any -> caller.may(Permission.APPROVE) || caller.may(Permission.OPERATE));
    }

    @GetMapping("/api/v1/approvals/{id}/history")
    @Allow(Permission.VIEW)
    ResponseEntity<byte[]> history(@PathVariable("id") long id) {
        require(approvals, id);
        var steps = approvals.history(new ApprovalId(id), MOST_STEPS).stream()
                .map(step -> new HistoryStep(
                        step.number(), step.at(), step.action(), step.actor(), step.actingFor(), step.comment()))
                .toList();
        var tampered = approvals.tamperedStep(new ApprovalId(id));
        return api.ok(new History(steps, tampered.isEmpty(), tampered));
    }

    static Approval require(Approvals approvals, long id) {
        return approvals
                .find(new ApprovalId(id))
                .orElseThrow(() -> WebException.notFound("There is no approval " + id + "."));
    }

    static Caller caller(HttpServletRequest request) {
        return Gate.caller(request).orElseThrow(() -> WebException.unauthenticated(Optional.empty()));
    }

    private static @Nullable String word(Map<String, String> parameters, String name) {
        var given = parameters.getOrDefault(name, "").strip();
        return given.isEmpty() ? null : given;
    }

    private static ApprovalState state(String word) {
        return Arrays.stream(ApprovalState.values())
                .filter(state -> state.name().equals(word.toUpperCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> WebException.invalid("state must be one of "
                        + Arrays.toString(ApprovalState.values()).toLowerCase(Locale.ROOT) + ": " + word));
    }

    record Requested(String id) {}

    /** @param redacted whether there is more to the details than is shown */
    record ApprovalFound(
            ApprovalRow approval, Optional<JsonNode> details, boolean redacted, List<RuleStanding> rules) {}

    record HistoryStep(
            int number,
            Instant at,
            String action,
            String actor,
            Optional<String> actingFor,
            Optional<String> comment) {}

    /** @param intact whether every step is as it was written */
    record History(List<HistoryStep> items, boolean intact, Optional<Integer> tamperedStep) {}
}
