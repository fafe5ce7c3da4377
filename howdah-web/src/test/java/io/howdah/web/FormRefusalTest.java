// SPDX-License-Identifier: Apache-2.0
package io.howdah.web;

import static io.howdah.web.WebApplication.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import io.howdah.web.access.Forgery;
import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** A body that says it is a form, which curl does by itself, is told so and not taken for none. */
@HowdahTest
class FormRefusalTest {
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String REDRIVE = "/api/v1/queues/orders.dead/redrive";

    private final WebApplication application;

    FormRefusalTest(TestDatabase database) {
        this.application = WebApplication.start(database);
    }

    @AfterEach
    void close() {
        application.close();
    }

    @Test
    void a_dry_run_that_is_sent_as_a_form_sends_no_dead_letter_again() {
        application.post("/api/v1/queues/orders/messages", "{\"payload\":1}");
        var receipt = json(application.post("/api/v1/queues/orders/messages/receive", ""))
                .at("/items/0/receipt")
                .asString();
        application.post("/api/v1/receipts/dead-letter", "{\"receipts\":[\"" + receipt + "\"]}");

        var refused = application.post(REDRIVE, "{\"dryRun\":true}", "Content-Type", FORM);

        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(415);
        assertThat(refused.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(json(refused).get("code").asString()).isEqualTo("unsupported-media-type");
        assertThat(json(refused).get("detail").asString()).contains(FORM, "\"Content-Type: application/json\"");
        assertThat(json(application.post(REDRIVE, "{\"dryRun\":true}"))
                        .get("count")
                        .asInt())
                .isEqualTo(1);
    }

    @Test
    void no_route_of_the_api_that_changes_something_takes_a_form() {
        var parts = "--x\r\nContent-Disposition: form-data; name=\"reason\"\r\n\r\nwhy\r\n--x--\r\n";
        var routes = Route.all(application.bean(RequestMappingHandlerMapping.class)).stream()
                .filter(route -> route.path().startsWith("/howdah/api/") && !Forgery.isSafe(route.method()))
                .toList();

        assertThat(routes).hasSizeGreaterThan(60).allSatisfy(route -> {
            assertThat(send(route, "{\"reason\":\"why\"}", FORM).statusCode()).isEqualTo(415);
            assertThat(send(route, "reason=why", "Application/X-WWW-Form-URLEncoded ;charset=utf-8")
                            .statusCode())
                    .isEqualTo(415);
            assertThat(send(route, parts, "multipart/form-data; boundary=x").statusCode())
                    .isEqualTo(415);
        });
    }

    private HttpResponse<String> send(Route route, String body, String type) {
        var path = route.path().substring("/howdah".length()).replaceAll("\\{[^}]*}", "1");
        return application.send(route.method(), path, body, "Content-Type", type);
    }

    @Test
    void neither_a_length_that_is_not_told_nor_another_spelling_of_the_address_gets_a_form_in() {
        var pieces = application.request("/api/v1/pending-jobs/cancel").header("Content-Type", FORM);
        pieces.POST(BodyPublishers.ofInputStream(
                () -> new ByteArrayInputStream("{\"dryRun\":true}".getBytes(StandardCharsets.UTF_8))));

        assertThat(application.send(pieces).statusCode()).isEqualTo(415);
        assertThat(application
                        .post("/%61pi/v1/pending-jobs/cancel", "{\"dryRun\":true}", "Content-Type", FORM)
                        .statusCode())
                .isEqualTo(415);
    }

    @Test
    void an_empty_form_loses_nothing_and_is_taken_for_no_body() {
        application.post("/api/v1/jobs", "{\"type\":\"x\"}");

        assertThat(application
                        .post("/api/v1/queues/default/pause", "", "Content-Type", FORM)
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void a_form_that_another_site_has_a_person_send_is_refused_with_fields_and_without() {
        application.post("/api/v1/jobs", "{\"type\":\"x\"}");
        for (var fields : List.of("", "_token=" + WebApplication.TOKEN.replace(" ", "+"))) {
            var answer = application.post(
                    "/api/v1/queues/default/pause",
                    fields,
                    "Content-Type",
                    FORM,
                    "Authorization",
                    "none",
                    "Cookie",
                    "operator",
                    "Origin",
                    "https://evil.example");

            assertThat(json(answer).get("code").asString())
                    .isEqualTo(fields.isEmpty() ? "forged" : "unsupported-media-type");
        }
        assertThat(json(application.get("/api/v1/queues/default")).has("pausedAt"))
                .isFalse();
    }
}
