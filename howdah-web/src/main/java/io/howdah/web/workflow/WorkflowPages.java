// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.workflow;

import io.howdah.job.Jobs;
import io.howdah.job.WorkflowId;
import io.howdah.job.Workflows;
import io.howdah.web.access.Allow;
import io.howdah.web.access.Permission;
import io.howdah.web.console.Pages;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Workflows, for people. */
@Controller
final class WorkflowPages {
    private static final int ROWS = 50;

    private final Workflows workflows;
    private final Pages pages;

    WorkflowPages(Jobs jobs, Pages pages) {
        this.workflows = jobs.workflows();
        this.pages = pages;
    }

    @GetMapping("/workflows")
    @Allow(Permission.VIEW)
    ResponseEntity<String> list(HttpServletRequest request, @RequestParam(required = false) @Nullable String after) {
        return pages.page(
                request,
                "Workflows",
                "workflows",
                Map.of("slice", WorkflowsApi.list(workflows, after, ROWS), "first", after == null || after.isEmpty()));
    }

    @GetMapping("/workflows/{id}")
    @Allow(Permission.VIEW)
    ResponseEntity<String> workflow(HttpServletRequest request, @PathVariable("id") long id) {
        var workflow = WorkflowsApi.require(workflows, id);
        var nodes = WorkflowsApi.nodes(workflows, id);
        var drawn = nodes.size() <= Graph.MOST
                && nodes.stream().anyMatch(node -> node.name().isPresent());
        return pages.page(
                request,
                "Workflow " + workflow.name(),
                "workflow",
                Map.of(
                        "workflow",
                        workflow,
                        "nodes",
                        nodes,
                        "graph",
                        drawn ? Optional.of(Graph.of(nodes)) : Optional.empty()));
    }

    @PostMapping("/workflows/{id}/cancel")
    @Allow(value = Permission.OPERATE, action = "workflow.cancel")
    ResponseEntity<String> cancel(HttpServletRequest request, @PathVariable("id") long id) {
        workflows.cancel(new WorkflowId(id));
        return pages.goTo(request, "/workflows/" + id);
    }

    @PostMapping("/workflows/{id}/retry")
    @Allow(value = Permission.OPERATE, action = "workflow.retry")
    ResponseEntity<String> retry(HttpServletRequest request, @PathVariable("id") long id) {
        workflows.retry(new WorkflowId(id));
        return pages.goTo(request, "/workflows/" + id);
    }
}
