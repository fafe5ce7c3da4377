// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.job;

import io.howdah.job.ClaimToken;
import io.howdah.job.JobClaims;
import io.howdah.job.Jobs;
import io.howdah.web.access.Allow;
import io.howdah.web.access.Permission;
import io.howdah.web.api.Api;
import io.howdah.web.api.Slice;
import io.howdah.web.job.NewEnd.NewJobCompletion;
import io.howdah.web.job.NewEnd.NewJobDrop;
import io.howdah.web.job.NewEnd.NewJobExtension;
import io.howdah.web.job.NewEnd.NewJobFailure;
import io.howdah.web.job.NewEnd.NewJobProgress;
import io.howdah.web.job.NewEnd.NewJobRelease;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Jobs for workers in any language. A claim is a key of its own: what is said twice about it is done once, so no
 * Idempotency-Key is asked for, and what an answer had that got lost comes back when its time is over.
 */
@RestController
final class ClaimsApi {
    private final JobClaims claims;
    private final Api api;

    ClaimsApi(Jobs jobs, Api api) {
        this.claims = jobs.claims();
        this.api = api;
    }

    @PostMapping(path = "/api/v1/claims", consumes = MediaType.APPLICATION_JSON_VALUE)
    @Allow(
            value = Permission.CONSUME,
            action = "job.claim",
            about = {"queue", "types"})
    ResponseEntity<byte[]> claim(HttpServletRequest request) throws InterruptedException {
        var wanted = api.body(request, NewClaim.class);
        var claimed = claims.claim(wanted.from(), wanted.wanted(), wanted.options());
        return api.ok(new Slice<>(claimed.stream().map(ClaimRow::of).toList(), Optional.empty()));
    }

    @PostMapping("/api/v1/claims/{claim}/complete")
    @Allow(value = Permission.CONSUME, action = "job.complete")
    ResponseEntity<byte[]> complete(@PathVariable("claim") String claim, HttpServletRequest request) {
        api.bodyIfAny(request, NewJobCompletion.class).complete(claims, new ClaimToken(claim));
        return held(true);
    }

    @PostMapping(path = "/api/v1/claims/{claim}/fail", consumes = MediaType.APPLICATION_JSON_VALUE)
    @Allow(value = Permission.CONSUME, action = "job.fail")
    ResponseEntity<byte[]> fail(@PathVariable("claim") String claim, HttpServletRequest request) {
        api.bodyIfAny(request, NewJobFailure.class).fail(claims, new ClaimToken(claim));
        return held(true);
    }

    @PostMapping(path = "/api/v1/claims/{claim}/discard", consumes = MediaType.APPLICATION_JSON_VALUE)
    @Allow(value = Permission.CONSUME, action = "job.discard")
    ResponseEntity<byte[]> discard(@PathVariable("claim") String claim, HttpServletRequest request) {
        claims.discard(
                new ClaimToken(claim), api.bodyIfAny(request, NewJobDrop.class).reason());
        return held(true);
    }

    @PostMapping("/api/v1/claims/{claim}/release")
    @Allow(value = Permission.CONSUME, action = "job.release")
    ResponseEntity<byte[]> release(@PathVariable("claim") String claim, HttpServletRequest request) {
        claims.snooze(
                new ClaimToken(claim),
                api.bodyIfAny(request, NewJobRelease.class).after());
        return held(true);
    }

    @PostMapping(path = "/api/v1/claims/{claim}/extend", consumes = MediaType.APPLICATION_JSON_VALUE)
    @Allow(value = Permission.CONSUME, action = "job.extend")
    ResponseEntity<byte[]> extend(@PathVariable("claim") String claim, HttpServletRequest request) {
        return held(claims.extend(
                new ClaimToken(claim),
                api.bodyIfAny(request, NewJobExtension.class).requireHold()));
    }

    @PostMapping(path = "/api/v1/claims/{claim}/progress", consumes = MediaType.APPLICATION_JSON_VALUE)
    @Allow(value = Permission.CONSUME, action = "job.progress")
    ResponseEntity<byte[]> progress(@PathVariable("claim") String claim, HttpServletRequest request) {
        api.bodyIfAny(request, NewJobProgress.class).note(claims, new ClaimToken(claim));
        return held(true);
    }

    private ResponseEntity<byte[]> held(boolean wanted) {
        return api.ok(new Claim(wanted));
    }

    /** @param wanted false when somebody has cancelled the job: stop, and discard it */
    record Claim(boolean wanted) {}
}
