// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.timeline;

import io.howdah.web.WebException;
import io.howdah.web.access.Allow;
import io.howdah.web.access.Permission;
import io.howdah.web.api.Api;
import io.howdah.web.api.Redaction;
import io.howdah.web.api.Slice;
import io.howdah.web.console.Pages;
import io.howdah.web.job.JobWords;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** One timeline of all that belongs together, for programs and for people. */
@Controller
final class TimelineApi {
    private static final int MOST = 500;
    private static final int LONGEST = 200;

    private final TimelineStore store;
    private final JobWords words;
    private final Redaction redaction;
    private final Api api;
    private final Pages pages;

    TimelineApi(TimelineStore store, JobWords words, Redaction redaction, Api api, Pages pages) {
        this.store = store;
        this.words = words;
        this.redaction = redaction;
        this.api = api;
        this.pages = pages;
    }

    @GetMapping("/api/v1/timeline")
    @Allow(Permission.VIEW)
    ResponseEntity<byte[]> timeline(@RequestParam Map<String, String> parameters) {
        var correlation = parameters.getOrDefault("correlation", "");
        if (correlation.isEmpty() || correlation.length() > LONGEST) {
            throw WebException.invalid("correlation is what things belong to, in 1 to 200 characters.");
        }
        return api.ok(new Slice<>(steps(correlation), Optional.empty()));
    }

    private List<TimelineStep> steps(String correlation) {
        var steps = store.steps(correlation, MOST);
        var work = steps.stream()
                .filter(step -> step.isWork() && step.detail().isPresent())
                .map(step -> Long.valueOf(step.id()))
                .distinct()
                .toList();
        var shown = words.about(work);
        return steps.stream()
                .map(step -> step.shown(step.isWork() ? shown.get(Long.valueOf(step.id())) : redaction::text))
                .toList();
    }

    @GetMapping("/timeline")
    @Allow(Permission.VIEW)
    ResponseEntity<String> page(HttpServletRequest request, @RequestParam Map<String, String> parameters) {
        var correlation = parameters.getOrDefault("correlation", "").strip();
        var steps =
                correlation.isEmpty() || correlation.length() > LONGEST ? List.<TimelineStep>of() : steps(correlation);
        return pages.page(
                request,
                correlation.isEmpty() ? "Timeline" : correlation,
                "timeline",
                Map.of("correlation", correlation, "steps", steps, "isCut", steps.size() == MOST));
    }
}
