// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.schedule;

import io.howdah.job.schedule.Cron;
import io.howdah.job.schedule.Every;
import io.howdah.job.schedule.Schedule;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A schedule and when it ticks next.
 *
 * @param next the next ticks; none while it is paused
 */
public record ScheduleRow(
        String name,
        Optional<String> cron,
        Optional<String> zone,
        Optional<Duration> every,
        String type,
        String queue,
        String misfire,
        String overlap,
        List<Instant> next,
        Optional<Instant> pausedAt,
        Instant declaredAt,
        Optional<String> lastError) {
    private static final int TICKS = 5;

    static ScheduleRow of(Schedule schedule) {
        var rhythm = schedule.rhythm();
        return new ScheduleRow(
                schedule.name(),
                rhythm instanceof Cron cron ? Optional.of(cron.expression()) : Optional.empty(),
                rhythm instanceof Cron cron ? Optional.of(cron.zone().getId()) : Optional.empty(),
                rhythm instanceof Every every ? Optional.of(every.period()) : Optional.empty(),
                schedule.type(),
                schedule.queue(),
                schedule.misfire().toString(),
                schedule.overlap().name().toLowerCase(Locale.ROOT),
                schedule.next(TICKS),
                schedule.pausedAt(),
                schedule.declaredAt(),
                schedule.lastError());
    }

    /** For people. */
    public String rhythm() {
        return cron.map(text -> text
                        + zone.filter(name -> !name.equals("UTC"))
                                .map(name -> " " + name)
                                .orElse(""))
                .or(() -> every.map(period -> "every " + io.howdah.web.console.Words.span(period)))
                .orElse("");
    }

    public boolean isPaused() {
        return pausedAt.isPresent();
    }
}
