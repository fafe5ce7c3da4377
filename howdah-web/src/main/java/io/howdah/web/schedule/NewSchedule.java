// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.schedule;

import io.howdah.Payload;
import io.howdah.job.JobType;
import io.howdah.job.Retry;
import io.howdah.job.schedule.Cron;
import io.howdah.job.schedule.Every;
import io.howdah.job.schedule.Misfire;
import io.howdah.job.schedule.Overlap;
import io.howdah.job.schedule.Rhythm;
import io.howdah.job.schedule.ScheduleOptions;
import io.howdah.web.WebException;
import io.howdah.web.api.Content;
import io.howdah.web.api.Given;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A schedule as it is declared over HTTP: by cron in a zone, or at a fixed rate. */
record NewSchedule(
        @Nullable String cron,
        @Nullable String zone,
        @Nullable Duration every,
        @Nullable Instant anchor,
        @Nullable String type,
        @Nullable String queue,
        @Nullable JsonNode payload,
        @Nullable Integer attempts,
        @Nullable String misfire,
        @Nullable Integer catchUp,
        @Nullable String overlap,
        @Nullable Integer priority,
        @Nullable String key) {
    NewSchedule {
        if (type == null) {
            throw WebException.invalid("type is missing: the type of the jobs that it enqueues.");
        }
    }

    Rhythm rhythm() {
        return rhythm(cron, zone, every, anchor);
    }

    static Rhythm rhythm(
            @Nullable String cron, @Nullable String zone, @Nullable Duration every, @Nullable Instant anchor) {
        if (cron != null && every == null && anchor == null) {
            return Cron.of(cron, zone(Given.or(zone, "UTC")));
        }
        if (every != null && cron == null && zone == null) {
            return Given.with(Every.of(every), anchor, Every::anchoredAt);
        }
        throw WebException.invalid("Either cron, with a zone if it is not UTC, or every, with an anchor if need be.");
    }

    private static ZoneId zone(String name) {
        try {
            return ZoneId.of(name);
        } catch (DateTimeException unknown) {
            throw WebException.invalid("zone is a name such as Europe/Berlin: " + name);
        }
    }

    JobType<Payload> jobType() {
        var job = JobType.of(String.valueOf(type), Payload.class);
        job = Given.with(job, queue, JobType::queue);
        return Given.with(
                job, attempts, (all, most) -> all.retry(Retry.standard().attempts(most)));
    }

    Payload content() {
        return Content.payload(payload);
    }

    ScheduleOptions options() {
        var options = ScheduleOptions.none();
        options = Given.with(options, misfire, (all, word) -> all.misfire(misfire(word)));
        options = Given.with(options, overlap, (all, word) -> all.overlap(overlap(word)));
        options = Given.with(options, priority, ScheduleOptions::priority);
        return Given.with(options, key, ScheduleOptions::key);
    }

    private Misfire misfire(String word) {
        return switch (word) {
            case "skip" -> Misfire.skip();
            case "coalesce" -> Misfire.coalesce();
            case "catch-up" -> Misfire.catchUp(Given.or(catchUp, 1));
            default -> throw WebException.invalid("misfire is skip, coalesce or catch-up: " + word);
        };
    }

    private static Overlap overlap(String word) {
        return switch (word.toLowerCase(Locale.ROOT)) {
            case "allow" -> Overlap.ALLOW;
            case "skip" -> Overlap.SKIP;
            default -> throw WebException.invalid("overlap is allow or skip: " + word);
        };
    }
}
