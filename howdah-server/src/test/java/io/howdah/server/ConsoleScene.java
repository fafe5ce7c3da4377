// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import io.howdah.Howdah;
import io.howdah.approval.ApprovalPolicy;
import io.howdah.approval.ApprovalRequest;
import io.howdah.approval.Approvers;
import io.howdah.job.JobId;
import io.howdah.job.JobOptions;
import io.howdah.job.JobState;
import io.howdah.job.JobType;
import io.howdah.job.Retry;
import io.howdah.job.Workflow;
import io.howdah.job.WorkflowId;
import io.howdah.job.schedule.Cron;
import io.howdah.job.schedule.ScheduleOptions;
import io.howdah.limit.RateLimit;
import io.howdah.lock.LeaseOptions;
import io.howdah.lock.LockName;
import io.howdah.log.Decider;
import io.howdah.log.GroupOptions;
import io.howdah.log.NewEvent;
import io.howdah.log.Topic;
import io.howdah.notification.Acceptance;
import io.howdah.notification.Endpoint;
import io.howdah.notification.Intent;
import io.howdah.notification.Recipient;
import io.howdah.queue.QueueName;
import io.howdah.queue.SendOptions;
import io.howdah.server.sample.SampleDay;
import io.howdah.test.Await;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/** Something of everything for the console to show. */
final class ConsoleScene {
    static final String ENDPOINT = "billing";

    private static final JobType<String> CHARGE =
            JobType.of("charge-card", String.class).queue("payments").retry(Retry.never());
    private static final JobType<String> IMPORT =
            JobType.of("import-catalogue", String.class).queue("imports");
    private static final JobType<String> WELCOME =
            JobType.of("send-welcome", String.class).queue("mail");
    private static final JobType<String> REPORT =
            JobType.of("monthly-report", String.class).queue("reports");
    private static final Topic ORDERS = Topic.of("orders").partitions(2);
    private static final QueueName<String> INVOICES = QueueName.of("invoices", String.class);
    static final LockName LOCK = LockName.of("terraform", "shop/production");
    private static final RateLimit API = RateLimit.named("api").allow(100, Duration.ofMinutes(1));

    private final Howdah howdah;
    private final AtomicBoolean cardIsGood = new AtomicBoolean();
    private final CountDownLatch end = new CountDownLatch(1);

    ConsoleScene(Howdah howdah) {
        this.howdah = howdah;
    }

    /** What the process takes part in; before it starts. */
    void handle() {
        howdah.jobs().handle(CHARGE, job -> {
            if (!cardIsGood.get()) {
                throw new IllegalStateException("the card was declined: insufficient funds");
            }
        });
        howdah.jobs().handle(IMPORT, job -> {
            job.log("read 1,240 rows");
            job.progress(62, "row 1,240 of 2,000");
            end.await();
        });
        howdah.jobs().handle(WELCOME, job -> {});
        howdah.log().handle(ORDERS, "billing", GroupOptions.standard(), batch -> {});
    }

    /** What there is to see. */
    Made make() throws InterruptedException {
        SampleDay.release(howdah);
        SampleDay.release(howdah);
        howdah.queues().pause(REPORT.queue());
        howdah.jobs().enqueue(REPORT, "October");
        howdah.jobs().enqueue(WELCOME, "grace", JobOptions.delayed(Duration.ofHours(3)));
        for (var name : new String[] {"ada", "barbara", "edsger", "alan"}) {
            howdah.jobs().enqueue(WELCOME, name);
        }
        var dead = howdah.jobs().enqueue(CHARGE, "order 17", JobOptions.none().key("customer-4"));
        var running = howdah.jobs().enqueue(IMPORT, "autumn");
        howdah.schedules()
                .declare(
                        "nightly-report",
                        Cron.of("0 3 * * *", ZoneId.of("Europe/Berlin")),
                        REPORT,
                        "day",
                        ScheduleOptions.none());
        var workflow = howdah.jobs()
                .workflows()
                .start(Workflow.of("onboarding")
                        .add("account", WELCOME, "ada")
                        .add("mail", WELCOME, "ada", "account")
                        .add("invoice", REPORT, "ada", "account")
                        .add("done", WELCOME, "ada", "mail", "invoice")
                        .build());
        howdah.locks().tryLeaseFor("ci-runner-7", LOCK, LeaseOptions.standard().ttl(Duration.ofMinutes(10)));
        howdah.limits().tryAcquire(API, "ada", 30);
        howdah.topics().bind("order.#", INVOICES);
        howdah.topics().publish("order.created", "order 17", SendOptions.none());
        log();
        Await.until("a job is dead", () -> state(dead) == JobState.DEAD);
        Await.until("a job runs", () -> state(running) == JobState.RUNNING);
        return new Made(dead, running, workflow, approval(), notification(), malformed());
    }

    private void log() {
        howdah.log().create(ORDERS);
        howdah.log().group(ORDERS, "billing").pause(new Decider("ada", "the ledger is being moved"));
        for (int order = 1; order <= 40; order++) {
            order(order);
        }
        Await.until(
                "the events are numbered",
                () -> howdah.log().partitions(ORDERS).stream()
                                .mapToLong(partition -> partition.next() - partition.first())
                                .sum()
                        == 40);
    }

    void order(int order) {
        howdah.log()
                .append(
                        ORDERS,
                        NewEvent.of("order.created", Map.of("order", order)).key("customer-" + order % 7));
    }

    private long approval() {
        return howdah.approvals()
                .request(ApprovalRequest.of(
                                "deploy/billing/production",
                                "carol",
                                ApprovalPolicy.of(1, Approvers.people("ada", "dev"))
                                        .expiresAfter(Duration.ofHours(1)))
                        .digest("version 7")
                        .details(Map.of("application", "billing", "version", "1.7.0"))
                        .label("application", "billing")
                        .correlation("release-billing-1.7.0"))
                .value();
    }

    /** Dead at once, because nobody may be called at such an address. */
    private long notification() {
        var notifications = howdah.notifications();
        notifications.endpoints().put(Endpoint.of(ENDPOINT, "http://10.0.0.7/hooks"));
        var accepted = (Acceptance.Accepted) notifications.notify(Intent.of("shop", "order-17", "order.shipped")
                .to(Recipient.endpoint(ENDPOINT), Recipient.person("dev"))
                .subject("Order 17 left today")
                .data(Map.of("order", 17)));
        Await.until(
                "a delivery is dead", () -> !notifications.deliveries().causes().isEmpty());
        return accepted.id().value();
    }

    private long malformed() {
        var aside = (Acceptance.Quarantined)
                howdah.notifications().submit("shop", "{\"key\":\"order-18\"".getBytes(StandardCharsets.UTF_8));
        return aside.id().value();
    }

    /** From now on the card is charged. */
    void repairCard() {
        cardIsGood.set(true);
    }

    /** Lets go what runs. */
    void end() {
        end.countDown();
    }

    private JobState state(JobId id) {
        return howdah.jobs().find(id).orElseThrow().state();
    }

    /** Where to find what has no name. */
    record Made(JobId dead, JobId running, WorkflowId workflow, long approval, long notification, long malformed) {}
}
