// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.job;

import io.howdah.Payload;
import io.howdah.job.JobId;
import io.howdah.job.JobInfo;
import io.howdah.job.JobProgress;
import io.howdah.job.Jobs;
import io.howdah.web.WebException;
import io.howdah.web.access.Allow;
import io.howdah.web.access.Permission;
import io.howdah.web.api.Api;
import io.howdah.web.api.Content;
import io.howdah.web.api.Redaction;
import io.howdah.web.api.Slice;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Jobs as a resource. */
@RestController
final class JobsApi {
    private static final int MOST_ATTEMPTS_SHOWN = 100;

    private final Jobs jobs;
    private final JobReadStore store;
    private final JobWords words;
    private final Redaction redaction;
    private final Api api;

    JobsApi(Jobs jobs, JobReadStore store, JobWords words, Redaction redaction, Api api) {
        this.jobs = jobs;
        this.store = store;
        this.words = words;
        this.redaction = redaction;
        this.api = api;
    }

    @PostMapping(path = "/api/v1/jobs", consumes = MediaType.APPLICATION_JSON_VALUE)
    @Allow(
            value = Permission.PRODUCE,
            action = "job.enqueue",
            about = {"type", "queue", "key"})
    ResponseEntity<byte[]> enqueue(HttpServletRequest request) {
        var job = api.body(request, NewJob.class);
        return api.created(request, () -> {
            var id = jobs.enqueue(job.jobType(), job.encoded(), job.options());
            return new Api.Created("jobs/" + id, new Enqueued(id.toString()));
        });
    }

    @GetMapping("/api/v1/jobs/{id}")
    @Allow(Permission.VIEW)
    ResponseEntity<byte[]> find(@PathVariable("id") long id) {
        return found(id, words.about(id));
    }

    @PostMapping("/api/v1/jobs/{id}/reveal")
    @Allow(value = Permission.OPERATE, action = "job.reveal")
    ResponseEntity<byte[]> reveal(@PathVariable("id") long id) {
        return found(id, UnaryOperator.identity());
    }

    private ResponseEntity<byte[]> found(long id, UnaryOperator<String> shown) {
        var info = require(id);
        return api.ok(new Found(
                row(info),
                store.holder(id),
                store.attempts(id, MOST_ATTEMPTS_SHOWN).stream()
                        .map(attempt -> attempt.shown(shown))
                        .toList(),
                info.progress().map(said -> Progress.of(said, shown)),
                info.retriedAs().map(JobId::toString),
                info.retryOf().map(JobId::toString),
                info.parent().map(JobId::toString)));
    }

    @GetMapping("/api/v1/jobs/{id}/payload")
    @Allow(Permission.OPERATE)
    ResponseEntity<byte[]> payload(@PathVariable("id") long id) {
        return shown("The payload of job " + id, requirePayload(id));
    }

    @PostMapping("/api/v1/jobs/{id}/payload/reveal")
    @Allow(value = Permission.OPERATE, action = "job.reveal-payload")
    ResponseEntity<byte[]> revealPayload(@PathVariable("id") long id) {
        return bytes(requirePayload(id));
    }

    private Payload requirePayload(long id) {
        return store.payload(id)
                .map(found -> new Payload(found.bytes(), found.contentType()))
                .orElseThrow(() -> missing(id));
    }

    private ResponseEntity<byte[]> shown(String what, Payload payload) {
        if (!redaction.isOn()) {
            return bytes(payload);
        }
        var content = redaction.content(payload);
        return content.json()
                .map(json -> bytes(Content.payload(json)))
                .orElseThrow(() -> WebException.revealNeeded(
                        what + " is " + content.bytes() + " bytes of " + content.contentType()));
    }

    /** Never as what it says it is: a browser must not run what somebody enqueued. */
    private static ResponseEntity<byte[]> bytes(Payload payload) {
        var type = payload.contentType().equals(Payload.JSON)
                ? MediaType.APPLICATION_JSON
                : MediaType.APPLICATION_OCTET_STREAM;
        return ResponseEntity.ok().contentType(type).body(payload.bytes());
    }

    @GetMapping("/api/v1/jobs/{id}/log")
    @Allow(Permission.VIEW)
    ResponseEntity<byte[]> log(@PathVariable("id") long id) {
        return lines(id, words.about(id));
    }

    @PostMapping("/api/v1/jobs/{id}/log/reveal")
    @Allow(value = Permission.OPERATE, action = "job.reveal-log")
    ResponseEntity<byte[]> revealLog(@PathVariable("id") long id) {
        return lines(id, UnaryOperator.identity());
    }

    private ResponseEntity<byte[]> lines(long id, UnaryOperator<String> shown) {
        var lines = jobs.log(require(id).id()).stream()
                .map(line -> new LogLine(line.attempt(), line.at(), shown.apply(line.text())))
                .toList();
        return api.ok(new Slice<>(lines, Optional.empty()));
    }

    @GetMapping("/api/v1/jobs/{id}/result")
    @Allow(Permission.OPERATE)
    ResponseEntity<byte[]> result(@PathVariable("id") long id) {
        return shown("The result of job " + id, requireResult(id));
    }

    @PostMapping("/api/v1/jobs/{id}/result/reveal")
    @Allow(value = Permission.OPERATE, action = "job.reveal-result")
    ResponseEntity<byte[]> revealResult(@PathVariable("id") long id) {
        return bytes(requireResult(id));
    }

    private Payload requireResult(long id) {
        require(id);
        return jobs.result(new JobId(id), Payload.class)
                .orElseThrow(() -> WebException.notFound("Job " + id + " has said no result."));
    }

    @PostMapping("/api/v1/jobs/{id}/cancel")
    @Allow(value = Permission.OPERATE, action = "job.cancel")
    ResponseEntity<byte[]> cancel(@PathVariable("id") long id, HttpServletRequest request) {
        require(id);
        return api.once(request, () -> new Cancelled(jobs.cancel(new JobId(id))));
    }

    private JobInfo require(long id) {
        return jobs.find(new JobId(id)).orElseThrow(() -> missing(id));
    }

    static WebException missing(long id) {
        return WebException.notFound("There is no job " + id + ", or it ended so long ago that it was forgotten.");
    }

    static JobRow row(JobInfo info) {
        return new JobRow(
                info.id().toString(),
                info.type(),
                info.queue(),
                info.state().name().toLowerCase(Locale.ROOT),
                info.attempts(),
                info.maxAttempts(),
                info.createdAt(),
                info.dueAt(),
                info.endedAt(),
                info.key(),
                info.correlation());
    }

    record Enqueued(String id) {}

    record Cancelled(boolean cancelled) {}

    record Found(
            JobRow job,
            Optional<JobHolder> holder,
            List<JobAttempt> attempts,
            Optional<Progress> progress,
            Optional<String> retriedAs,
            Optional<String> retryOf,
            Optional<String> parent) {}

    record Progress(int percent, String message, int attempt, Instant at) {
        static Progress of(JobProgress said, UnaryOperator<String> shown) {
            return new Progress(said.percent(), shown.apply(said.message()), said.attempt(), said.at());
        }
    }

    record LogLine(int attempt, Instant at, String text) {}
}
