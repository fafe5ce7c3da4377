// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.schedule;

import io.howdah.job.JobId;
import io.howdah.job.schedule.ScheduleRun;
import io.howdah.job.schedule.Schedules;
import io.howdah.web.WebException;
import io.howdah.web.access.Allow;
import io.howdah.web.access.Permission;
import io.howdah.web.api.Api;
import io.howdah.web.api.Slice;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Schedules as a resource. */
@RestController
final class SchedulesApi {
    static final int MOST = 1_000;
    private static final int RUNS = 50;
    private static final int TICKS = 10;

    private final Schedules schedules;
    private final Api api;

    SchedulesApi(Schedules schedules, Api api) {
        this.schedules = schedules;
        this.api = api;
    }

    @GetMapping("/api/v1/schedules")
    @Allow(Permission.VIEW)
    ResponseEntity<byte[]> list() {
        var all = schedules.list(MOST).stream().map(ScheduleRow::of).toList();
        return api.ok(new Slice<>(all, Optional.empty()));
    }

    @GetMapping("/api/v1/schedules/{name}")
    @Allow(Permission.VIEW)
    ResponseEntity<byte[]> find(@PathVariable("name") String name) {
        return api.ok(new ScheduleFound(
                require(schedules, name),
                schedules.listRuns(name, RUNS).stream().map(Run::of).toList()));
    }

    @PutMapping(path = "/api/v1/schedules/{name}", consumes = MediaType.APPLICATION_JSON_VALUE)
    @Allow(value = Permission.OPERATE, action = "schedule.declare")
    ResponseEntity<byte[]> declare(@PathVariable("name") String name, HttpServletRequest request) {
        var asked = api.body(request, NewSchedule.class);
        var rhythm = asked.rhythm();
        return api.once(
                request,
                () -> ScheduleRow.of(
                        schedules.declare(name, rhythm, asked.jobType(), asked.content(), asked.options())));
    }

    @DeleteMapping("/api/v1/schedules/{name}")
    @Allow(value = Permission.OPERATE, action = "schedule.remove")
    ResponseEntity<byte[]> remove(@PathVariable("name") String name, HttpServletRequest request) {
        return api.once(request, () -> new Removed(schedules.remove(name)));
    }

    @PostMapping("/api/v1/schedules/{name}/pause")
    @Allow(value = Permission.OPERATE, action = "schedule.pause")
    ResponseEntity<byte[]> pause(@PathVariable("name") String name, HttpServletRequest request) {
        return api.once(request, () -> {
            schedules.pause(name);
            return require(schedules, name);
        });
    }

    @PostMapping("/api/v1/schedules/{name}/resume")
    @Allow(value = Permission.OPERATE, action = "schedule.resume")
    ResponseEntity<byte[]> resume(@PathVariable("name") String name, HttpServletRequest request) {
        return api.once(request, () -> {
            schedules.resume(name);
            return require(schedules, name);
        });
    }

    @PostMapping("/api/v1/schedules/{name}/run")
    @Allow(value = Permission.OPERATE, action = "schedule.run")
    ResponseEntity<byte[]> run(@PathVariable("name") String name, HttpServletRequest request) {
        return api.once(request, () -> new Ran(schedules.runNow(name).map(JobId::toString)));
    }

    @GetMapping("/api/v1/ticks")
    @Allow(Permission.VIEW)
    ResponseEntity<byte[]> ticks(
            @RequestParam(required = false) @Nullable String cron,
            @RequestParam(required = false) @Nullable String zone,
            @RequestParam(required = false) @Nullable Duration every) {
        return api.ok(new Ticks(NewSchedule.rhythm(cron, zone, every, null).next(Instant.now(), TICKS)));
    }

    static ScheduleRow require(Schedules schedules, String name) {
        return schedules
                .find(name)
                .map(ScheduleRow::of)
                .orElseThrow(() -> WebException.notFound("There is no schedule " + name + "."));
    }

    record ScheduleFound(ScheduleRow schedule, List<Run> runs) {}

    /**
     * What became of a tick.
     *
     * @param job the job that was enqueued, or the one that was in the way
     */
    record Run(Instant scheduledFor, boolean byHand, String outcome, Optional<String> job, Instant at) {
        static Run of(ScheduleRun run) {
            return new Run(
                    run.scheduledFor(),
                    run.byHand(),
                    run.outcome().name().toLowerCase(Locale.ROOT),
                    run.job().map(JobId::toString),
                    run.at());
        }
    }

    record Removed(boolean removed) {}

    /** @param job absent when the last run has not ended and overlaps are skipped */
    record Ran(Optional<String> job) {}

    record Ticks(List<Instant> next) {}
}
