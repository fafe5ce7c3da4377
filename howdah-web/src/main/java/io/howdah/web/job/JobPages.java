// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.job;

import io.howdah.job.JobId;
import io.howdah.job.JobInfo;
import io.howdah.job.JobLine;
import io.howdah.job.JobState;
import io.howdah.job.Jobs;
import io.howdah.web.access.Allow;
import io.howdah.web.access.Permission;
import io.howdah.web.api.Redaction;
import io.howdah.web.api.Slice;
import io.howdah.web.console.Pages;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Jobs, for people. */
@Controller
final class JobPages {
    private static final int MOST_ATTEMPTS_SHOWN = 50;
    private static final int ROWS = 50;
    private static final List<String> STATES = Arrays.stream(JobState.values())
            .map(state -> state.name().toLowerCase(Locale.ROOT))
            .toList();

    private final Jobs jobs;
    private final JobReadStore store;
    private final Redaction redaction;
    private final Pages pages;

    JobPages(Jobs jobs, JobReadStore store, Redaction redaction, Pages pages) {
        this.jobs = jobs;
        this.store = store;
        this.redaction = redaction;
        this.pages = pages;
    }

    @GetMapping("/jobs")
    @Allow(Permission.VIEW)
    ResponseEntity<String> list(
            HttpServletRequest request,
            @RequestParam Map<String, String> parameters,
            @RequestParam(required = false) @Nullable String after) {
        var id = parameters.getOrDefault("id", "").strip();
        if (id.matches("\\d{1,18}")) {
            return pages.goTo(request, "/jobs/" + id);
        }
        var filter = JobFilter.of(parameters);
        return pages.page(
                request,
                "Jobs",
                "jobs",
                Map.of(
                        "filter",
                        filter,
                        "states",
                        STATES,
                        "first",
                        after == null || after.isEmpty(),
                        "slice",
                        store.list(filter, Slice.before(after), ROWS)));
    }

    @GetMapping("/jobs/{id}")
    @Allow(Permission.VIEW)
    ResponseEntity<String> job(HttpServletRequest request, @PathVariable("id") long id) {
        var info = jobs.find(new JobId(id)).orElseThrow(() -> JobsApi.missing(id));
        return pages.page(
                request,
                "Job " + id,
                "job",
                Map.of(
                        "job", info,
                        "holder", store.holder(id),
                        "lines", lines(info, redaction),
                        "attempts", store.attempts(id, MOST_ATTEMPTS_SHOWN)));
    }

    private List<JobLine> lines(JobInfo info, Redaction by) {
        return jobs.log(info.id()).stream()
                .map(line -> new JobLine(line.attempt(), line.at(), by.text(line.text())))
                .toList();
    }

    @GetMapping("/jobs/{id}/payload")
    @Allow(Permission.OPERATE)
    ResponseEntity<String> payload(HttpServletRequest request, @PathVariable("id") long id) {
        return payload(request, id, redaction);
    }

    @PostMapping("/jobs/{id}/payload")
    @Allow(value = Permission.OPERATE, action = "job.reveal-payload")
    ResponseEntity<String> revealPayload(HttpServletRequest request, @PathVariable("id") long id) {
        return payload(request, id, Redaction.NONE);
    }

    private ResponseEntity<String> payload(HttpServletRequest request, long id, Redaction by) {
        var info = jobs.find(new JobId(id)).orElseThrow(() -> JobsApi.missing(id));
        var found = store.payload(id).orElseThrow(() -> JobsApi.missing(id));
        var lines = lines(info, by);
        return pages.page(
                request,
                "Payload of job " + id,
                "payload",
                Map.of(
                        "job",
                        info,
                        "payload",
                        found.redacted(by),
                        "size",
                        found.size(),
                        "lines",
                        lines,
                        "linesMasked",
                        !lines.equals(lines(info, Redaction.NONE)),
                        "revealed",
                        redaction.isOn() && !by.isOn()));
    }

    @PostMapping("/jobs/{id}/cancel")
    @Allow(value = Permission.OPERATE, action = "job.cancel")
    ResponseEntity<String> cancel(HttpServletRequest request, @PathVariable("id") long id) {
        jobs.cancel(new JobId(id));
        return pages.goTo(request, "/jobs/" + id);
    }
}
