// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.approval;

import io.howdah.Payload;
import io.howdah.approval.ApprovalRequest;
import io.howdah.approval.Occasion;
import io.howdah.job.JobType;
import io.howdah.job.Retry;
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

    /** A job that is enqueued when that happens, in the same transaction. */
    record NewContinuation(
            @Nullable Occasion occasion,
            @Nullable String type,
            @Nullable String queue,
            @Nullable JsonNode payload,
            @Nullable Integer attempts) {
        NewContinuation {
            if (occasion == null || type == null) {
                throw WebException.invalid("What follows has an occasion and a type of job.");
            }
        }

        ApprovalRequest addTo(ApprovalRequest request) {
            var job = JobType.of(String.valueOf(type), Payload.class);
            job = Given.with(job, queue, JobType::queue);
            job = Given.with(
                    job, attempts, (all, most) -> all.retry(Retry.standard().attempts(most)));
            return request.on(Given.or(occasion, Occasion.APPROVED), job, Content.payload(payload));
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
