// SPDX-License-Identifier: Apache-2.0
package io.howdah.web;

import static io.howdah.web.WebApplication.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a request may look like, and what is said of one that does not. */
@HowdahTest
class RequestFormsTest {
    private final TestDatabase database;
    private final WebApplication application;

    RequestFormsTest(TestDatabase database) {
        this.database = database;
        this.application = WebApplication.start(database);
    }

    @AfterEach
    void close() {
        application.close();
    }

    @Test
    void no_digit_of_a_number_in_a_payload_is_lost() {
        var payload =
                "{\"price\":1.10,\"exact\":0.12345678901234567890123,\"large\":1E+400,\"id\":12345678901234567890}";
        var id = json(application.post("/api/v1/jobs", "{\"type\":\"pay\",\"payload\":" + payload + "}"))
                .get("id")
                .asString();

        assertThat(application.get("/api/v1/jobs/" + id + "/payload").body()).isEqualTo(payload);
        assertThat(application
                        .post("/api/v1/jobs/" + id + "/payload/reveal", "")
                        .body())
                .isEqualTo(payload);
        assertThat(application.post("/api/v1/claims", "{\"types\":[\"pay\"]}").body())
                .contains(payload);
    }

    @Test
    void a_field_that_is_of_another_form_is_named_with_the_form_that_it_has() {
        var bodies = Map.of(
                "{\"type\":\"x\",\"delay\":\"5s\"}", "The field delay must be a duration such as PT30S.",
                "{\"type\":\"x\",\"delay\":5}", "The field delay must be a duration such as PT30S.",
                "{\"type\":\"x\",\"at\":1700000000}", "The field at must be a time such as 2026-01-31T12:00:00Z.",
                "{\"type\":\"x\",\"priority\":5.9}", "The field priority must be a whole number.",
                "{\"type\":\"x\",\"headers\":[]}", "The field headers must be an object.",
                "{\"type\":\"x\"}{}", "There is more in the body after its end.",
                "[]", "The body must be an object.",
                "", "The body is missing: send an object of JSON.");

        bodies.forEach((body, detail) -> {
            var answer = application.post("/api/v1/jobs", body);
            assertThat(answer.statusCode()).as(body).isEqualTo(400);
            assertThat(json(answer).get("detail").asString()).as(body).isEqualTo(detail);
        });
        assertThat(json(application.get("/api/v1/jobs?limit=x")).get("detail").asString())
                .isEqualTo("limit must be a whole number.");
    }

    @Test
    void a_field_that_is_there_twice_is_refused_and_not_chosen_from() {
        for (var body : List.of("{\"type\":\"x\",\"type\":\"y\"}", "{\"type\":\"x\",\"payload\":{\"a\":1,\"a\":2}}")) {
            var answer = application.post("/api/v1/jobs", body);

            assertThat(answer.statusCode()).as(body).isEqualTo(400);
            assertThat(json(answer).get("detail").asString()).as(body).contains("Duplicate");
        }
        assertThat(database.query("select id from howdah.work_body")).isEmpty();
    }

    @Test
    void a_correlation_without_characters_is_the_senders_mistake() {
        for (var path : List.of("/api/v1/jobs", "/api/v1/queues/q/messages")) {
            var type = path.endsWith("jobs") ? "\"type\":\"x\"," : "";
            var answer = application.post(path, "{" + type + "\"correlation\":\"\"}");

            assertThat(answer.statusCode()).as(path).isEqualTo(400);
            assertThat(answer.body()).contains("a correlation has 1 to 200 characters");
        }
    }

    @Test
    void a_key_with_another_query_or_other_attributes_is_another_request() {
        var intent = "{\"type\":\"t\",\"key\":\"k\",\"to\":[\"webhook:none\"]}";
        application.post("/api/v1/notifications/submissions?producer=a", intent, "Idempotency-Key", "one");
        var other = application.post("/api/v1/notifications/submissions?producer=b", intent, "Idempotency-Key", "one");
        assertThat(other.statusCode()).isEqualTo(422);

        assertThat(event("1").statusCode()).isEqualTo(201);
        assertThat(event("1").statusCode()).isEqualTo(201);
        assertThat(json(event("2")).get("code").asString()).isEqualTo("idempotency-mismatch");
    }

    private HttpResponse<String> event(String id) {
        return application.post(
                "/api/v1/log/topics/orders/events",
                "{}",
                "Idempotency-Key",
                "event",
                "ce-specversion",
                "1.0",
                "ce-id",
                id,
                "ce-type",
                "ordered",
                "ce-source",
                "/shop");
    }

    @Test
    void an_address_that_is_not_utf_8_is_the_senders_mistake() {
        var answer = application.get("/api/v1/jobs?type=%C3%28");

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(json(answer).get("detail").asString()).contains("UTF-8");
    }

    @Test
    void options_tells_the_methods_and_no_other_site_is_let_in() {
        var options = application.send(application.request("/api/v1/jobs").method("OPTIONS", BodyPublishers.noBody()));
        assertThat(options.statusCode()).isEqualTo(200);
        assertThat(options.headers().firstValue("Allow").orElseThrow()).contains("GET", "POST");

        var preflight = application.request("/api/v1/jobs").method("OPTIONS", BodyPublishers.noBody());
        preflight.header("Origin", "https://evil.example").header("Access-Control-Request-Method", "POST");
        var refused = application.send(preflight);
        assertThat(refused.headers().map()).doesNotContainKey("Access-Control-Allow-Origin");
    }
}
