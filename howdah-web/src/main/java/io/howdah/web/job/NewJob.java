// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.job;

import io.howdah.Payload;
import io.howdah.job.JobOptions;
import io.howdah.job.JobOptions.IfExists;
import io.howdah.job.JobType;
import io.howdah.web.WebException;
import io.howdah.web.api.Content;
import io.howdah.web.api.Given;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A job as it is asked for over HTTP. */
record NewJob(
        @Nullable String type,
        @Nullable JsonNode payload,
        @Nullable String queue,
        @Nullable Integer priority,
        @Nullable Duration delay,
        @Nullable Instant at,
        @Nullable Integer attempts,
        @Nullable String key,
        @Nullable Unique unique,
        @Nullable String correlation,
        @Nullable Map<String, String> headers) {
    NewJob {
        if (type == null) {
            throw WebException.invalid("type is missing: the name that its handlers have.");
        }
        if (delay != null && at != null) {
            throw WebException.invalid("delay and at exclude each other.");
        }
    }

    /** At most one job of its queue with this key: until it has ended, or within a period. */
    record Unique(
            @Nullable String key,
            @Nullable IfExists ifExists,
            @Nullable Duration period) {
        Unique {
            if (key == null) {
                throw WebException.invalid("unique.key is missing.");
            }
        }

        JobOptions addTo(JobOptions options) {
            var name = String.valueOf(key);
            var conflict = ifExists == null ? IfExists.KEEP : ifExists;
            return period == null ? options.unique(name, conflict) : options.uniqueFor(period, name, conflict);
        }
    }

    JobType<Payload> jobType() {
        var plain = JobType.of(String.valueOf(type), Payload.class);
        return queue == null ? plain : plain.queue(queue);
    }

    Payload encoded() {
        return Content.payload(payload);
    }

    JobOptions options() {
        var options = JobOptions.none();
        options = Given.with(options, priority, JobOptions::priority);
        options = Given.with(options, delay, JobOptions::delay);
        options = Given.with(options, at, JobOptions::at);
        options = Given.with(options, attempts, JobOptions::attempts);
        options = Given.with(options, key, JobOptions::key);
        options = Given.with(options, unique, (all, one) -> one.addTo(all));
        options = Given.with(options, correlation, JobOptions::correlation);
        return Given.with(options, headers, JobOptions::headers);
    }
}
