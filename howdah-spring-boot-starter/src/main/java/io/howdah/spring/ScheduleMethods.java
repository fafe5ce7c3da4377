// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import io.howdah.job.Job;
import io.howdah.job.JobType;
import io.howdah.job.Retry;
import io.howdah.job.schedule.Cron;
import io.howdah.job.schedule.Every;
import io.howdah.job.schedule.Misfire;
import io.howdah.job.schedule.Rhythm;
import io.howdah.job.schedule.ScheduleOptions;
import java.time.Instant;
import java.time.ZoneId;
import java.util.regex.Pattern;

/** Has methods with {@link HowdahSchedule} called at their ticks. */
final class ScheduleMethods implements MethodAnnotation<HowdahSchedule> {
    private static final byte[] NOTHING = {};

    /** Such that it is a name of a job's type, too, after what that begins with. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:/-]{0,89}");

    private final Beans beans;
    private final Declarations declarations;

    ScheduleMethods(Beans beans, Declarations declarations) {
        this.beans = beans;
        this.declarations = declarations;
    }

    @Override
    public Class<HowdahSchedule> type() {
        return HowdahSchedule.class;
    }

    @Override
    public void found(BeanMethod method, HowdahSchedule annotation) {
        requireParameters(method);
        var howdah = beans.howdah(annotation.howdah());
        var name = name(annotation);
        var rhythm = rhythm(annotation);
        var options = ScheduleOptions.none().misfire(misfire(annotation)).overlap(annotation.overlap());
        var type = jobType(name, annotation);
        howdah.jobs().handle(type, job -> call(method, job));
        declarations.add(
                "@HowdahSchedule on " + method, () -> howdah.schedules().declare(name, rhythm, type, NOTHING, options));
    }

    private String name(HowdahSchedule annotation) {
        var name = beans.text(annotation.name());
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("the name of a schedule has 1 to 90 letters, digits or . _ : / - and"
                    + " begins with a letter or digit: \"" + name + "\"");
        }
        return name;
    }

    private static void requireParameters(BeanMethod method) {
        var types = method.method().getParameterTypes();
        if (types.length > 1 || (types.length == 1 && types[0] != Instant.class && types[0] != Job.class)) {
            throw new IllegalArgumentException("it must take nothing, the Instant of the tick, or the Job");
        }
    }

    private static void call(BeanMethod method, Job<?> job) throws Exception {
        var types = method.method().getParameterTypes();
        if (types.length == 0) {
            method.call();
        } else {
            method.call(types[0] == Job.class ? job : job.scheduledFor().orElseThrow());
        }
    }

    private Rhythm rhythm(HowdahSchedule annotation) {
        var cron = beans.text(annotation.cron());
        var every = beans.duration(annotation.every());
        if (cron.isBlank() == every.isEmpty()) {
            throw new IllegalArgumentException("it must say either cron or every");
        }
        return every.<Rhythm>map(Every::of).orElseGet(() -> Cron.of(cron, ZoneId.of(beans.text(annotation.zone()))));
    }

    private static Misfire misfire(HowdahSchedule annotation) {
        return switch (annotation.misfire()) {
            case COALESCE -> Misfire.coalesce();
            case SKIP -> Misfire.skip();
            case CATCH_UP -> Misfire.catchUp(annotation.catchUp());
        };
    }

    private JobType<byte[]> jobType(String name, HowdahSchedule annotation) {
        var type = JobType.of("schedule:" + name, byte[].class)
                .queue(beans.text(annotation.queue()))
                .retry(Retry.standard().attempts(annotation.attempts()));
        return beans.duration(annotation.timeout()).map(type::timeout).orElse(type);
    }
}
