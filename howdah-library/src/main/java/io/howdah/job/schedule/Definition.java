// SPDX-License-Identifier: Apache-2.0
package io.howdah.job.schedule;

import io.howdah.Payload;
import io.howdah.work.NewWork;
import io.howdah.work.Tick;
import io.howdah.work.Uniqueness;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What was declared: enough for any process to enqueue the job, whether or not it knows the job's type. */
record Definition(
        String name,
        Rhythm rhythm,
        String kind,
        String queue,
        int maxAttempts,
        @Nullable Duration timeout,
        ScheduleOptions options,
        Payload payload) {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:/-]{0,99}");

    /** What could not be enqueued is refused when it is declared, not at its first tick. */
    void check() {
        require("schedule", name);
        require("job type", kind);
        require("queue", queue);
        work(Instant.EPOCH);
    }

    NewWork work(Instant tick) {
        var overlap = options.overlap() == Overlap.SKIP
                ? Optional.of(new Uniqueness("howdah-schedule:" + name, Uniqueness.Conflict.KEEP, Optional.empty()))
                : Optional.<Uniqueness>empty();
        return NewWork.of(queue, kind, payload)
                .priority(options.priority())
                .maxAttempts(maxAttempts)
                .timeout(timeout)
                .lane(options.key())
                .uniqueness(overlap)
                .headers(new Tick(name, tick).headers())
                .build();
    }

    private static void require(String what, String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "the name of a " + what + " has 1 to 100 letters, digits or . _ : / - and begins with a letter or"
                            + " digit: \"" + name + "\"");
        }
    }
}
