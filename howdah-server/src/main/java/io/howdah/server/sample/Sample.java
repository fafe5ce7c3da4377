// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.sample;

import io.howdah.Howdah;
import io.howdah.job.JobType;
import io.howdah.job.Retry;
import io.howdah.job.schedule.Every;
import io.howdah.job.schedule.Misfire;
import io.howdah.job.schedule.Overlap;
import io.howdah.job.schedule.ScheduleOptions;
import io.howdah.log.GroupOptions;
import io.howdah.log.Topic;
import io.howdah.notification.Endpoint;
import io.howdah.notification.NotificationTemplate;
import io.howdah.notification.Person;
import io.howdah.queue.QueueLimits;
import io.howdah.queue.QueueName;
import java.nio.file.Path;
import java.time.Duration;
import javax.sql.DataSource;

/**
 * A deployment pipeline that never ends. A schedule makes a release, people approve it, a job deploys it from its
 * workspace under a lease, step by step; that it was deployed is an event, a message, a webhook and an entry in an
 * inbox. Now and then something fails, as it does.
 */
public final class Sample {
    static final JobType<String> MAKE_RELEASE =
            JobType.of("sample-release", String.class).queue("sample").retry(Retry.never());
    static final JobType<String> REVIEW =
            JobType.of("sample-review", String.class).queue("sample").retry(Retry.never());
    static final JobType<Release> DEPLOY = JobType.of("deploy", Release.class)
            .queue("deployments")
            .timeout(Duration.ofMinutes(2))
            .retry(Retry.fixed(Duration.ofSeconds(5)).attempts(3));
    static final Topic DEPLOYMENTS = Topic.of("deployments").partitions(4).keep(Duration.ofDays(7));
    static final QueueName<Release> CHANGELOG = QueueName.of("changelog", Release.class);
    static final String ENDPOINT = "chat";
    static final String TEMPLATE = "deployed";

    private Sample() {}

    /**
     * Has this process take part in the pipeline.
     *
     * @param scratch where it may check workspaces out
     * @param receiver who is called when something was deployed
     */
    public static void install(Howdah howdah, DataSource dataSource, Path scratch, String receiver) {
        handle(howdah, dataSource, scratch, Luck.USUAL);
        addressBook(howdah, receiver);
        howdah.queues().limit(DEPLOY.queue(), QueueLimits.none().concurrency(2));
        plan(howdah);
    }

    /** No new release is made from now on. What there is stays. */
    public static void end(Howdah howdah) {
        howdah.schedules().remove(MAKE_RELEASE.name());
        howdah.schedules().remove(REVIEW.name());
    }

    static void handle(Howdah howdah, DataSource dataSource, Path scratch, Luck luck) {
        howdah.jobs().handle(MAKE_RELEASE, new ReleaseDesk(howdah)::make);
        howdah.jobs().handle(REVIEW, new Reviewers(howdah.approvals(), luck)::review);
        howdah.jobs().handle(DEPLOY, new Deployer(howdah, dataSource, scratch, luck)::deploy);
        howdah.log().handle(DEPLOYMENTS, "changelog", GroupOptions.standard(), batch -> {
            for (var event : batch.events().toList()) {
                howdah.messages().send(batch.connection(), CHANGELOG, event.payload(Release.class));
            }
        });
        howdah.messages().subscribe(CHANGELOG, message -> {});
    }

    static void addressBook(Howdah howdah, String receiver) {
        var people = howdah.notifications().people();
        people.put(Person.of("dev").prefers("inbox"));
        people.put(NotificationTemplate.of(
                TEMPLATE, "{{application}} {{version}} is live", "Deployed to " + Release.ENVIRONMENT + "."));
        howdah.notifications().endpoints().put(Endpoint.of(ENDPOINT, receiver).types("deployed"));
    }

    private static void plan(Howdah howdah) {
        var once = ScheduleOptions.none().misfire(Misfire.skip()).overlap(Overlap.SKIP);
        howdah.schedules().declare(MAKE_RELEASE.name(), Every.of(Duration.ofSeconds(20)), MAKE_RELEASE, "next", once);
        howdah.schedules().declare(REVIEW.name(), Every.of(Duration.ofSeconds(7)), REVIEW, "all", once);
    }
}
