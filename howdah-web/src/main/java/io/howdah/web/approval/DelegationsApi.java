// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.approval;

import io.howdah.approval.Approvals;
import io.howdah.web.WebException;
import io.howdah.web.access.Allow;
import io.howdah.web.access.Permission;
import io.howdah.web.api.Api;
import io.howdah.web.api.Slice;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Who votes for whom, as a resource. Everybody gives away his own votes alone. */
@RestController
final class DelegationsApi {
    private final Approvals approvals;
    private final ApprovalReadStore store;
    private final Api api;

    DelegationsApi(Approvals approvals, ApprovalReadStore store, Api api) {
        this.approvals = approvals;
        this.store = store;
        this.api = api;
    }

    @GetMapping("/api/v1/delegations")
    @Allow(Permission.APPROVE)
    ResponseEntity<byte[]> list(HttpServletRequest request) {
        return api.ok(all(request));
    }

    @PostMapping(path = "/api/v1/delegations", consumes = MediaType.APPLICATION_JSON_VALUE)
    @Allow(
            value = Permission.APPROVE,
            action = "approval.delegate",
            about = {"delegate", "period"})
    ResponseEntity<byte[]> delegate(HttpServletRequest request) {
        var asked = api.body(request, NewDelegation.class);
        return api.once(request, () -> {
            asked.give(approvals, request);
            return all(request);
        });
    }

    @DeleteMapping("/api/v1/delegations/{delegate}")
    @Allow(value = Permission.APPROVE, action = "approval.undelegate")
    ResponseEntity<byte[]> end(@PathVariable("delegate") String delegate, HttpServletRequest request) {
        var caller = ApprovalsApi.caller(request).name();
        return api.once(request, () -> new DelegationEnded(approvals.revoke(caller, delegate)));
    }

    private Slice<DelegationRow> all(HttpServletRequest request) {
        return new Slice<>(store.delegations(ApprovalsApi.caller(request).name()), Optional.empty());
    }

    /** Who may vote for the caller, and for how long. */
    record NewDelegation(
            @Nullable String delegate, @Nullable Duration period) {
        void give(Approvals approvals, HttpServletRequest request) {
            if (delegate == null || period == null) {
                throw WebException.invalid("A delegation has a delegate and a period.");
            }
            approvals.delegate(NewVote.voterOf(ApprovalsApi.caller(request)), delegate.strip(), period);
        }
    }

    /** @param ended false when there was none */
    record DelegationEnded(boolean ended) {}
}
