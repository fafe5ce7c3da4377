// SPDX-License-Identifier: Apache-2.0
package io.howdah.job.schedule;

import io.howdah.work.NewWork;
import org.jspecify.annotations.Nullable;

/** How a schedule is to be treated, where that differs from the usual. Immutable. */
public final class ScheduleOptions {
    private static final ScheduleOptions NONE =
            new ScheduleOptions(Misfire.coalesce(), Overlap.ALLOW, NewWork.DEFAULT_PRIORITY, null);

    private final Misfire misfire;
    private final Overlap overlap;
    private final int priority;
    private final @Nullable String key;

    private ScheduleOptions(Misfire misfire, Overlap overlap, int priority, @Nullable String key) {
        this.misfire = misfire;
        this.overlap = overlap;
        this.priority = priority;
        this.key = key;
    }

    public static ScheduleOptions none() {
        return NONE;
    }

    /** What happens to ticks that were missed. Default: {@link Misfire#coalesce}. */
    public ScheduleOptions misfire(Misfire misfire) {
        return new ScheduleOptions(misfire, overlap, priority, key);
    }

    /** What happens while the last run has not ended. Default: {@link Overlap#ALLOW}. */
    public ScheduleOptions overlap(Overlap overlap) {
        return new ScheduleOptions(misfire, overlap, priority, key);
    }

    /** Of its jobs: 0 to 9, default 5. Small is urgent. */
    public ScheduleOptions priority(int priority) {
        return new ScheduleOptions(misfire, overlap, priority, key);
    }

    /** The key of its jobs: they run one after the other, in the order of their ticks. */
    public ScheduleOptions key(String key) {
        return new ScheduleOptions(misfire, overlap, priority, key);
    }

    Misfire misfire() {
        return misfire;
    }

    Overlap overlap() {
        return overlap;
    }

    int priority() {
        return priority;
    }

    @Nullable
    String key() {
        return key;
    }
}
