// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import io.howdah.job.schedule.Overlap;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Has a method of a bean called at times that come again, by exactly one of all processes each time. It takes nothing,
 * the {@code Instant} of the tick that it stands for, or the {@code Job}:
 *
 * <pre>{@code
 * @HowdahSchedule(name = "nightly-report", cron = "0 3 * * *", zone = "Europe/Vienna")
 * void report(Instant tick) { … }
 * }</pre>
 *
 * <p>Each tick enqueues one job, so a call that fails is tried again, and one that keeps failing is seen among the dead
 * jobs. What is declared stays in the database: a schedule whose method is gone is removed by {@code Schedules.remove}.
 * Placeholders are replaced in every text.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface HowdahSchedule {
    /** What happens to ticks that nobody took in time, because no process was alive. */
    enum Missed {
        /** One call for all of them. */
        COALESCE,
        /** They are gone. */
        SKIP,
        /** A call for each, the latest {@link HowdahSchedule#catchUp} of them. */
        CATCH_UP
    }

    /** The name of the schedule, the same in every process and every version. Up to 90 characters. */
    String name();

    /**
     * {@code minute hour day-of-month month day-of-week}, with the second in front or without. This or {@link #every}.
     */
    String cron() default "";

    /** A period such as {@code 15m}: ticks are whole periods after the beginning of 1970. */
    String every() default "";

    /** The zone of {@link #cron}. It is not that of the machine: processes must agree. */
    String zone() default "UTC";

    Missed misfire() default Missed.COALESCE;

    /** How many missed ticks are caught up with at most: 1 to 1000. */
    int catchUp() default 100;

    /** What happens while the call of an earlier tick has not ended. */
    Overlap overlap() default Overlap.SKIP;

    /** The queue that its jobs wait in. */
    String queue() default "default";

    /** How often a tick is tried, the first time included. */
    int attempts() default 20;

    /** How long a call may take before it is interrupted and counts as failed. Default: as long as it likes. */
    String timeout() default "";

    /** The bean name of the {@code Howdah}, where there are several. */
    String howdah() default "";
}
