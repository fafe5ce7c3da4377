// SPDX-License-Identifier: Apache-2.0
package io.howdah.web;

import static io.howdah.web.WebApplication.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Howdah;
import io.howdah.Payload;
import io.howdah.job.JobOptions;
import io.howdah.job.JobType;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import io.howdah.web.access.Forgery;
import io.howdah.web.access.Permission;
import io.howdah.web.access.Role;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** Routes, who may use them, pages, figures: in a whole application. */
@HowdahTest
class WebTest {
    private static final JobType<Payload> EVIL = JobType.of("evil", Payload.class);

    private final TestDatabase database;
    private final WebApplication application;

    WebTest(TestDatabase database) {
        this.database = database;
        this.application = WebApplication.start(database);
    }

    @AfterEach
    void close() {
        application.close();
    }

    @Test
    void every_route_is_named_and_refused_to_whoever_may_not() throws IOException {
        var seen = 0;
        for (var route : Route.all(application.bean(RequestMappingHandlerMapping.class))) {
            assertThat(route.permission()).as("%s has @Allow", route).isPresent();
            if (!Forgery.isSafe(route.method()) && route.permission().get() != Permission.NONE) {
                assertThat(route.action())
                        .as("%s is named for the audit", route)
                        .isNotEmpty();
            }
            for (var role : Role.values()) {
                seen++;
                var status = call(route, role);
                var may = role.allows(route.permission().get());
                assertThat(status == 403).as("%s as %s", route, role).isEqualTo(!may);
                assertThat(status).as("%s as %s", route, role).isNotEqualTo(401).isLessThan(500);
            }
            assertThat(call(route, null) == 401)
                    .as("%s as nobody", route)
                    .isEqualTo(route.permission().get() != Permission.NONE);
        }
        assertThat(seen).isGreaterThan(100);
    }

    @Test
    void what_a_person_sends_must_come_from_our_own_pages() {
        application.post("/api/v1/jobs", "{\"type\":\"x\"}");
        var without = send("Cookie", "operator");
        var wrong = send("Cookie", "operator", Forgery.HEADER, "guessed");
        var fromElsewhere =
                send("Cookie", "operator", Forgery.HEADER, WebApplication.TOKEN, "Sec-Fetch-Site", "cross-site");
        var otherOrigin =
                send("Cookie", "operator", Forgery.HEADER, WebApplication.TOKEN, "Origin", "https://evil.example");
        var right = send("Cookie", "operator", Forgery.HEADER, WebApplication.TOKEN, "Sec-Fetch-Site", "same-origin");

        assertThat(List.of(without, wrong, fromElsewhere, otherOrigin))
                .allSatisfy(answer ->
                        assertThat(json(answer).get("code").asString()).isEqualTo("forged"));
        assertThat(right.statusCode()).isEqualTo(200);
    }

    private HttpResponse<String> send(String... headers) {
        var request = application.request("/api/v1/queues/default/pause").POST(BodyPublishers.noBody());
        request.setHeader("Authorization", "none");
        for (int i = 0; i < headers.length; i += 2) {
            request.setHeader(headers[i], headers[i + 1]);
        }
        return application.send(request);
    }

    @Test
    void the_description_names_every_route_and_no_other() throws Exception {
        var described = OpenApiDocument.of(application.get("/api/openapi.yaml").body());
        var handled = new TreeSet<String>();
        for (var route : Route.all(application.bean(RequestMappingHandlerMapping.class))) {
            if (route.path().startsWith("/howdah/api/")) {
                // OpenAPI has no word for the rest of a path.
                handled.add(route.method() + " "
                        + route.path().substring("/howdah".length()).replace("{*", "{"));
            }
        }

        assertThat(described.operations()).containsExactlyElementsOf(handled);
        assertThat(described.danglingReferences()).isEmpty();
        assertThat(described.schemasThatDifferFromTheirRecords()).isEmpty();
    }

    @Test
    void answers_have_what_is_described_and_no_more() {
        var id =
                application.bean(Howdah.class).jobs().enqueue(EVIL, payload(), JobOptions.delayed(Duration.ofHours(1)));
        var described = OpenApiDocument.of(application.get("/api/openapi.yaml").body());

        described.requireFits(json(application.get("/api/v1/jobs")).at("/items/0"), "JobRow");
        described.requireFits(json(application.get("/api/v1/jobs/" + id)), "Found");
        described.requireFits(json(application.get("/api/v1/queues/default")), "QueueRow");
        described.requireFits(json(application.get("/api/v1/queues/default")).get("depth"), "Depth");
        described.requireFits(json(application.get("/api/v1/members")).at("/items/0"), "Member");
        described.requireFits(json(application.get("/api/v1/loops")).at("/items/0"), "LoopState");
        described.requireFits(json(application.get("/api/v1/database")), "Database");
        described.requireFits(json(application.get("/api/v1/stats")), "Stats");
    }

    @Test
    void pages_show_what_there_is_and_escape_it() {
        var howdah = application.bean(Howdah.class);
        var evil = "<script>alert(1)</script>";
        var id = howdah.jobs()
                .enqueue(
                        EVIL,
                        new Payload(("\"" + evil + "\"").getBytes(StandardCharsets.UTF_8), Payload.JSON),
                        JobOptions.delayed(Duration.ofHours(1)).correlation(evil));

        for (var path : List.of(
                "/",
                "/jobs",
                "/jobs?type=evil&state=deferred",
                "/jobs/" + id,
                "/jobs/" + id + "/payload",
                "/queues",
                "/queues/default",
                "/members",
                "/database")) {
            var page = application.get(path);
            assertThat(page.statusCode()).as(path).isEqualTo(200);
            assertThat(page.body()).as(path).contains("<!doctype html>", "<h1>").doesNotContain(evil, "style=\"");
            assertThat(page.body()).as(path).doesNotContainPattern("<script>|\\son[a-z]+=\"");
            assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
                    .contains("default-src 'none'", "script-src 'self'")
                    .doesNotContain("unsafe");
            assertThat(page.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
        }
        assertThat(application.get("/jobs/" + id + "/payload").body()).contains("&lt;script&gt;alert");
    }

    @Test
    void everything_that_a_page_loads_is_there() {
        var page = application.get("/").body();
        var assets = Pattern.compile("(?:src|href)=\"/howdah(/assets/[^\"]+)\"")
                .matcher(page)
                .results()
                .toList();

        assertThat(assets).hasSizeGreaterThanOrEqualTo(4);
        assertThat(assets).allSatisfy(asset -> {
            assertThat(application.get(asset.group(1)).statusCode()).isEqualTo(200);
        });
        assertThat(application.get("/assets/x/..%2Fopenapi.yaml").statusCode()).isBetween(400, 404);
    }

    @Test
    void forms_change_what_they_say_and_lead_back() {
        var howdah = application.bean(Howdah.class);
        var id = howdah.jobs().enqueue(EVIL, payload(), JobOptions.delayed(Duration.ofHours(1)));

        assertThat(form("/queues/default/pause", "").headers().firstValue("Location"))
                .contains("/howdah/queues/default");
        assertThat(database.query("select name from howdah.queue where paused_at is not null"))
                .hasSize(1);
        form("/queues/default/resume", "");
        form("/queues/default/limits", "concurrency=3&rate=10&seconds=60&keys=ANY_ORDER&perKey=2");
        assertThat(database.query("select concurrency, rate, key_limit from howdah.queue where paused_at is null"))
                .containsExactly(List.of(3, 10, 2));
        form("/jobs/" + id + "/cancel", "");
        assertThat(howdah.jobs().find(id).orElseThrow().state().isFinal()).isTrue();

        var wrong = form("/queues/default/limits", "concurrency=many");
        assertThat(wrong.statusCode()).isEqualTo(400);
        assertThat(wrong.body()).contains("concurrency must be a number");
    }

    @Test
    void figures_are_told_without_a_login() {
        application.bean(Howdah.class).jobs().enqueue(EVIL, payload());

        // The server counts its totals with a delay of up to a second.
        Await.until("they are told", () -> {
            var metrics = application.send(application.request("/metrics").setHeader("Authorization", "none"));
            assertThat(metrics.statusCode()).isEqualTo(200);
            assertThat(metrics.body())
                    .contains(
                            "howdah_member_alive 1\n",
                            "howdah_queue_ready{queue=\"default\"} 1\n",
                            "howdah_members 1\n");
            return true;
        });
    }

    @Test
    void the_same_figures_come_from_every_replica() {
        try (var other = WebApplication.start(database)) {
            application.bean(Howdah.class).jobs().enqueue(EVIL, payload());

            // The server counts its totals with a delay of up to a second.
            Await.within(Duration.ofSeconds(30)).until("both tell the same", () -> {
                var figures = application.get("/api/v1/stats").body();
                return figures.contains("\"ready\":1")
                        && figures.contains("\"membersAlive\":2")
                        && figures.equals(other.get("/api/v1/stats").body());
            });
        }
    }

    /** Without any security and without callers of our own. */
    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Bare {}

    @Test
    void an_application_without_security_lets_nobody_in() {
        try (var bare = WebApplication.start(Bare.class, "/ops/howdah", database, "howdah.web.path=/ops/howdah")) {
            assertThat(bare.get("/api/v1/jobs").statusCode()).isEqualTo(401);
            assertThat(bare.get("/").statusCode()).isEqualTo(401);
            assertThat(bare.get("/api/openapi.yaml").statusCode()).isEqualTo(200);
        }
    }

    private HttpResponse<String> form(String path, String fields) {
        return application.post(path, fields, "Content-Type", "application/x-www-form-urlencoded");
    }

    private int call(Route route, @Nullable Role role) throws IOException {
        var path = route.path().substring("/howdah".length()).replaceAll("\\{[^}]*}", "1");
        var request = application.request(path).method(route.method(), BodyPublishers.ofString("{}"));
        request.setHeader("Content-Type", "application/json");
        request.setHeader("Authorization", role == null ? "none" : "Bearer " + role.word());
        return application.status(request);
    }

    private static Payload payload() {
        return new Payload("{}".getBytes(StandardCharsets.UTF_8), Payload.JSON);
    }
}
