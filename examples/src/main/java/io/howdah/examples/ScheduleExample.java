// SPDX-License-Identifier: Apache-2.0
package io.howdah.examples;

import io.howdah.Howdah;
import io.howdah.job.JobType;
import io.howdah.job.schedule.Cron;
import io.howdah.job.schedule.Every;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** Two processes declare the same schedule, and each tick is one job all the same. */
final class ScheduleExample {
    private static final JobType<String> SYNC = JobType.of("example-sync", String.class);
    private static final JobType<String> REPORT = JobType.of("example-report", String.class);

    private ScheduleExample() {}

    public static void main(String... arguments) throws Exception {
        var dataSource = Database.of(arguments);
        try (var one = Howdah.open(dataSource);
                var other = Howdah.open(dataSource)) {
            one.migrate();
            var nightly = Cron.of("0 2 * * mon-fri", ZoneId.of("Europe/Vienna"));
            var report = one.schedules().declare("example-report", nightly, REPORT, "sales");
            System.out.println("the report knows its next " + report.next(3).size() + " times");

            Set<Instant> ticks = ConcurrentHashMap.newKeySet();
            var jobs = new AtomicInteger();
            var enough = new CountDownLatch(2);
            for (var process : List.of(one, other)) {
                process.jobs().handle(SYNC, job -> {
                    ticks.add(job.scheduledFor().orElseThrow());
                    jobs.incrementAndGet();
                    enough.countDown();
                });
                process.schedules().declare("example-sync", Every.of(Duration.ofSeconds(1)), SYNC, "the crm");
                process.start();
            }
            enough.await();
            one.schedules().remove("example-sync");
            one.stop();
            other.stop();
            System.out.println("as many jobs as ticks: " + (jobs.get() == ticks.size()));
        }
    }
}
