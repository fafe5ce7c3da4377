// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.guides;

import static org.quartz.CronScheduleBuilder.cronSchedule;
import static org.quartz.JobBuilder.newJob;
import static org.quartz.TriggerBuilder.newTrigger;

import java.util.Date;
import java.util.TimeZone;
import org.quartz.Job;
import org.quartz.JobExecutionContext;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;

/** Of the guide from Quartz. */
final class BeforeQuartz {
    private static final TimeZone VIENNA = TimeZone.getTimeZone("Europe/Vienna");

    private BeforeQuartz() {}

    static void write(String region, Date day) {}

    // snippet: quartz-before
    static class ReportJob implements Job {
        @Override
        public void execute(JobExecutionContext context) {
            write(context.getMergedJobDataMap().getString("region"), context.getScheduledFireTime());
        }
    }

    static void schedule(Scheduler scheduler) throws SchedulerException {
        var nightly = cronSchedule("0 0 3 * * ?").inTimeZone(VIENNA).withMisfireHandlingInstructionFireAndProceed();
        scheduler.scheduleJob(
                newJob(ReportJob.class)
                        .withIdentity("nightly-report")
                        .usingJobData("region", "eu")
                        .requestRecovery()
                        .build(),
                newTrigger().withSchedule(nightly).build());
    }
    // end
}
