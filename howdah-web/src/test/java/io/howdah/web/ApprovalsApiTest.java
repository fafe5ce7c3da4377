// SPDX-License-Identifier: Apache-2.0
package io.howdah.web;

import static io.howdah.web.WebApplication.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Howdah;
import io.howdah.approval.Voter;
import io.howdah.log.Topic;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestClock;
import io.howdah.test.TestDatabase;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@HowdahTest
class ApprovalsApiTest {
    private static final String POLICY = "\"policy\":{\"rules\":[{\"name\":\"leads\",\"needed\":1,"
            + "\"groups\":[\"leads\"]}],\"breakGlass\":{\"people\":[\"ada\"]}}";

    private final TestDatabase database;
    private final WebApplication application;
    private final Howdah howdah;

    ApprovalsApiTest(TestDatabase database) {
        this.database = database;
        this.application = WebApplication.start(database);
        this.howdah = application.bean(Howdah.class);
    }

    @AfterEach
    void close() {
        application.close();
    }

    @Test
    void a_request_waits_for_the_members_of_its_groups_and_what_follows_is_enqueued() {
        var id = request(",\"details\":{\"version\":3},\"digest\":\"d1\",\"continuations\":"
                + "[{\"occasion\":\"APPROVED\",\"type\":\"deploy\",\"payload\":3}]");
        var described = OpenApiDocument.of(application.get("/api/openapi.yaml").body());

        assertThat(json(as("ada leads", "GET", "/api/v1/approvals/waiting", ""))
                        .at("/items/0/id")
                        .asString())
                .isEqualTo(id);
        assertThat(json(as("ada", "GET", "/api/v1/approvals/waiting", ""))
                        .get("items")
                        .isEmpty())
                .isTrue();
        var found = json(application.get("/api/v1/approvals/" + id));
        described.requireFits(found, "ApprovalFound");
        described.requireFits(found.get("approval"), "ApprovalRow");
        described.requireFits(found.at("/rules/0"), "RuleStanding");
        assertThat(found.at("/details/version").asInt()).isEqualTo(3);

        assertThat(as("ada leads", "POST", "/api/v1/approvals/" + id + "/approve", "{\"digest\":\"d0\"}")
                        .statusCode())
                .as("a field of another verb, which would not have been compared")
                .isEqualTo(400);
        var changed = as("ada leads", "POST", "/api/v1/approvals/" + id + "/approve", "{\"seenDigest\":\"d0\"}");
        assertThat(changed.statusCode()).isEqualTo(409);
        var vote = as("ada leads", "POST", "/api/v1/approvals/" + id + "/approve", "{\"comment\":\"fine\"}");
        described.requireFits(json(vote), "Vote");
        assertThat(json(vote).get("state").asString()).isEqualTo("approved");

        assertThat(database.query("select 1 from howdah.work_body")).hasSize(1);
        var history = json(application.get("/api/v1/approvals/" + id + "/history"));
        described.requireFits(history, "History");
        assertThat(history.get("intact").asBoolean()).isTrue();
        assertThat(history.at("/items/1/comment").asString()).isEqualTo("fine");
        assertThat(as("ada leads", "POST", "/api/v1/approvals/" + id + "/reject", "")
                        .statusCode())
                .as("too late")
                .isEqualTo(409);
    }

    @Test
    void who_may_not_decide_is_told_why_and_nobody_votes_twice() {
        var id = request("");
        var entitled = as("ada", "POST", "/api/v1/approvals/" + id + "/approve", "");
        assertThat(entitled.statusCode()).isEqualTo(403);
        assertThat(json(entitled).get("code").asString()).isEqualTo("approval-not-entitled");

        var two = json(application.post(
                        "/api/v1/approvals",
                        "{\"subject\":\"x\",\"requester\":\"bob\",\"policy\":"
                                + "{\"rules\":[{\"needed\":2,\"groups\":[\"leads\"]}]}}"))
                .get("id")
                .asString();
        var counted = as("ada leads", "POST", "/api/v1/approvals/" + two + "/approve", "");
        assertThat(json(counted).get("outcome").asString()).isEqualTo("counted");
        assertThat(json(counted).at("/rules/0/approvals").asInt()).isEqualTo(1);
        var again = as("ada leads", "POST", "/api/v1/approvals/" + two + "/approve", "");
        assertThat(json(again).get("code").asString()).isEqualTo("approval-voted-already");
    }

    @Test
    void a_request_is_withdrawn_by_its_requester_and_glass_is_broken_with_a_reason() {
        var id = request("");
        assertThat(application
                        .post("/api/v1/approvals/" + id + "/withdraw", "{\"reason\":\"x\"}")
                        .statusCode())
                .isEqualTo(403);
        var withdrawn = application.post(
                "/api/v1/approvals/" + id + "/withdraw", "{\"reason\":\"changed my mind\",\"requester\":\"bob\"}");
        assertThat(json(withdrawn).get("state").asString()).isEqualTo("withdrawn");

        var other = request("");
        assertThat(as("ada", "POST", "/api/v1/approvals/" + other + "/break-glass", "{}")
                        .statusCode())
                .isEqualTo(400);
        var broken = as("ada", "POST", "/api/v1/approvals/" + other + "/break-glass", "{\"reason\":\"it burns\"}");
        assertThat(json(broken).get("state").asString()).isEqualTo("approved");
        assertThat(json(application.get("/api/v1/approvals?state=approved"))
                        .at("/items/0/reason")
                        .asString())
                .isEqualTo("it burns");
    }

    @Test
    void jobs_messages_and_events_may_follow() {
        howdah.log().create(Topic.of("deployments"));
        var id = request(",\"continuations\":[{\"occasion\":\"APPROVED\",\"type\":\"deploy\",\"payload\":3},"
                + "{\"occasion\":\"APPROVED\",\"queue\":\"news\",\"payload\":{\"a\":1}},"
                + "{\"occasion\":\"APPROVED\",\"topic\":\"deployments\",\"type\":\"approved\","
                + "\"key\":\"shop\",\"payload\":4}]");

        as("ada leads", "POST", "/api/v1/approvals/" + id + "/approve", "");

        assertThat(database.query("select 1 from howdah.work_body")).hasSize(2);
        assertThat(json(application.post("/api/v1/queues/news/messages/receive", "{}"))
                        .at("/items/0/payload/a")
                        .asInt())
                .isEqualTo(1);
        assertThat(database.one("select type || ' ' || key from howdah.log_event", String.class))
                .isEqualTo("approved shop");
        for (var bad : List.of("\"topic\":\"t\"", "\"key\":\"k\",\"type\":\"t\"", "\"queue\":\"q\",\"attempts\":3")) {
            assertThat(application
                            .post(
                                    "/api/v1/approvals",
                                    "{\"subject\":\"s\",\"requester\":\"bob\"," + POLICY
                                            + ",\"continuations\":[{\"occasion\":\"EXPIRED\"," + bad + "}]}")
                            .statusCode())
                    .isEqualTo(400);
        }
    }

    @Test
    void what_cannot_follow_is_shown_and_given_up(TestClock clock) {
        var id = request(",\"continuations\":[{\"occasion\":\"EXPIRED\",\"topic\":\"not-there\",\"type\":\"gone\"}]");
        var path = "/api/v1/approvals/" + id + "/abandon-follow-up";
        assertThat(application.post(path, "{\"reason\":\"too early\"}").statusCode())
                .isEqualTo(409);
        clock.advance(Duration.ofDays(8));
        Await.until(
                "it is stuck",
                () -> !json(application.get("/api/v1/approvals/stuck"))
                        .get("items")
                        .isEmpty());

        var stuck = json(application.get("/api/v1/approvals/stuck")).at("/items/0");
        OpenApiDocument.of(application.get("/api/openapi.yaml").body()).requireFits(stuck.get("stuck"), "Stuck");
        assertThat(stuck.at("/stuck/because").asString()).contains("not-there");
        assertThat(application.get("/").body()).contains("1 approval is stuck");
        assertThat(application.get("/approvals").body()).contains("not-there");
        assertThat(application.get("/approvals/" + id).body()).contains("cannot be done");

        assertThat(application.post(path, "{\"reason\":\"never made\"}").statusCode())
                .isEqualTo(200);
        Await.until(
                "it has been said",
                () -> json(application.get("/api/v1/approvals/" + id + "/history"))
                        .toString()
                        .contains("\"expired\""));
    }

    @Test
    void a_request_with_a_key_is_made_once_and_lists_are_read_page_by_page() {
        var body = "{\"subject\":\"s\",\"requester\":\"bob\"," + POLICY + "}";
        var first = application.post("/api/v1/approvals", body, "Idempotency-Key", "k");
        var again = application.post("/api/v1/approvals", body, "Idempotency-Key", "k");
        assertThat(again.body()).isEqualTo(first.body());
        request("");
        request("");

        var page = json(application.get("/api/v1/approvals?limit=2"));
        var rest = json(application.get(
                "/api/v1/approvals?limit=2&after=" + page.get("next").asString()));
        assertThat(page.get("items").size()).isEqualTo(2);
        assertThat(rest.get("items").size()).isEqualTo(1);
        assertThat(database.query("select 1 from howdah.approval")).hasSize(3);
    }

    @Test
    void a_person_decides_in_the_console_as_who_they_are() {
        var id = request(",\"details\":{\"what\":\"<b>\"}");
        var page = as("ada leads", "GET", "/approvals/" + id, "");
        assertThat(page.body())
                .contains("leads", "approve</button>", "&lt;b&gt;")
                .doesNotContain("\"<b>\"");
        assertThat(as("ada leads", "GET", "/approvals", "").body()).contains("Waiting for you", "deploy/shop");
        assertThat(as("ada", "GET", "/approvals", "").body()).contains("Nothing waits for your decision");

        assertThat(as("ada", "GET", "/approvals/" + id, "").body())
                .as("who may break the glass alone")
                .contains("break glass</button>")
                .doesNotContain("approve</button>");
        assertThat(as("eve", "GET", "/approvals/" + id, "").body())
                .as("who may decide, but not this")
                .contains("This is for others to decide")
                .doesNotContain("approve</button>", "break glass</button>");
        var answer = form("ada leads", "/approvals/" + id + "/approve", "comment=good");
        assertThat(answer.statusCode()).isEqualTo(303);
        assertThat(howdah.approvals()
                        .find(new io.howdah.approval.ApprovalId(Long.parseLong(id)))
                        .orElseThrow()
                        .decidedBy())
                .contains("ada");
        assertThat(form("ada leads", "/approvals/" + request("") + "/break-glass", "comment=")
                        .statusCode())
                .isEqualTo(400);
    }

    @Test
    void whoever_is_delegated_to_is_offered_votes_for_those_who_may_and_for_nobody_else() {
        var id = request("");
        howdah.approvals().delegate(Voter.of("ada", "leads"), "eve", Duration.ofDays(1));
        howdah.approvals().delegate(Voter.of("mallory"), "eve", Duration.ofDays(1));

        assertThat(as("eve", "GET", "/approvals/" + id, "").body())
                .contains("approve</button>", "for ada</option>")
                .doesNotContain("for mallory</option>", "for yourself</option>");
        assertThat(form("eve", "/approvals/" + id + "/approve", "for=ada").statusCode())
                .isEqualTo(303);
        assertThat(as("eve", "GET", "/approvals/" + id, "").body()).contains("by eve");

        howdah.approvals().revoke("ada", "eve");
        howdah.approvals().revoke("mallory", "eve");
    }

    @Test
    void what_makes_no_sense_is_a_problem() {
        Map.of(
                        "{}",
                        400,
                        "{\"subject\":\"x\",\"policy\":{\"rules\":[]}}",
                        400,
                        "{\"subject\":\"x\",\"policy\":{\"rules\":[{\"needed\":2,\"people\":[\"a\"]}]}}",
                        400,
                        "{\"subject\":\"\"," + POLICY + "}",
                        400)
                .forEach((body, status) -> assertThat(
                                application.post("/api/v1/approvals", body).statusCode())
                        .as(body)
                        .isEqualTo(status));
        assertThat(application.get("/api/v1/approvals/99").statusCode()).isEqualTo(404);
        assertThat(application.get("/api/v1/approvals?state=odd").statusCode()).isEqualTo(400);
        assertThat(json(application.post("/api/v1/approvals/99/approve", ""))
                        .get("code")
                        .asString())
                .isEqualTo("approval-unknown");
    }

    private String request(String more) {
        var answer = application.post(
                "/api/v1/approvals", "{\"subject\":\"deploy/shop\",\"requester\":\"bob\"," + POLICY + more + "}");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        return json(answer).get("id").asString();
    }

    /** A person with these groups, who is an admin. */
    private HttpResponse<String> as(String who, String method, String path, String body) {
        return application.send(
                method,
                path,
                body,
                "Authorization",
                "none",
                "Cookie",
                "admin " + who,
                "X-Howdah-Token",
                WebApplication.TOKEN);
    }

    private HttpResponse<String> form(String who, String path, String fields) {
        return application.send(
                "POST",
                path,
                fields,
                "Authorization",
                "none",
                "Cookie",
                "admin " + who,
                "X-Howdah-Token",
                WebApplication.TOKEN,
                "Content-Type",
                "application/x-www-form-urlencoded");
    }
}
