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
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Which jobs a search finds, how far it looks, and what it must not tell. */
@HowdahTest
class JobSearchApiTest {
    private static final JobType<Payload> PAY = JobType.of("pay", Payload.class);

    private final TestDatabase database;
    private final WebApplication application;
    private final Howdah howdah;

    JobSearchApiTest(TestDatabase database) {
        this.database = database;
        this.application = WebApplication.start(database);
        this.howdah = application.bean(Howdah.class);
    }

    @AfterEach
    void close() {
        application.close();
    }

    @Test
    void a_field_of_the_payload_is_found_wherever_it_is() {
        var nested = pay("{'customer':{'id':42,'name':'Ada=Byron'},'paid':true,'note':null}");
        var listed = pay("{'items':[{'sku':'A1'},{'sku':'B2'}],'tags':['red','blue'],'total':42.50}");
        howdah.jobs().enqueue(PAY, new Payload("customer.id=42".getBytes(UTF_8), "text/plain"));
        howdah.jobs().enqueue(PAY, new Payload("{\"total\":".getBytes(UTF_8), Payload.JSON));

        assertThat(found("field", "customer.id=42")).containsExactly(nested);
        assertThat(found("field", "customer.id=42.0")).containsExactly(nested);
        assertThat(found("field", "customer.name=Ada=Byron")).containsExactly(nested);
        assertThat(found("field", "paid=true")).containsExactly(nested);
        assertThat(found("field", "items.sku=B2")).containsExactly(listed);
        assertThat(found("field", "items.1.sku=B2")).containsExactly(listed);
        assertThat(found("field", "items.0.sku=B2")).isEmpty();
        assertThat(found("field", "tags=blue")).containsExactly(listed);
        assertThat(found("field", "total=42.5")).containsExactly(listed);
        assertThat(found("field", "customer=42")).isEmpty();
        assertThat(found("field", "id=42")).isEmpty();
    }

    @Test
    void time_correlation_and_headers_are_filters_and_all_go_together() {
        var early = pay("{'a':1}", JobOptions.none().correlation("order-1").headers(Map.of("team", "red")));
        var border = createdAt(early).plusMillis(1);
        // An id has the time in milliseconds: the next one must be of a later one.
        Await.until("a millisecond has passed", () -> Instant.now().isAfter(border.plusMillis(5)));
        var late = pay("{'a':1}", JobOptions.delayed(Duration.ofHours(1)).correlation("order-2"));

        assertThat(found("until", border.toString())).containsExactly(early);
        assertThat(found("from", border.toString())).containsExactly(late);
        assertThat(found("correlation", "order-1")).containsExactly(early);
        assertThat(found("header", "team=red")).containsExactly(early);
        assertThat(found("header", "team=blue")).isEmpty();
        assertThat(found("field", "a=1")).containsExactly(late, early);
        assertThat(found("field", "a=1", "state", "deferred")).containsExactly(late);
        assertThat(found("field", "a=1", "state", "deferred", "correlation", "order-1"))
                .isEmpty();
        assertThat(found("field", "a=1", "until", border.toString(), "type", "pay"))
                .containsExactly(early);
        assertThat(found("from", "2024-01-01T00:00:00Z", "until", "9999-01-01T00:00:00Z"))
                .hasSize(2);
        assertThat(found("from", "9999-01-01T00:00:00+01:00")).isEmpty();
    }

    @Test
    void what_is_masked_cannot_be_looked_for_and_guesses_are_not_confirmed() {
        pay("{'card':{'number':'4111','cvc':'123'},'note':'password=hunter2','api':{'token':{'id':7}}}");
        pay("{}", JobOptions.none().headers(Map.of("authorization", "hunter2", "note", "token=hunter2")));

        for (var masked : List.of("field card.cvc=123", "field api.token.id=7", "header authorization=hunter2")) {
            var words = masked.split(" ", 2);
            var answer = search(words[0], words[1]);
            assertThat(answer.statusCode()).as(masked).isEqualTo(403);
            assertThat(json(answer).get("code").asString()).as(masked).isEqualTo("field-masked");
        }
        assertThat(search("field", "note=password=hunter2", "limit", "1").body())
                .isEqualTo(search("field", "note=password=wrong", "limit", "1").body());
        assertThat(search("header", "note=token=hunter2").body())
                .isEqualTo(search("header", "note=token=wrong").body());
        assertThat(found("field", "note=password=[redacted]")).hasSize(1);
    }

    @Test
    void only_those_who_operate_look_inside() {
        pay("{'a':1}");
        for (var role : List.of("viewer", "approver")) {
            var request = application.request("/api/v1/jobs?field=a%3D1").GET();
            var answer = application.send(request.setHeader("Authorization", "Bearer " + role));
            assertThat(answer.statusCode()).as(role).isEqualTo(403);
            assertThat(json(answer).get("code").asString()).isEqualTo("forbidden");
            var page = application.request("/jobs").GET().setHeader("Authorization", "Bearer " + role);
            assertThat(application.send(page).body()).as(role).doesNotContain("name=\"field\"");
        }
    }

    @Test
    void a_search_that_stopped_says_so_and_the_next_page_goes_on() {
        var oldest = pay("{'wanted':1}");
        howdah.jobs().enqueueAll(PAY, Collections.nCopies(2_100, payload("{}")), JobOptions.none());

        var first = json(search("field", "wanted=1"));
        assertThat(first.get("items").isEmpty()).isTrue();
        assertThat(first.at("/stopped/looked").asInt()).isEqualTo(2_000);
        assertThat(Instant.parse(first.at("/stopped/backTo").asString())).isAfterOrEqualTo(createdAt(oldest));
        assertThat(page("field=wanted%3D1")).contains("2,000 jobs were looked through", "look further back");

        var second = json(search("field", "wanted=1", "after", first.get("next").asString()));
        assertThat(ids(second)).containsExactly(oldest);
        assertThat(second.has("next")).isFalse();
        assertThat(second.has("stopped")).isFalse();
    }

    @Test
    void a_search_reads_no_more_than_some_megabytes_of_payloads_for_a_page() {
        var wanted = pay("{'wanted':1}");
        var large = payload("{'text':'" + "x".repeat(900_000) + "'}");
        howdah.jobs().enqueueAll(PAY, Collections.nCopies(12, large), JobOptions.none());

        var first = json(search("field", "wanted=1"));
        assertThat(first.at("/stopped/looked").asInt()).isBetween(9, 11);
        assertThat(ids(json(
                        search("field", "wanted=1", "after", first.get("next").asString()))))
                .containsExactly(wanted);
        assertThat(json(search("type", "pay")).has("stopped")).isFalse();
    }

    @Test
    void a_full_page_ends_at_its_last_match() {
        var wanted = new ArrayList<JobId>();
        for (int i = 0; i < 5; i++) {
            wanted.add(pay("{'wanted':1}"));
            pay("{'wanted':2}");
        }
        var seen = new ArrayList<JobId>();
        var next = "";
        do {
            var page = json(search("field", "wanted=1", "limit", "2", "after", next));
            assertThat(ids(page)).hasSizeLessThanOrEqualTo(2);
            seen.addAll(ids(page));
            next = page.path("next").asString("");
        } while (!next.isEmpty());
        assertThat(seen).containsExactlyElementsOf(wanted.reversed());
    }

    @Test
    void a_rare_type_is_found_among_many_others_and_a_walk_has_an_end() {
        var oldest = howdah.jobs().enqueue(JobType.of("rare", Payload.class), payload("{}"));
        howdah.jobs().enqueue(PAY, payload("{}"));
        database.execute("""
                insert into howdah.work_body (id, queue_id, kind_id, priority, max_attempts, content_type, payload)
                select howdah.work_id(howdah.work_next()), queue_id, kind_id, 5, 1, content_type, payload
                from howdah.work_body, generate_series(1, 20100)
                where kind_id = (select id from howdah.kind where name = 'pay')
                """);

        var first = json(search("type", "rare"));
        var second = json(search("type", "rare", "after", first.get("next").asString()));

        assertThat(first.get("items").isEmpty()).isTrue();
        assertThat(first.at("/stopped/looked").asInt()).isEqualTo(20_000);
        assertThat(ids(second)).containsExactly(oldest);
        assertThat(second.has("next")).isFalse();
    }

    @Test
    void messages_that_wait_are_found_by_what_they_say() {
        for (var body : List.of(
                "{\"payload\":{\"order\":1},\"headers\":{\"team\":\"red\"}}",
                "{\"payload\":{\"order\":2,\"password\":\"x\"}}",
                "{\"base64\":\"eyJvcmRlciI6MX0=\"}")) {
            application.post("/api/v1/queues/mail/messages", body);
        }
        var path = "/api/v1/queues/mail/messages?";
        assertThat(json(application.get(path + "field=order%3D1")).get("items").size())
                .isEqualTo(1);
        assertThat(json(application.get(path + "header=team%3Dred"))
                        .at("/items/0/payload/order")
                        .asInt())
                .isEqualTo(1);
        assertThat(json(application.get(path + "field=password%3Dx"))
                        .get("code")
                        .asString())
                .isEqualTo("field-masked");
        assertThat(application.get("/queues/mail/messages?field=order%3D3").body())
                .contains("None of the 500 messages");
    }

    @Test
    void a_search_that_cannot_be_is_refused() {
        for (var wrong : List.of(
                "field x",
                "field =1",
                "field a..b=1",
                "field " + "a.".repeat(20) + "a=1",
                "field " + "a".repeat(201) + "=1",
                "header team",
                "from yesterday",
                "until 2026-13-01T00:00:00Z")) {
            var words = wrong.split(" ", 2);
            var answer = search(words[0], words[1]);
            assertThat(answer.statusCode()).as(wrong).isEqualTo(400);
            assertThat(json(answer).get("detail").asString()).as(wrong).contains(words[0]);
        }
    }

    @Test
    void the_filter_of_a_page_is_in_its_address() {
        pay("{'a':1}");
        var page = page("field=a%3D1&from=2026-01-31T12:00&state=ready&header=");
        assertThat(page).contains("value=\"a=1\"", "value=\"2026-01-31T12:00:00\"", "selected>ready");
    }

    private JobId pay(String json) {
        return pay(json, JobOptions.none());
    }

    private JobId pay(String json, JobOptions options) {
        return howdah.jobs().enqueue(PAY, payload(json), options);
    }

    private static Payload payload(String json) {
        return new Payload(json.replace('\'', '"').getBytes(UTF_8), Payload.JSON);
    }

    private Instant createdAt(JobId id) {
        return howdah.jobs().find(id).orElseThrow().createdAt();
    }

    private HttpResponse<String> search(String... words) {
        var query = new ArrayList<String>();
        for (int i = 0; i < words.length; i += 2) {
            query.add(words[i] + "=" + URLEncoder.encode(words[i + 1], UTF_8));
        }
        return application.get("/api/v1/jobs?" + String.join("&", query));
    }

    private List<JobId> found(String... words) {
        var answer = search(words);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return ids(json(answer));
    }

    private static List<JobId> ids(JsonNode answer) {
        return StreamSupport.stream(answer.get("items").spliterator(), false)
                .map(job -> new JobId(Long.parseLong(job.get("id").asString())))
                .toList();
    }

    private String page(String query) {
        var answer = application.get("/jobs?" + query);
        assertThat(answer.statusCode()).isEqualTo(200);
        return answer.body();
    }
}
