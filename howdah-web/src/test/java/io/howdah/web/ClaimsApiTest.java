// SPDX-License-Identifier: Apache-2.0
package io.howdah.web;

import static io.howdah.web.WebApplication.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Howdah;
import io.howdah.Payload;
import io.howdah.job.JobId;
import io.howdah.job.JobOptions;
import io.howdah.job.JobState;
import io.howdah.job.JobType;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Workers that speak nothing but HTTP, and what becomes of jobs that they could not do. */
@HowdahTest
class ClaimsApiTest {
    private static final JobType<Payload> RESIZE =
            JobType.of("resize", Payload.class).queue("images");

    private final WebApplication application;
    private final Howdah howdah;

    ClaimsApiTest(TestDatabase database) {
        this.application = WebApplication.start(database);
        this.howdah = application.bean(Howdah.class);
    }

    @AfterEach
    void close() {
        application.close();
    }

    @Test
    void a_worker_claims_a_job_tells_how_far_it_is_and_completes_it() {
        var id = howdah.jobs()
                .enqueue(RESIZE, payload(), JobOptions.none().key("k").correlation("c"));
        var described = OpenApiDocument.of(application.get("/api/openapi.yaml").body());

        var job = claim("").get(0);
        described.requireFits(job, "ClaimRow");
        assertThat(job.get("id").asString()).isEqualTo(id.toString());
        assertThat(claim("").isEmpty()).isTrue();
        assertThat(say(job, "progress", "{\"percent\":40,\"message\":\"half\",\"lines\":[\"one\",\"two\"]}"))
                .isEqualTo(200);
        assertThat(say(job, "extend", "{\"hold\":\"PT2M\"}")).isEqualTo(200);
        var found = json(application.get("/api/v1/jobs/" + id));
        described.requireFits(found, "Found");
        assertThat(found.at("/progress/percent").asInt()).isEqualTo(40);
        assertThat(application.get("/jobs/" + id).body()).contains("value=\"40\"", "two");
        assertThat(say(job, "complete", "{\"result\":{\"bytes\":7}}")).isEqualTo(200);
        assertThat(say(job, "complete", "{\"result\":{\"bytes\":7}}"))
                .as("again")
                .isEqualTo(200);

        assertThat(howdah.jobs().find(id).orElseThrow().state()).isEqualTo(JobState.DONE);
        assertThat(application.get("/api/v1/jobs/" + id + "/result").body()).isEqualTo("{\"bytes\":7}");
        var lines = json(application.get("/api/v1/jobs/" + id + "/log")).get("items");
        assertThat(lines.get(1).get("text").asString()).isEqualTo("two");
    }

    @Test
    void an_attempt_that_failed_is_made_again_until_it_was_the_last() {
        var id = howdah.jobs().enqueue(RESIZE, payload(), JobOptions.none().attempts(2));

        assertThat(say(claim("").get(0), "fail", "{\"error\":\"no disk\",\"retryIn\":\"PT0S\"}"))
                .isEqualTo(200);
        var second = claim(",\"waiting\":\"PT20S\"").get(0);
        assertThat(second.get("attempt").asInt()).isEqualTo(2);
        assertThat(say(second, "fail", "{\"error\":\"no disk\"}")).isEqualTo(200);

        assertThat(howdah.jobs().find(id).orElseThrow().state()).isEqualTo(JobState.DEAD);
        assertThat(say(second, "extend", "{\"hold\":\"PT1M\"}")).isEqualTo(409);
    }

    @Test
    void a_claim_that_ran_out_is_lost_and_somebody_else_has_the_job() {
        howdah.jobs().enqueue(RESIZE, payload());
        var first = claim(",\"hold\":\"PT1S\"").get(0);
        var second = claim(",\"waiting\":\"PT20S\"").get(0);

        assertThat(second.get("attempt").asInt()).isEqualTo(2);
        var late = application.post("/api/v1/claims/" + first.get("claim").asString() + "/complete", "");
        assertThat(late.statusCode()).isEqualTo(409);
        assertThat(json(late).get("code").asString()).isEqualTo("job-lost");
        assertThat(say(second, "complete", "")).isEqualTo(200);
    }

    @Test
    void what_is_released_discarded_or_hopeless_ends_as_it_says_and_a_cancelled_one_is_told_so() {
        var id = howdah.jobs().enqueue(RESIZE, payload());
        assertThat(say(claim("").get(0), "release", "")).isEqualTo(200);
        var again = claim(",\"waiting\":\"PT20S\"").get(0);
        assertThat(again.get("attempt").asInt()).as("it did not count").isEqualTo(1);
        howdah.jobs().cancel(id);
        var told =
                application.post("/api/v1/claims/" + again.get("claim").asString() + "/extend", "{\"hold\":\"PT1M\"}");
        assertThat(json(told).get("wanted").asBoolean()).isFalse();
        assertThat(say(again, "discard", "{\"error\":\"cancelled\"}")).isEqualTo(200);
        assertThat(howdah.jobs().find(id).orElseThrow().state().isFinal()).isTrue();

        var other = howdah.jobs().enqueue(RESIZE, payload());
        assertThat(say(claim("").get(0), "fail", "{\"error\":\"x\",\"hopeless\":true}"))
                .isEqualTo(200);
        assertThat(howdah.jobs().find(other).orElseThrow().state()).isEqualTo(JobState.DEAD);
    }

    @Test
    void dead_jobs_are_counted_tried_again_with_another_payload_and_discarded() {
        var ids = howdah.jobs().enqueueAll(RESIZE, Collections.nCopies(5, payload()), JobOptions.none());
        claim(",\"max\":10").forEach(job -> say(job, "fail", "{\"error\":\"broken\",\"hopeless\":true}"));

        var retried = json(application.post("/api/v1/jobs/" + ids.getFirst() + "/retry", "{\"payload\":{\"x\":2}}"));
        var twice = application.post("/api/v1/jobs/" + ids.getFirst() + "/retry", "");
        assertThat(application
                        .get("/api/v1/jobs/" + retried.get("id").asString() + "/payload")
                        .body())
                .isEqualTo("{\"x\":2}");
        assertThat(json(twice).get("code").asString()).isEqualTo("job-not-retryable");
        assertThat(json(application.post("/api/v1/jobs/" + ids.get(1) + "/discard", "{}"))
                        .get("discarded")
                        .asBoolean())
                .isTrue();
        var page = json(application.get("/api/v1/dead-jobs?type=resize&limit=2"));
        var rest = json(application.get(
                "/api/v1/dead-jobs?type=resize&after=" + page.get("next").asString()));
        assertThat(page.get("items").size() + rest.get("items").size()).isEqualTo(3);

        assertThat(application.get("/dead").body()).contains("try all 3 again", "broken");
        assertThat(count("dead-jobs/retry", "{\"type\":\"resize\",\"dryRun\":true}"))
                .isEqualTo(3);
        assertThat(count("dead-jobs/discard", "{\"type\":\"other\"}")).isZero();
        assertThat(count("dead-jobs/retry", "{\"type\":\"resize\"}")).isEqualTo(3);
        assertThat(count("pending-jobs/cancel", "{\"queue\":\"images\",\"dryRun\":true}"))
                .isEqualTo(4);
        assertThat(count("pending-jobs/cancel", "{\"queue\":\"images\"}")).isEqualTo(4);
        assertThat(claim("").isEmpty()).isTrue();
    }

    @Test
    void messages_are_not_among_the_jobs_that_many_are_dealt_with_at_once() {
        var queue = "/api/v1/queues/letters/messages";
        application.post(queue, "{}");
        assertThat(count("pending-jobs/cancel", "{}")).isZero();
        var receipt = json(application.post(queue + "/receive", ""))
                .at("/items/0/receipt")
                .asString();
        application.post("/api/v1/receipts/dead-letter", "{\"receipts\":[\"" + receipt + "\"]}");

        assertThat(count("dead-jobs/retry", "{\"dryRun\":true}")).isZero();
        assertThat(count("dead-jobs/discard", "{}")).isZero();
    }

    @Test
    void a_person_tries_a_dead_job_again_with_a_payload_that_they_edited() {
        var id = howdah.jobs().enqueue(RESIZE, payload());
        say(claim("").get(0), "fail", "{\"error\":\"broken\",\"hopeless\":true}");
        assertThat(application.get("/jobs/" + id + "/payload").body()).contains("<textarea", "try it again");

        var answer = application.post(
                "/jobs/" + id + "/retry", "payload=%5B1%5D", "Content-Type", "application/x-www-form-urlencoded");

        var made = new JobId(Long.parseLong(
                answer.headers().firstValue("Location").orElseThrow().replaceAll(".*/", "")));
        assertThat(howdah.jobs().find(made).orElseThrow().retryOf()).contains(id);
        assertThat(claim("").get(0).get("payload").toString()).isEqualTo("[1]");
    }

    @Test
    void what_makes_no_sense_is_a_problem() {
        for (var body : List.of(
                "{}",
                "{\"types\":[]}",
                "{\"types\":[\"x y\"]}",
                "{\"types\":[\"x\"],\"max\":0}",
                "{\"types\":[\"x\"],\"hold\":\"PT0S\"}",
                "{\"types\":[\"x\"],\"waiting\":\"PT2M\"}")) {
            assertThat(application.post("/api/v1/claims", body).statusCode())
                    .as(body)
                    .isEqualTo(400);
        }
        assertThat(application.post("/api/v1/claims/x/complete", "{}").statusCode())
                .isEqualTo(400);
        assertThat(application.get("/api/v1/dead-jobs?after=x").statusCode()).isEqualTo(400);
        assertThat(application.get("/api/v1/dead-jobs?from=x").statusCode()).isEqualTo(400);
        assertThat(application.get("/api/v1/dead-jobs?state=done").statusCode()).isEqualTo(400);
        assertThat(application.get("/api/v1/jobs/1/result").statusCode()).isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "complete | {'error':'x'}",
                "fail     | {'error':'x','result':1}",
                "fail     | {'error':'x','hopeless':true,'retryIn':'PT1M'}",
                "fail     | {}",
                "discard  | {'error':'x','retryIn':'PT1M'}",
                "release  | {'hold':'PT1M'}",
                "extend   | {'delay':'PT1M'}",
                "progress | {'message':'half'}",
                "progress | {'lines':['x'],'message':'half'}",
                "progress | {'percent':50,'error':'x'}",
            })
    void what_a_verb_does_not_read_is_refused(String verb, String body) {
        howdah.jobs().enqueue(RESIZE, payload());
        var job = claim("").get(0);

        assertThat(say(job, verb, body.replace('\'', '"'))).isEqualTo(400);
        assertThat(say(job, "complete", "")).as("it is still held").isEqualTo(200);
    }

    private long count(String path, String body) {
        var answer = json(application.post("/api/v1/" + path, body));
        return answer.get("count").asLong();
    }

    private JsonNode claim(String more) {
        var answer = application.post("/api/v1/claims", "{\"queue\":\"images\",\"types\":[\"resize\"]" + more + "}");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return json(answer).get("items");
    }

    private int say(JsonNode job, String verb, String body) {
        return application
                .post("/api/v1/claims/" + job.get("claim").asString() + "/" + verb, body)
                .statusCode();
    }

    private static Payload payload() {
        return new Payload("{}".getBytes(StandardCharsets.UTF_8), Payload.JSON);
    }
}
