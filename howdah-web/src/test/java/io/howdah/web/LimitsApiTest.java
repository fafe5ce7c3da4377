// SPDX-License-Identifier: Apache-2.0
package io.howdah.web;

import static io.howdah.web.WebApplication.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Howdah;
import io.howdah.Payload;
import io.howdah.job.JobType;
import io.howdah.job.Workflow;
import io.howdah.job.WorkflowId;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Rate limits and workflows over HTTP. */
@HowdahTest
class LimitsApiTest {
    private final WebApplication application;
    private final Howdah howdah;

    LimitsApiTest(TestDatabase database) {
        this.application = WebApplication.start(database);
        this.howdah = application.bean(Howdah.class);
    }

    @AfterEach
    void close() {
        application.close();
    }

    @Test
    void a_check_takes_tokens_until_there_are_none_and_says_when_to_come_again() {
        var first = limit("check", ",\"cost\":2");
        assertThat(first.statusCode()).as(first.body()).isEqualTo(200);
        assertThat(json(first).get("remaining").asInt()).isEqualTo(1);
        assertThat(first.headers().firstValue("RateLimit-Policy")).contains("\"api\";q=3;w=3600");
        assertThat(first.headers().firstValue("RateLimit").orElseThrow()).startsWith("\"api\";r=1;t=");
        limit("check", "");
        var denied = limit("check", "");
        assertThat(denied.statusCode()).isEqualTo(429);
        assertThat(json(denied).get("code").asString()).isEqualTo("limited");
        assertThat(denied.headers().firstValueAsLong("Retry-After").orElseThrow())
                .isBetween(1L, 1200L);
        assertThat(denied.headers().firstValue("RateLimit").orElseThrow()).contains(";r=0;");

        var described = OpenApiDocument.of(application.get("/api/openapi.yaml").body());
        described.requireFits(json(limit("peek", "")), "KeyStanding");
        assertThat(json(limit("peek", "")).get("remaining").asInt()).isZero();
        var policy = json(application.get("/api/v1/limits")).at("/items/0");
        described.requireFits(policy, "PolicyRow");
        var page = "/limits/" + policy.get("id").asString();
        assertThat(application.get(page + "?key=c4").body()).contains("forget what it has used");
        assertThat(application
                        .post(page + "/reset", "key=c4", "Content-Type", "application/x-www-form-urlencoded")
                        .statusCode())
                .isEqualTo(303);
        assertThat(json(limit("peek", "")).get("remaining").asInt()).isEqualTo(3);
        assertThat(json(limit("reset", "")).get("reset").asBoolean()).isFalse();
    }

    @Test
    void what_makes_no_sense_is_refused_and_too_many_policies_are() {
        assertThat(json(limit("check", ",\"cost\":4")).get("code").asString()).isEqualTo("limit-cost-too-high");
        assertThat(limit("check", ",\"cost\":0").statusCode()).isEqualTo(400);
        assertThat(application.post("/api/v1/limits/check", "{}").statusCode()).isEqualTo(400);
        assertThat(application.get("/limits/99").statusCode()).isEqualTo(404);
        HttpResponse<String> last = limit("peek", "");
        for (int i = 0; i < 500 && last.statusCode() == 200; i++) {
            last = application.post(
                    "/api/v1/limits/peek",
                    "{\"policy\":\"p" + i + "\",\"limits\":[{\"count\":3,\"period\":\"PT1H\"}],\"key\":\"k\"}");
        }
        assertThat(last.statusCode()).isEqualTo(409);
        assertThat(limit("peek", "").statusCode())
                .as("those that are known go on")
                .isEqualTo(200);
    }

    @Test
    void a_workflow_is_listed_and_drawn() {
        assertThat(application.get("/workflows").body()).contains("Workflow.of(");
        var id = order();
        var described = OpenApiDocument.of(application.get("/api/openapi.yaml").body());
        var row = json(application.get("/api/v1/workflows")).at("/items/0");
        described.requireFits(row, "WorkflowRow");
        described.requireFits(row.get("counts"), "NodeCounts");
        var found = json(application.get("/api/v1/workflows/" + id));
        described.requireFits(found.at("/nodes/0"), "NodeRow");

        var page = application.get("/workflows/" + id).body();
        assertThat(page).contains("<svg", "marker-end", "pack&lt;b&gt;").doesNotContain("pack<b>", "style=\"");
        assertThat(page.split("class=\"arrow\"", -1)).hasSize(3);
    }

    @Test
    void a_workflow_is_cancelled_and_tried_again() {
        var id = order();
        assertThat(json(application.post("/api/v1/workflows/" + id + "/cancel", ""))
                        .get("accepted")
                        .asBoolean())
                .isTrue();
        Await.until(
                "the last will not begin",
                () -> json(application.get("/api/v1/workflows/" + id))
                        .at("/nodes/2/state")
                        .asString()
                        .equals("skipped"));
        // Whoever comes for what is ready finds that nobody wants it any more.
        var none = application.post("/api/v1/claims", "{\"types\":[\"step\"],\"max\":5}");
        assertThat(json(none).get("items").isEmpty()).isTrue();
        Await.until(
                "it is cancelled",
                () -> json(application.get("/api/v1/workflows/" + id))
                        .at("/workflow/state")
                        .asString()
                        .equals("cancelled"));
        assertThat(json(application.post("/api/v1/workflows/" + id + "/retry", ""))
                        .get("accepted")
                        .asBoolean())
                .isTrue();
        assertThat(application.get("/api/v1/workflows/99").statusCode()).isEqualTo(404);
    }

    private WorkflowId order() {
        var step = JobType.of("step", Payload.class);
        return howdah.jobs()
                .workflows()
                .start(Workflow.of("order")
                        .add("charge", step, payload())
                        .add("pack<b>", step, payload())
                        .add("ship", step, payload(), "charge", "pack<b>")
                        .build());
    }

    private HttpResponse<String> limit(String verb, String more) {
        return application.post(
                "/api/v1/limits/" + verb,
                "{\"policy\":\"api\",\"limits\":[{\"count\":3,\"period\":\"PT1H\"}],\"key\":\"c4\"" + more + "}");
    }

    private static Payload payload() {
        return new Payload("{}".getBytes(StandardCharsets.UTF_8), Payload.JSON);
    }
}
