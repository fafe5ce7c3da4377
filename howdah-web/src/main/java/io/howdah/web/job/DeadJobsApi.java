// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.job;

import io.howdah.Payload;
import io.howdah.job.DeadJobs;
import io.howdah.job.JobId;
import io.howdah.job.JobPage;
import io.howdah.job.JobType;
import io.howdah.job.Jobs;
import io.howdah.web.WebException;
import io.howdah.web.access.Allow;
import io.howdah.web.access.Permission;
import io.howdah.web.api.Api;
import io.howdah.web.api.Content;
import io.howdah.web.api.Redaction;
import io.howdah.web.api.Slice;
import jakarta.servlet.http.HttpServletRequest;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;

/** Jobs that ended without success, one by one and by the thousand. */
@RestController
final class DeadJobsApi {
    private final Jobs jobs;
    private final Redaction redaction;
    private final Api api;

    DeadJobsApi(Jobs jobs, Redaction redaction, Api api) {
        this.jobs = jobs;
        this.redaction = redaction;
        this.api = api;
    }

    @GetMapping("/api/v1/dead-jobs")
    @Allow(Permission.VIEW)
    ResponseEntity<byte[]> list(
            @RequestParam Map<String, String> parameters,
            @RequestParam(required = false) @Nullable String after,
            @RequestParam(required = false) @Nullable Integer limit) {
        var page = page(jobs.dead(), NewSelection.of(parameters), after, Slice.limit(limit));
        return api.ok(new Slice<>(
                page.jobs().stream().map(JobsApi::row).toList(), page.next().map(DeadJobsApi::word)));
    }

    static JobPage page(DeadJobs dead, NewSelection selection, @Nullable String after, int limit) {
        return after == null || after.isEmpty()
                ? dead.list(selection.filter(), limit)
                : dead.list(selection.filter(), place(after), limit);
    }

    @PostMapping("/api/v1/jobs/{id}/retry")
    @Allow(value = Permission.OPERATE, action = "job.retry")
    ResponseEntity<byte[]> retry(@PathVariable("id") long id, HttpServletRequest request) {
        var payload = api.bodyIfAny(request, NewRetry.class).payload();
        return api.created(request, () -> {
            var made = payload == null
                    ? jobs.dead().retry(new JobId(id))
                    : retry(jobs, id, Content.payload(redaction.requireWhole(payload)));
            return new Api.Created("jobs/" + made, new Retried(made.toString()));
        });
    }

    static JobId retry(Jobs jobs, long id, Payload payload) {
        var info = jobs.find(new JobId(id)).orElseThrow(() -> JobsApi.missing(id));
        return jobs.dead().retry(info.id(), JobType.of(info.type(), Payload.class), payload);
    }

    @PostMapping("/api/v1/jobs/{id}/discard")
    @Allow(value = Permission.OPERATE, action = "job.discard")
    ResponseEntity<byte[]> discard(@PathVariable("id") long id, HttpServletRequest request) {
        var why = api.bodyIfAny(request, NewSelection.class).why("discarded by hand");
        return api.once(request, () -> new Discarded(jobs.dead().discard(new JobId(id), why)));
    }

    @PostMapping("/api/v1/dead-jobs/retry")
    @Allow(value = Permission.OPERATE, action = "job.retry-all", about = Allow.ALL)
    ResponseEntity<byte[]> retryAll(HttpServletRequest request) {
        var selection = api.bodyIfAny(request, NewSelection.class);
        return api.once(
                request,
                () -> new Selected(
                        selection.isDryRun(),
                        selection.isDryRun()
                                ? jobs.dead().count(selection.filter())
                                : jobs.dead().retryAll(selection.filter(), so -> {})));
    }

    @PostMapping("/api/v1/dead-jobs/discard")
    @Allow(value = Permission.OPERATE, action = "job.discard-all", about = Allow.ALL)
    ResponseEntity<byte[]> discardAll(HttpServletRequest request) {
        var selection = api.bodyIfAny(request, NewSelection.class);
        return api.once(
                request,
                () -> new Selected(
                        selection.isDryRun(),
                        selection.isDryRun()
                                ? jobs.dead().count(selection.filter())
                                : jobs.dead()
                                        .discardAll(selection.filter(), selection.why("discarded by hand"), so -> {})));
    }

    @PostMapping("/api/v1/pending-jobs/cancel")
    @Allow(value = Permission.OPERATE, action = "job.cancel-all", about = Allow.ALL)
    ResponseEntity<byte[]> cancelAll(HttpServletRequest request) {
        var selection = api.bodyIfAny(request, NewSelection.class);
        return api.once(
                request,
                () -> new Selected(
                        selection.isDryRun(),
                        selection.isDryRun()
                                ? jobs.pending().count(selection.filter())
                                : jobs.pending().cancelAll(selection.filter(), selection.why("cancelled"), so -> {})));
    }

    /** A place as a page's {@code next} has it: when the last one ended, to the microsecond, and its id. */
    static String word(JobPage.Place place) {
        return place.at() + "_" + place.id();
    }

    private static JobPage.Place place(String word) {
        var parts = word.split("_", 2);
        try {
            return new JobPage.Place(Instant.parse(parts[0]), Long.parseLong(parts[parts.length - 1]));
        } catch (DateTimeException | NumberFormatException wrong) {
            throw WebException.invalid("after must be what \"next\" of the page before said: " + word);
        }
    }

    /** @param payload instead of the old one */
    record NewRetry(@Nullable JsonNode payload) {}

    record Retried(String id) {}

    record Discarded(boolean discarded) {}

    /** @param dryRun nothing was changed; so many would be */
    record Selected(boolean dryRun, long count) {}

    static Optional<String> next(JobPage page) {
        return page.next().map(DeadJobsApi::word);
    }
}
