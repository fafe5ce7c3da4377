// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.approval;

import io.howdah.approval.ApprovalRequest;
import io.howdah.web.WebException;
import io.howdah.web.api.Content;
import io.howdah.web.api.Given;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What somebody asks others to approve, over HTTP. */
record NewApproval(
        @Nullable String subject,
        @Nullable String requester,
        @Nullable String actingFor,
        @Nullable String digest,
        @Nullable JsonNode details,
        @Nullable Map<String, String> labels,
        @Nullable String correlation,
        @Nullable Boolean supersedesOlder,
        @Nullable NewPolicy policy,
        @Nullable List<NewContinuation> continuations) {
    NewApproval {
        if (subject == null || policy == null) {
            throw WebException.invalid("A request has a subject and a policy.");
        }
    }

    /** As this caller asks it. */
    ApprovalRequest request(String caller) {
        var policy = policy() == null ? new NewPolicy(null, null, null, null, null, null, null) : policy();
        var request = ApprovalRequest.of(String.valueOf(subject), caller, policy.policy());
        request = Given.with(request, actingFor, ApprovalRequest::actingFor);
        request = Given.with(request, digest, ApprovalRequest::digest);
        request = Given.with(request, details, (all, one) -> all.details(Content.payload(one)));
        request = Given.with(request, correlation, ApprovalRequest::correlation);
        request = Given.with(request, supersedesOlder, (all, one) -> one ? all.supersedesOlder() : all);
        for (var label : Given.or(labels, Map.<String, String>of()).entrySet()) {
            request = request.label(label.getKey(), label.getValue());
        }
        for (var next : Given.or(continuations, List.<NewContinuation>of())) {
            request = next.addTo(request);
        }
        return request;
    }
}
