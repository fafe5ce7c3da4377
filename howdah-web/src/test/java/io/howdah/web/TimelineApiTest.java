// SPDX-License-Identifier: Apache-2.0
package io.howdah.web;

import static io.howdah.web.WebApplication.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Howdah;
import io.howdah.approval.ApprovalPolicy;
import io.howdah.approval.ApprovalRequest;
import io.howdah.approval.Approvers;
import io.howdah.approval.Voter;
import io.howdah.job.JobOptions;
import io.howdah.job.JobType;
import io.howdah.log.NewEvent;
import io.howdah.log.Topic;
import io.howdah.notification.Intent;
import io.howdah.notification.Recipient;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@HowdahTest
class TimelineApiTest {
    private static final JobType<String> DEPLOY = JobType.of("deploy", String.class);

    private final WebApplication application;
    private final Howdah howdah;

    TimelineApiTest(TestDatabase database) {
        this.application = WebApplication.start(database);
        this.howdah = application.bean(Howdah.class);
    }

    @AfterEach
    void close() {
        application.close();
    }

    private void release(String name) {
        var request = ApprovalRequest.of("deploy/shop", "carol", ApprovalPolicy.of(1, Approvers.people("ada")))
                .correlation(name);
        var approval = howdah.approvals().request(request);
        howdah.approvals().approve(approval, Voter.of("ada"));
        howdah.jobs().enqueue(DEPLOY, "shop", JobOptions.none().correlation(name));
    }

    @Test
    void all_that_belongs_together_is_in_one_order_of_time() {
        howdah.jobs().handle(DEPLOY, job -> {});
        release("release-1");
        release("release-2");
        howdah.drain();
        howdah.log()
                .append(Topic.of("deployments"), NewEvent.of("deployed", "shop").correlation("release-1"));
        howdah.drain();
        howdah.notifications()
                .notify(Intent.of("pipeline", "release-1", "deployed")
                        .to(Recipient.queue("chat"))
                        .correlation("release-1"));

        var answer = application.get("/api/v1/timeline?correlation=release-1");

        var described = OpenApiDocument.of(application.get("/api/openapi.yaml").body());
        List<String> steps = new ArrayList<>();
        json(answer).get("items").forEach(step -> {
            described.requireFits(step, "TimelineStep");
            steps.addFirst(step.get("kind").asString() + " " + step.get("what").asString());
        });
        assertThat(steps)
                .startsWith("approval requested", "approval voted for", "approval approved", "job enqueued", "job done")
                .contains("event appended", "notification taken in", "message sent")
                .hasSize(8);
        assertThat(application.get("/timeline?correlation=release-1").body())
                .contains("deploy/shop", "/jobs/", "/approvals/", "/log/deployments");
    }

    @Test
    void what_nothing_belongs_to_is_empty_and_what_cannot_be_is_said() {
        assertThat(json(application.get("/api/v1/timeline?correlation=none"))
                        .get("items")
                        .isEmpty())
                .isTrue();
        assertThat(application.get("/api/v1/timeline").statusCode()).isEqualTo(400);
        assertThat(application
                        .get("/api/v1/timeline?correlation=" + "x".repeat(201))
                        .statusCode())
                .isEqualTo(400);
        assertThat(application.get("/timeline").body()).contains("howdah timeline release-42");
        assertThat(application.get("/timeline?correlation=none").body()).contains("Nothing belongs to none");
    }
}
