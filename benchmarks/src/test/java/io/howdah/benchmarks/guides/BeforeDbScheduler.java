// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.guides;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.task.FailureHandler;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.RecurringTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.github.kagkarlsson.scheduler.task.schedule.FixedDelay;
import java.time.Duration;
import java.time.Instant;

/** Of the guide from db-scheduler. */
final class BeforeDbScheduler {
    record Invoice(int order) {}

    private BeforeDbScheduler() {}

    static void send(int order) {}

    static void poll() {}

    // snippet: db-scheduler-before
    static final OneTimeTask<Invoice> INVOICE = Tasks.oneTime("invoice", Invoice.class)
            .onFailure(new FailureHandler.ExponentialBackoffFailureHandler<>(Duration.ofSeconds(5)))
            .execute((instance, context) -> send(instance.getData().order()));

    static final RecurringTask<Void> POLL =
            Tasks.recurring("poll", FixedDelay.ofHours(1)).execute((instance, context) -> poll());

    static void invoice(Scheduler scheduler) {
        scheduler.schedule(INVOICE.instance("order-7", new Invoice(7)), Instant.now());
    }
    // end
}
