// SPDX-License-Identifier: Apache-2.0
package io.howdah.web;

import static io.howdah.web.WebApplication.json;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Howdah;
import io.howdah.Payload;
import io.howdah.job.JobId;
import io.howdah.job.JobOptions;
import io.howdah.job.JobType;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What people are shown of payloads, and what workers are. */
@HowdahTest
class RedactionApiTest {
    private static final String SECRET = "hunter2";
    private static final String PAYLOAD = "{\"order\":17,\"card\":{\"cardNumber\":\"" + SECRET + "\"}}";
    private static final JobType<Payload> PAY = JobType.of("pay", Payload.class);

    private final TestDatabase database;
    private final WebApplication application;

    RedactionApiTest(TestDatabase database) {
        this.database = database;
        this.application = WebApplication.start(database);
    }

    @AfterEach
    void close() {
        application.close();
    }

    @Test
    void what_people_look_at_is_masked_until_they_reveal_it() {
        var job = finishedJob();
        application.post(
                "/api/v1/queues/mail/messages",
                "{\"headers\":{\"authorization\":\"" + SECRET + "\"},\"payload\":" + PAYLOAD + "}");
        event();
        var told = notification();
        var malformed = malformed();
        var approval = approval();

        for (var path : List.of(
                "/api/v1/jobs/" + job + "/payload",
                "/api/v1/jobs/" + job + "/result",
                "/api/v1/jobs/" + job + "/log",
                "/api/v1/queues/mail/messages",
                "/api/v1/log/topics/now/events",
                "/api/v1/notifications/" + told + "/content",
                "/api/v1/notifications/malformed/" + malformed,
                "/api/v1/approvals/" + approval)) {
            var shown = application.get(path);
            assertThat(shown.statusCode()).as(path).isEqualTo(200);
            assertThat(shown.body()).as(path).contains("[redacted]").doesNotContain(SECRET);
            assertThat(as("viewer", path + "/reveal").statusCode()).as(path).isEqualTo(403);
            assertThat(as("approver", path + "/reveal").statusCode()).as(path).isEqualTo(403);
            assertThat(as("operator", path + "/reveal").body())
                    .as(path)
                    .contains(SECRET)
                    .doesNotContain("[redacted]");
        }
        pages(job, told, malformed, approval);
    }

    private void event() {
        application.send("PUT", "/api/v1/log/topics/now", "{\"numbering\":\"at-append\",\"partitions\":1}");
        application.post(
                "/api/v1/log/topics/now/events",
                "{\"events\":[{\"type\":\"paid\",\"key\":\"a\",\"payload\":" + PAYLOAD + "}]}");
    }

    private String notification() {
        application.send("PUT", "/api/v1/notifications/people/ada", "{}");
        var told = "{'key':'k','type':'paid','to':['person:ada'],'text':'see https://x.example/?token=%s','data':%s}";
        var answer = application.post("/api/v1/notifications", filled(told, SECRET, PAYLOAD));
        return json(answer).get("id").asString();
    }

    private String malformed() {
        var raw = "{\"password\":\"" + SECRET + "\"";
        database.execute("select howdah.submit_notification('erp', convert_to('" + raw + "', 'UTF8'))");
        return json(application.get("/api/v1/notifications/malformed"))
                .at("/items/0/id")
                .asString();
    }

    private String approval() {
        var asked = "{'subject':'pay','policy':{'rules':[{'name':'leads','groups':['leads']}]},'details':%s}";
        var answer = application.post("/api/v1/approvals", filled(asked, PAYLOAD));
        return json(answer).get("id").asString();
    }

    private static String filled(String template, Object... values) {
        return template.replace('\'', '"').formatted(values);
    }

    private void pages(JobId job, String told, String malformed, String approval) {
        for (var page : List.of(
                List.of("/jobs/" + job, ""),
                List.of("/jobs/" + job + "/payload", "/jobs/" + job + "/payload"),
                List.of("/queues/mail/messages", "/queues/mail/messages/reveal"),
                List.of("/log/now/events", "/log/now/events"),
                List.of("/notifications/" + told, ""),
                List.of("/notifications/" + told + "/content", "/notifications/" + told + "/content"),
                List.of("/malformed/" + malformed, "/malformed/" + malformed),
                List.of("/approvals/" + approval, "/approvals/" + approval + "/reveal"))) {
            var shown = application.get(page.getFirst());
            assertThat(shown.statusCode()).as(page.getFirst()).isEqualTo(200);
            assertThat(shown.body()).as(page.getFirst()).doesNotContain(SECRET);
            if (!page.getLast().isEmpty()) {
                assertThat(shown.body()).contains("reveal, which is written down");
                assertThat(form(page.getLast(), "").body()).as(page.getLast()).contains(SECRET, "is written down");
            }
        }
    }

    @Test
    void whoever_does_the_work_gets_all_of_what_it_is_about() {
        application.post("/api/v1/jobs", "{\"type\":\"pay\",\"payload\":" + PAYLOAD + "}");
        application.post("/api/v1/queues/mail/messages", "{\"payload\":" + PAYLOAD + "}");
        event();

        assertThat(as("worker", "/api/v1/claims", "{\"types\":[\"pay\"]}").body())
                .contains(SECRET);
        assertThat(as("worker", "/api/v1/queues/mail/messages/receive", "{}").body())
                .contains(SECRET);
        var events =
                application.request("/api/v1/log/topics/now/events?partition=0").GET();
        assertThat(application
                        .send(events.setHeader("Authorization", "Bearer worker"))
                        .body())
                .contains(SECRET);
    }

    @Test
    void a_job_is_not_tried_again_with_masks_for_data() {
        var job = deadJob(new Payload(PAYLOAD.getBytes(UTF_8), Payload.JSON));
        var masked = application.get("/api/v1/jobs/" + job + "/payload").body();

        assertThat(application.get("/jobs/" + job + "/payload").body()).doesNotContain("<textarea");
        var refused = application.post("/api/v1/jobs/" + job + "/retry", "{\"payload\":" + masked + "}");
        assertThat(json(refused).get("code").asString()).isEqualTo("masked");
        assertThat(form("/jobs/" + job + "/retry", "payload=" + java.net.URLEncoder.encode(masked, UTF_8))
                        .statusCode())
                .isEqualTo(422);
        assertThat(form("/jobs/" + job + "/payload", "").body()).contains("<textarea");
        assertThat(application
                        .post("/api/v1/jobs/" + job + "/retry", "{\"payload\":" + PAYLOAD + "}")
                        .statusCode())
                .isEqualTo(201);
    }

    @Test
    void what_is_no_json_is_told_by_its_size_alone() {
        var job = deadJob(new Payload(SECRET.getBytes(UTF_8), "text/plain"));

        var refused = application.get("/api/v1/jobs/" + job + "/payload");
        assertThat(json(refused).get("code").asString()).isEqualTo("reveal-needed");
        assertThat(refused.body()).contains("7 bytes of text/plain");
        assertThat(application.get("/jobs/" + job + "/payload").body()).doesNotContain(SECRET);
        assertThat(as("operator", "/api/v1/jobs/" + job + "/payload/reveal").body())
                .isEqualTo(SECRET);
    }

    @Test
    void errors_progress_and_lines_do_not_quote_what_is_masked_until_somebody_reveals_them() {
        var job = application
                .bean(Howdah.class)
                .jobs()
                .enqueue(
                        PAY,
                        new Payload(PAYLOAD.getBytes(UTF_8), Payload.JSON),
                        JobOptions.none().correlation("c"));
        var claim = "/api/v1/claims/"
                + json(application.post("/api/v1/claims", "{\"types\":[\"pay\"]}"))
                        .at("/items/0/claim")
                        .asString();
        application.post(
                claim + "/progress", "{\"percent\":10,\"message\":\"pays with hunter2\",\"lines\":[\"card hunter2\"]}");
        application.post(claim + "/fail", "{\"error\":\"Refused: hunter2\\n at x\",\"hopeless\":true}");

        for (var path : List.of(
                "/api/v1/jobs/" + job,
                "/api/v1/jobs/" + job + "/log",
                "/api/v1/timeline?correlation=c",
                "/timeline?correlation=c",
                "/jobs/" + job,
                "/jobs/" + job + "/payload",
                "/dead")) {
            var shown = application.get(path);
            assertThat(shown.statusCode()).as(path).isEqualTo(200);
            assertThat(shown.body()).as(path).contains("[redacted]").doesNotContain(SECRET);
        }
        assertThat(application.get("/dead").body()).contains("Refused: [redacted]");
        assertThat(as("viewer", "/api/v1/jobs/" + job + "/reveal").statusCode()).isEqualTo(403);
        assertThat(as("operator", "/api/v1/jobs/" + job + "/reveal").body())
                .contains("Refused: hunter2", "pays with hunter2");
        assertThat(as("operator", "/api/v1/jobs/" + job + "/log/reveal").body()).contains("card hunter2");
        assertThat(form("/jobs/" + job + "/payload", "").body()).contains("Refused: hunter2", "card hunter2");
    }

    @Test
    void why_a_message_is_a_dead_letter_does_not_quote_what_is_masked_in_it() {
        application.post("/api/v1/queues/mail/messages", "{\"payload\":" + PAYLOAD + "}");
        var receipt = json(application.post("/api/v1/queues/mail/messages/receive", "{}"))
                .at("/items/0/receipt")
                .asString();
        application.post(
                "/api/v1/receipts/dead-letter", "{\"receipts\":[\"" + receipt + "\"],\"reason\":\"no hunter2\"}");

        var letters = application.get("/api/v1/queues/mail.dead/messages");
        assertThat(letters.body()).contains("no [redacted]").doesNotContain(SECRET);
        assertThat(application.get("/queues/mail.dead/messages").body()).doesNotContain(SECRET);
    }

    private JobId finishedJob() {
        application.post("/api/v1/jobs", "{\"type\":\"pay\",\"payload\":" + PAYLOAD + "}");
        var claimed = json(application.post("/api/v1/claims", "{\"types\":[\"pay\"]}"))
                .at("/items/0");
        var claim = "/api/v1/claims/" + claimed.get("claim").asString();
        application.post(claim + "/progress", "{\"lines\":[\"{\\\"password\\\":\\\"" + SECRET + "\\\"}\"]}");
        application.post(claim + "/complete", "{\"result\":" + PAYLOAD + "}");
        return new JobId(claimed.get("id").asLong());
    }

    private JobId deadJob(Payload payload) {
        var id = application.bean(Howdah.class).jobs().enqueue(PAY, payload, JobOptions.none());
        var claimed = json(application.post("/api/v1/claims", "{\"types\":[\"pay\"]}"))
                .at("/items/0");
        application.post(
                "/api/v1/claims/" + claimed.get("claim").asString() + "/fail", "{\"error\":\"x\",\"hopeless\":true}");
        return id;
    }

    private HttpResponse<String> as(String role, String path) {
        return as(role, path, "{}");
    }

    private HttpResponse<String> as(String role, String path, String body) {
        return application.post(path, body, "Authorization", "Bearer " + role);
    }

    private HttpResponse<String> form(String path, String fields) {
        return application.post(path, fields, "Content-Type", "application/x-www-form-urlencoded");
    }
}
