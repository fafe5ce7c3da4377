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
import io.howdah.job.Retry;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import io.howdah.test.Together;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@HowdahTest
class JobsApiTest {
    private static final JobType<Payload> HELLO =
            JobType.of("hello", Payload.class).retry(Retry.never());

    private final TestDatabase database;
    private final WebApplication application;
    private final Howdah howdah;

    JobsApiTest(TestDatabase database) {
        this.database = database;
        this.application = WebApplication.start(database);
        this.howdah = application.bean(Howdah.class);
    }

    @AfterEach
    void close() {
        application.close();
    }

    @Test
    void a_job_is_enqueued_found_and_its_payload_is_as_it_was_sent() {
        var answer = application.post("/api/v1/jobs", """
                {"type":"hello","payload":{"to":"world"},"queue":"a/b","priority":2,"key":"k","correlation":"c"}
                """);

        assertThat(answer.statusCode()).isEqualTo(201);
        var id = json(answer).get("id").asString();
        assertThat(answer.headers().firstValue("Location")).contains("/howdah/api/v1/jobs/" + id);
        var found = json(application.get("/api/v1/jobs/" + id));
        assertThat(found.at("/job/type").asString()).isEqualTo("hello");
        assertThat(found.at("/job/queue").asString()).isEqualTo("a/b");
        assertThat(found.at("/job/key").asString()).isEqualTo("k");
        assertThat(found.at("/attempts").isEmpty()).isTrue();
        assertThat(application.get("/api/v1/jobs/" + id + "/payload").body()).isEqualTo("{\"to\":\"world\"}");
    }

    @Test
    void an_end_shows_who_made_the_attempt_and_why_it_failed() {
        howdah.jobs().handle(HELLO, job -> {
            throw new IllegalStateException("no mail server");
        });
        var id = json(application.post("/api/v1/jobs", "{\"type\":\"hello\",\"attempts\":1}"))
                .get("id")
                .asString();

        Await.until("it is dead", () -> state(id).equals("dead"));

        var attempt = json(application.get("/api/v1/jobs/" + id)).at("/attempts/0");
        assertThat(attempt.get("state").asString()).isEqualTo("dead");
        assertThat(attempt.get("error").asString()).contains("no mail server");
        assertThat(attempt.get("member").asString()).isNotEmpty();
    }

    @Test
    void a_running_job_names_its_holder_and_can_be_cancelled() throws Exception {
        var forever = new CountDownLatch(1);
        howdah.jobs().handle(HELLO, job -> forever.await());
        var id = howdah.jobs().enqueue(HELLO, payload()).toString();
        Await.until("it runs", () -> state(id).equals("running"));
        assertThat(json(application.get("/api/v1/jobs/" + id))
                        .at("/holder/member")
                        .asString())
                .isNotEmpty();

        assertThat(json(application.post("/api/v1/jobs/" + id + "/cancel", ""))
                        .get("cancelled")
                        .asBoolean())
                .isTrue();

        Await.until("it is cancelled", () -> state(id).equals("cancelled"));
        assertThat(json(application.post("/api/v1/jobs/" + id + "/cancel", ""))
                        .get("cancelled")
                        .asBoolean())
                .isFalse();
    }

    @Test
    void a_list_is_read_page_by_page_without_loss_or_repetition() {
        var ids = howdah.jobs()
                .enqueueAll(
                        HELLO, IntStream.range(0, 25).mapToObj(i -> payload()).toList(), JobOptions.none());

        var seen = new ArrayList<String>();
        var next = "";
        do {
            var page = json(application.get("/api/v1/jobs?limit=10&after=" + next));
            page.get("items").forEach(job -> seen.add(job.get("id").asString()));
            next = page.path("next").asString("");
        } while (!next.isEmpty());

        assertThat(seen)
                .containsExactlyElementsOf(
                        ids.reversed().stream().map(JobId::toString).toList());
    }

    @Test
    void filters_find_by_state_type_queue_and_key() {
        var ready = howdah.jobs().enqueue(HELLO, payload());
        var other = howdah.jobs().enqueue(JobType.of("other", Payload.class).queue("q2"), payload());
        var later = howdah.jobs().enqueue(HELLO, payload(), JobOptions.delayed(Duration.ofHours(1)));
        var keyed = howdah.jobs().enqueue(HELLO, payload(), JobOptions.none().key("k"));
        var cancelled = howdah.jobs().enqueue(HELLO, payload(), JobOptions.delayed(Duration.ofHours(1)));
        howdah.jobs().cancel(cancelled);

        assertThat(ids("type=other")).containsExactly(other);
        assertThat(ids("queue=q2")).containsExactly(other);
        assertThat(ids("key=k")).containsExactly(keyed);
        assertThat(ids("state=deferred")).containsExactly(later);
        assertThat(ids("state=cancelled")).containsExactly(cancelled);
        assertThat(ids("state=ready&type=hello&key=")).contains(ready);
        assertThat(ids("state=running")).isEmpty();
        assertThat(ids("state=ready&queue=q2&type=hello")).isEmpty();
    }

    @Test
    void a_repeated_key_is_done_once_also_at_the_same_time() {
        var body = "{\"type\":\"hello\",\"payload\":1}";
        Callable<HttpResponse<String>> request =
                () -> application.post("/api/v1/jobs", body, "Idempotency-Key", "once");
        var answers = Together.run(Collections.nCopies(6, request));

        assertThat(answers.stream()
                        .map(answer -> answer.statusCode() + answer.body())
                        .distinct())
                .hasSize(1);
        assertThat(database.query("select id from howdah.work_body")).hasSize(1);

        var another = application.post("/api/v1/jobs", body, "Idempotency-Key", "twice");
        assertThat(another.statusCode()).isEqualTo(201);
        assertThat(database.query("select id from howdah.work_body")).hasSize(2);
    }

    @Test
    void a_key_belongs_to_its_caller_and_to_one_request() {
        var body = "{\"type\":\"hello\"}";
        application.post("/api/v1/jobs", body, "Idempotency-Key", "mine");

        var changed = application.post("/api/v1/jobs", "{\"type\":\"other\"}", "Idempotency-Key", "mine");
        assertThat(changed.statusCode()).isEqualTo(422);
        assertThat(json(changed).get("code").asString()).isEqualTo("idempotency-mismatch");
        var other =
                application.post("/api/v1/jobs", body, "Idempotency-Key", "mine", "Authorization", "Bearer operator");
        assertThat(other.statusCode()).isEqualTo(201);
        assertThat(database.query("select id from howdah.work_body")).hasSize(2);
    }

    @Test
    void a_request_that_failed_leaves_its_key_free() {
        var taken = "{\"type\":\"hello\",\"unique\":{\"key\":\"u\",\"ifExists\":\"REJECT\"}}";
        application.post("/api/v1/jobs", taken);
        var refused = application.post("/api/v1/jobs", taken, "Idempotency-Key", "again");
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(json(refused).get("code").asString()).isEqualTo("job-exists");

        howdah.drain();
        howdah.jobs().handle(HELLO, job -> {});
        Await.until("the first is done", () -> ids("state=done").size() == 1);

        assertThat(application
                        .post("/api/v1/jobs", taken, "Idempotency-Key", "again")
                        .statusCode())
                .isEqualTo(201);
    }

    @Test
    void what_cannot_be_is_refused_with_a_code() {
        var bodies = Map.ofEntries(
                Map.entry("{", "malformed-body"),
                Map.entry("[]", "malformed-body"),
                Map.entry("null", "invalid-argument"),
                Map.entry("", "malformed-body"),
                Map.entry("{\"type\":\"x\",\"typ\":1}", "malformed-body"),
                Map.entry("{}", "invalid-argument"),
                Map.entry("{\"type\":\"!\"}", "invalid-argument"),
                Map.entry("{\"type\":\"x\",\"priority\":10}", "invalid-argument"),
                Map.entry("{\"type\":\"x\",\"priority\":\"soon\"}", "malformed-body"),
                Map.entry("{\"type\":\"x\",\"delay\":\"PT-1S\"}", "invalid-argument"),
                Map.entry("{\"type\":\"x\",\"delay\":\"soon\"}", "malformed-body"),
                Map.entry("{\"type\":\"x\",\"unique\":{}}", "invalid-argument"),
                Map.entry("{\"type\":\"x\",\"delay\":\"PT1S\",\"at\":\"2030-01-01T00:00:00Z\"}", "invalid-argument"),
                Map.entry("{\"type\":\"x\"} trailing", "malformed-body"),
                Map.entry("[".repeat(5_000), "malformed-body"));

        bodies.forEach((body, code) -> {
            var answer = application.post("/api/v1/jobs", body);
            assertThat(answer.statusCode()).as(body).isEqualTo(400);
            assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
            assertThat(json(answer).get("code").asString()).as(body).isEqualTo(code);
            assertThat(json(answer).get("detail").asString()).isNotEmpty().doesNotContain("io.howdah", "\tat ");
        });
        assertThat(database.query("select id from howdah.work_body")).isEmpty();
    }

    @Test
    void what_is_not_there_or_not_allowed_is_a_problem() {
        var requests = Map.ofEntries(
                Map.entry("GET /api/v1/jobs/abc", "400 invalid-argument"),
                Map.entry("GET /api/v1/jobs/1", "404 not-found"),
                Map.entry("GET /api/v1/jobs/1/payload", "404 not-found"),
                Map.entry("POST /api/v1/jobs/1/cancel", "404 not-found"),
                Map.entry("GET /api/v1/jobs?limit=0", "400 invalid-argument"),
                Map.entry("GET /api/v1/jobs?limit=x", "400 invalid-argument"),
                Map.entry("GET /api/v1/jobs?after=x", "400 invalid-argument"),
                Map.entry("GET /api/v1/jobs?state=lost", "400 invalid-argument"),
                Map.entry("GET /api/v1/queues/none", "404 not-found"),
                Map.entry("POST /api/v1/queues/none/pause", "404 not-found"));

        requests.forEach((request, expected) -> {
            var words = request.split(" ", 2);
            var answer = application.send(words[0], words[1], "");
            var told = answer.statusCode() + " " + json(answer).get("code").asString();
            assertThat(told).as(request).isEqualTo(expected);
        });
    }

    @Test
    void another_content_type_and_too_large_a_body_are_refused() {
        assertThat(application
                        .post("/api/v1/jobs", "type=x", "Content-Type", "text/plain")
                        .statusCode())
                .isEqualTo(415);
        var large = "{\"type\":\"x\",\"payload\":\"" + "x".repeat(1_300_000) + "\"}";
        var answer = application.post("/api/v1/jobs", large);
        assertThat(answer.statusCode()).isEqualTo(413);
        assertThat(json(answer).get("code").asString()).isEqualTo("body-too-large");
    }

    private String state(String id) {
        return howdah.jobs()
                .find(new JobId(Long.parseLong(id)))
                .map(info -> info.state())
                .map(JobState::name)
                .orElse("")
                .toLowerCase(Locale.ROOT);
    }

    private List<JobId> ids(String filter) {
        var items = json(application.get("/api/v1/jobs?" + filter)).get("items");
        return StreamSupport.stream(items.spliterator(), false)
                .map(job -> new JobId(Long.parseLong(job.get("id").asString())))
                .toList();
    }

    private static Payload payload() {
        return new Payload("{}".getBytes(StandardCharsets.UTF_8), Payload.JSON);
    }
}
