// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.job;

import io.howdah.job.JobId;
import io.howdah.job.Jobs;
import io.howdah.web.access.Allow;
import io.howdah.web.access.Permission;
import io.howdah.web.api.Redaction;
import io.howdah.web.console.Pages;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;

/** Jobs, for people. */
@Controller
final class JobPages {
    private final Jobs jobs;
    private final JobReadStore store;
    private final JobWords words;
    private final Redaction redaction;
    private final Pages pages;

    JobPages(Jobs jobs, JobReadStore store, JobWords words, Redaction redaction, Pages pages) {
        this.jobs = jobs;
        this.store = store;
        this.words = words;
        this.redaction = redaction;
        this.pages = pages;
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
                        "said", JobSaid.of(jobs, store, info).shown(words.about(id))));
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
        var whole = JobSaid.of(jobs, store, info);
        var said = whole.shown(by.isOn() ? words.about(id) : UnaryOperator.identity());
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
                        "said",
                        said,
                        "saidMasked",
                        !said.equals(whole),
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
