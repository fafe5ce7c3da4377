// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.job;

import io.howdah.Payload;
import io.howdah.job.JobId;
import io.howdah.job.JobInfo;
import io.howdah.job.Jobs;
import io.howdah.web.access.Allow;
import io.howdah.web.access.Permission;
import io.howdah.web.api.Content;
import io.howdah.web.api.Given;
import io.howdah.web.api.Redaction;
import io.howdah.web.api.Slice;
import io.howdah.web.api.Trees;
import io.howdah.web.console.Pages;
import jakarta.servlet.http.HttpServletRequest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Jobs that ended without success, for people. */
@Controller
final class DeadJobPages {
    private static final int ROWS = 50;

    private final Jobs jobs;
    private final JobWords words;
    private final Redaction redaction;
    private final Pages pages;

    DeadJobPages(Jobs jobs, JobWords words, Redaction redaction, Pages pages) {
        this.jobs = jobs;
        this.words = words;
        this.redaction = redaction;
        this.pages = pages;
    }

    /** Counting is the dry run: the buttons say how many they would deal with. */
    @GetMapping("/dead")
    @Allow(Permission.VIEW)
    ResponseEntity<String> list(
            HttpServletRequest request,
            @RequestParam Map<String, String> parameters,
            @RequestParam(required = false) @Nullable String after) {
        var selection = NewSelection.of(parameters);
        var page = DeadJobsApi.page(jobs.dead(), selection, after, ROWS);
        return pages.page(
                request,
                "Dead jobs",
                "dead",
                Map.of(
                        "type",
                        Given.or(selection.type(), ""),
                        "queue",
                        Given.or(selection.queue(), ""),
                        "count",
                        jobs.dead().countLatest(selection.filter()),
                        "errors",
                        errors(page.jobs()),
                        "slice",
                        new Slice<>(page.jobs(), DeadJobsApi.next(page))));
    }

    private Map<JobId, String> errors(List<JobInfo> dead) {
        var shown = words.about(dead.stream().map(job -> job.id().value()).toList());
        var errors = new HashMap<JobId, String>();
        for (var job : dead) {
            job.lastError()
                    .ifPresent(error -> errors.put(
                            job.id(),
                            shown.getOrDefault(job.id().value(), any -> Redaction.MASK)
                                    .apply(error)));
        }
        return errors;
    }

    @PostMapping("/dead/retry")
    @Allow(value = Permission.OPERATE, action = "job.retry-all", about = Allow.ALL)
    ResponseEntity<String> retryAll(HttpServletRequest request, @RequestParam Map<String, String> form) {
        jobs.dead().retryAll(NewSelection.of(form).filter(), so -> {});
        return pages.goTo(request, "/dead");
    }

    @PostMapping("/dead/discard")
    @Allow(value = Permission.OPERATE, action = "job.discard-all", about = Allow.ALL)
    ResponseEntity<String> discardAll(HttpServletRequest request, @RequestParam Map<String, String> form) {
        var selection = NewSelection.of(form);
        jobs.dead().discardAll(selection.filter(), selection.why("discarded by hand"), so -> {});
        return pages.goTo(request, "/dead");
    }

    @PostMapping("/jobs/{id}/retry")
    @Allow(value = Permission.OPERATE, action = "job.retry")
    ResponseEntity<String> retry(
            HttpServletRequest request,
            @PathVariable("id") long id,
            @RequestParam(name = "payload", defaultValue = "") String payload) {
        var made = payload.isBlank()
                ? jobs.dead().retry(new JobId(id))
                : DeadJobsApi.retry(jobs, id, json(redaction.requireWhole(payload)));
        return pages.goTo(request, "/jobs/" + made);
    }

    @PostMapping("/jobs/{id}/discard")
    @Allow(value = Permission.OPERATE, action = "job.discard")
    ResponseEntity<String> discard(HttpServletRequest request, @PathVariable("id") long id) {
        jobs.dead().discard(new JobId(id), "discarded by hand");
        return pages.goTo(request, "/jobs/" + id);
    }

    private static Payload json(String text) {
        return Content.payload(Trees.given("The payload", text));
    }
}
