// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.job;

import io.howdah.job.JobState;
import io.howdah.web.access.Allow;
import io.howdah.web.access.Permission;
import io.howdah.web.api.Api;
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
import org.springframework.web.bind.annotation.RequestParam;

/** Lists of jobs, for programs and for people. */
@Controller
final class JobSearchApi {
    private static final int ROWS = 50;
    private static final List<String> STATES = Arrays.stream(JobState.values())
            .map(state -> state.name().toLowerCase(Locale.ROOT))
            .toList();

    private final JobSearchStore store;
    private final Redaction redaction;
    private final Api api;
    private final Pages pages;

    JobSearchApi(JobSearchStore store, Redaction redaction, Api api, Pages pages) {
        this.store = store;
        this.redaction = redaction;
        this.api = api;
        this.pages = pages;
    }

    @GetMapping("/api/v1/jobs")
    @Allow(Permission.VIEW)
    ResponseEntity<byte[]> list(
            HttpServletRequest request,
            @RequestParam Map<String, String> parameters,
            @RequestParam(required = false) @Nullable String after,
            @RequestParam(required = false) @Nullable Integer limit) {
        var filter = JobFilter.of(parameters).require(request, redaction);
        return api.ok(store.list(filter, redaction, Slice.before(after), Slice.limit(limit)));
    }

    @GetMapping("/jobs")
    @Allow(Permission.VIEW)
    ResponseEntity<String> page(
            HttpServletRequest request,
            @RequestParam Map<String, String> parameters,
            @RequestParam(required = false) @Nullable String after) {
        var id = parameters.getOrDefault("id", "").strip();
        if (id.matches("\\d{1,18}")) {
            return pages.goTo(request, "/jobs/" + id);
        }
        var filter = JobFilter.of(parameters).require(request, redaction);
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
                        store.list(filter, redaction, Slice.before(after), ROWS)));
    }
}
