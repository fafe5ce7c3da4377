// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.workflow;

import io.howdah.job.Jobs;
import io.howdah.job.WorkflowId;
import io.howdah.job.Workflows;
import io.howdah.web.WebException;
import io.howdah.web.access.Allow;
import io.howdah.web.access.Permission;
import io.howdah.web.api.Api;
import io.howdah.web.api.Slice;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Workflows and batches as a resource. */
@RestController
final class WorkflowsApi {
    private final Workflows workflows;
    private final Api api;

    WorkflowsApi(Jobs jobs, Api api) {
        this.workflows = jobs.workflows();
        this.api = api;
    }

    @GetMapping("/api/v1/workflows")
    @Allow(Permission.VIEW)
    ResponseEntity<byte[]> list(
            @RequestParam(required = false) @Nullable String after,
            @RequestParam(required = false) @Nullable Integer limit) {
        return api.ok(list(workflows, after, Slice.limit(limit)));
    }

    static Slice<WorkflowRow> list(Workflows workflows, @Nullable String after, int limit) {
        var rows = workflows.list(new WorkflowId(Slice.before(after)), limit + 1).stream()
                .map(WorkflowRow::of)
                .toList();
        return Slice.of(rows, limit, row -> Long.parseLong(row.id()));
    }

    /** The first thousand of its jobs. */
    @GetMapping("/api/v1/workflows/{id}")
    @Allow(Permission.VIEW)
    ResponseEntity<byte[]> find(@PathVariable("id") long id) {
        return api.ok(new WorkflowFound(require(workflows, id), nodes(workflows, id)));
    }

    static List<NodeRow> nodes(Workflows workflows, long id) {
        return workflows.nodes(new WorkflowId(id)).stream().map(NodeRow::of).toList();
    }

    @PostMapping("/api/v1/workflows/{id}/cancel")
    @Allow(value = Permission.OPERATE, action = "workflow.cancel")
    ResponseEntity<byte[]> cancel(@PathVariable("id") long id, HttpServletRequest request) {
        require(workflows, id);
        return api.once(request, () -> new Asked(workflows.cancel(new WorkflowId(id))));
    }

    @PostMapping("/api/v1/workflows/{id}/retry")
    @Allow(value = Permission.OPERATE, action = "workflow.retry")
    ResponseEntity<byte[]> retry(@PathVariable("id") long id, HttpServletRequest request) {
        require(workflows, id);
        return api.once(request, () -> new Asked(workflows.retry(new WorkflowId(id))));
    }

    static WorkflowRow require(Workflows workflows, long id) {
        return workflows
                .find(new WorkflowId(id))
                .map(WorkflowRow::of)
                .orElseThrow(() -> WebException.notFound("There is no workflow " + id + ", or it was forgotten."));
    }

    record WorkflowFound(WorkflowRow workflow, List<NodeRow> nodes) {}

    /** @param accepted false when it is not such a one that this can be done with */
    record Asked(boolean accepted) {}
}
