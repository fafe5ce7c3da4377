// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.schedule;

import io.howdah.Payload;
import io.howdah.job.JobType;
import io.howdah.job.schedule.Schedules;
import io.howdah.web.WebException;
import io.howdah.web.access.Allow;
import io.howdah.web.access.Permission;
import io.howdah.web.api.Content;
import io.howdah.web.api.Trees;
import io.howdah.web.console.Pages;
import io.howdah.web.console.Words;
import jakarta.servlet.http.HttpServletRequest;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Schedules, for people. */
@Controller
final class SchedulePages {
    private static final int RUNS = 50;

    private final Schedules schedules;
    private final Pages pages;

    SchedulePages(Schedules schedules, Pages pages) {
        this.schedules = schedules;
        this.pages = pages;
    }

    @GetMapping("/schedules")
    @Allow(Permission.VIEW)
    ResponseEntity<String> list(HttpServletRequest request) {
        var all =
                schedules.list(SchedulesApi.MOST).stream().map(ScheduleRow::of).toList();
        return pages.page(request, "Schedules", "schedules", Map.of("schedules", all));
    }

    @GetMapping("/schedules/{name}")
    @Allow(Permission.VIEW)
    ResponseEntity<String> schedule(HttpServletRequest request, @PathVariable("name") String name) {
        return pages.page(
                request,
                "Schedule " + name,
                "schedule",
                Map.of("schedule", SchedulesApi.require(schedules, name), "runs", schedules.listRuns(name, RUNS)));
    }

    @PostMapping("/schedules")
    @Allow(value = Permission.OPERATE, action = "schedule.declare", about = "name")
    ResponseEntity<String> declare(HttpServletRequest request, @RequestParam Map<String, String> form) {
        var name = form.getOrDefault("name", "").strip();
        var rhythm = NewSchedule.rhythm(word(form, "cron"), word(form, "zone"), every(form), null);
        var type = JobType.of(form.getOrDefault("type", "").strip(), Payload.class);
        var queue = word(form, "queue");
        schedules.declare(name, rhythm, queue == null ? type : type.queue(queue), payload(form));
        return pages.goTo(request, "/schedules/" + Words.step(name));
    }

    @PostMapping("/schedules/{name}/pause")
    @Allow(value = Permission.OPERATE, action = "schedule.pause")
    ResponseEntity<String> pause(HttpServletRequest request, @PathVariable("name") String name) {
        schedules.pause(name);
        return back(request, name);
    }

    @PostMapping("/schedules/{name}/resume")
    @Allow(value = Permission.OPERATE, action = "schedule.resume")
    ResponseEntity<String> resume(HttpServletRequest request, @PathVariable("name") String name) {
        schedules.resume(name);
        return back(request, name);
    }

    @PostMapping("/schedules/{name}/run")
    @Allow(value = Permission.OPERATE, action = "schedule.run")
    ResponseEntity<String> run(HttpServletRequest request, @PathVariable("name") String name) {
        schedules.runNow(name);
        return back(request, name);
    }

    @PostMapping("/schedules/{name}/remove")
    @Allow(value = Permission.OPERATE, action = "schedule.remove")
    ResponseEntity<String> remove(HttpServletRequest request, @PathVariable("name") String name) {
        schedules.remove(name);
        return pages.goTo(request, "/schedules");
    }

    private ResponseEntity<String> back(HttpServletRequest request, String name) {
        return pages.goTo(request, "/schedules/" + Words.step(name));
    }

    private static @Nullable Duration every(Map<String, String> form) {
        var given = word(form, "every");
        try {
            return given == null ? null : Duration.parse(given);
        } catch (DateTimeException wrong) {
            throw WebException.invalid("A period is written PT15M or PT1H: " + given);
        }
    }

    private static Payload payload(Map<String, String> form) {
        return Content.payload(Trees.given("The payload", form.getOrDefault("payload", "null")));
    }

    private static @Nullable String word(Map<String, String> form, String name) {
        var given = form.getOrDefault(name, "").strip();
        return given.isEmpty() ? null : given;
    }
}
