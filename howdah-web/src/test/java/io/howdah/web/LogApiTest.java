// SPDX-License-Identifier: Apache-2.0
package io.howdah.web;

import static io.howdah.web.WebApplication.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Howdah;
import io.howdah.log.GroupOptions;
import io.howdah.log.LogEvent;
import io.howdah.log.OnPoison;
import io.howdah.log.StartAt;
import io.howdah.log.Topic;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@HowdahTest
class LogApiTest {
    private static final String ORDERS = "/api/v1/log/topics/orders";
    private static final String BILLING = ORDERS + "/groups/billing";

    private final WebApplication application;
    private final Howdah howdah;

    LogApiTest(TestDatabase database) {
        this.application = WebApplication.start(database);
        this.howdah = application.bean(Howdah.class);
    }

    @AfterEach
    void close() {
        application.close();
    }

    @Test
    void a_compacted_topic_says_so_and_wants_keys_and_no_retention() {
        var prices = "/api/v1/log/topics/prices";
        var made = application.send("PUT", prices, "{\"partitions\":1,\"compaction\":{\"minLag\":\"PT1H\"}}");
        var described = OpenApiDocument.of(application.get("/api/openapi.yaml").body());
        assertThat(made.statusCode()).as(made.body()).isEqualTo(200);
        described.requireFits(json(made), "TopicRow");
        assertThat(json(made).at("/compaction/minLag").asString()).isEqualTo("PT1H");
        assertThat(json(made).at("/compaction/tombstones").asString()).isEqualTo("PT24H");
        var found = json(application.get(prices));
        described.requireFits(found, "TopicFound");
        assertThat(found.at("/partitions/0/compacted/removed").asString()).isEqualTo("0");

        var refused = application.post(prices + "/events", "{\"events\":[{\"type\":\"price\",\"payload\":1}]}");
        assertThat(refused.statusCode()).isEqualTo(422);
        assertThat(json(refused).get("code").asString()).isEqualTo("key-missing");
        var both = application.send("PUT", prices, "{\"partitions\":1,\"compaction\":{},\"keepBytes\":1}");
        assertThat(json(both).get("code").asString()).isEqualTo("topic-kept-and-compacted");
        assertThat(application.send("PUT", prices, "{\"partitions\":1}").statusCode())
                .as("it is for good")
                .isEqualTo(409);
        application.post(prices + "/events", "{\"events\":[{\"type\":\"gone\",\"key\":\"tea\"}]}");
        var topic = Topic.of("prices").partitions(1).compacted();
        Await.until(
                "it is numbered",
                () -> howdah.log().read(topic, 0, 0, 1).stream().anyMatch(LogEvent::isTombstone));
        assertThat(application.get("/log/prices").body()).contains("Compacted after", "Compacted up to");
        assertThat(application.get("/log").body()).contains("the newest of each key");
    }

    @Test
    void events_are_appended_and_read_by_offset_as_json_and_as_lines() {
        create(1);
        var appended = append("{\"events\":[{\"type\":\"created\",\"key\":\"k\",\"payload\":{\"n\":1}},"
                + "{\"type\":\"paid\",\"key\":\"k\",\"base64\":\"AAE=\",\"contentType\":\"x/y\"}]}");
        var described = OpenApiDocument.of(application.get("/api/openapi.yaml").body());
        assertThat(appended.statusCode()).as(appended.body()).isEqualTo(201);
        described.requireFits(json(appended).at("/items/0"), "Place");
        Await.until("they are numbered", () -> read("?partition=0").get("items").size() == 2);

        var page = read("?partition=0&limit=1");
        described.requireFits(page.at("/items/0"), "EventRow");
        assertThat(page.at("/items/0/payload/n").asInt()).isEqualTo(1);
        var second = "?partition=0&from=" + page.get("next").asString();
        var rest = read(second);
        assertThat(rest.at("/items/0/redacted").asBoolean())
                .as("no JSON, so nobody knows what is in it")
                .isTrue();
        var revealed = json(application.post(ORDERS + "/events/reveal" + second, ""));
        assertThat(revealed.at("/items/0/base64").asString()).isEqualTo("AAE=");
        assertThat(read("?type=paid&key=k").get("items").size()).isEqualTo(1);
        var lines = application.send(
                application.request(ORDERS + "/events?partition=0").GET().header("Accept", "application/x-ndjson"));
        assertThat(lines.headers().firstValue("Content-Type").orElseThrow()).startsWith("application/x-ndjson");
        assertThat(lines.body().lines())
                .hasSize(2)
                .allSatisfy(line -> assertThat(line).startsWith("{"));
        assertThat(application.get(ORDERS + "/events?partition=0&from=99").statusCode())
                .isEqualTo(416);
    }

    @Test
    void cloud_events_come_structured_in_batches_and_in_headers_and_once_if_asked() {
        create(1);
        var one = "{\"specversion\":\"1.0\",\"type\":\"a\",\"id\":\"1\",\"source\":\"/s\",\"partitionkey\":\"k\","
                + "\"traceparent\":\"t\",\"data\":{\"x\":1}}";
        assertThat(send("application/cloudevents+json", one, "?once=true").statusCode())
                .isEqualTo(201);
        assertThat(json(send("application/cloudevents+json", one, "?once=true"))
                        .get("items")
                        .isEmpty())
                .isTrue();
        assertThat(send("application/cloudevents-batch+json", "[" + one.replace("\"1\"", "\"2\"") + "]", "")
                        .statusCode())
                .isEqualTo(201);
        var binary = application.post(
                ORDERS + "/events",
                "hello",
                "Content-Type",
                "text/plain",
                "ce-specversion",
                "1.0",
                "ce-type",
                "b",
                "ce-id",
                "3",
                "ce-source",
                "/s",
                "ce-subject",
                "caf%C3%A9");
        assertThat(binary.statusCode()).as(binary.body()).isEqualTo(201);
        Await.until("they are numbered", () -> read("?partition=0").get("items").size() == 3);

        var items = read("?partition=0").get("items");
        assertThat(items.get(0).get("key").asString()).isEqualTo("k");
        assertThat(items.get(0).at("/headers/traceparent").asString()).isEqualTo("t");
        assertThat(items.get(2).get("subject").asString()).isEqualTo("café");
        assertThat(items.get(2).get("contentType").asString()).startsWith("text/plain");
        assertThat(send("application/cloudevents+json", "{\"specversion\":\"1.0\",\"type\":\"a\"}", "")
                        .statusCode())
                .isEqualTo(400);
        assertThat(send("text/plain", "x", "").statusCode()).isEqualTo(415);
    }

    @Test
    void a_version_that_is_expected_and_a_key_that_is_repeated_append_once() {
        var event = "{\"events\":[{\"type\":\"a\",\"key\":\"k\"}],\"expectedVersion\":0}";
        assertThat(append(event).statusCode()).isEqualTo(201);
        var conflict = append(event);
        assertThat(conflict.statusCode()).isEqualTo(409);
        assertThat(json(conflict).get("code").asString()).isEqualTo("version-conflict");
        var body = "{\"events\":[{\"type\":\"b\"}]}";
        var first = application.post(ORDERS + "/events", body, "Idempotency-Key", "k");
        var again = application.post(ORDERS + "/events", body, "Idempotency-Key", "k");
        assertThat(again.body()).isEqualTo(first.body());
        Await.until("both are numbered", () -> read("").get("items").size() == 2);
    }

    @Test
    void a_group_shows_what_it_has_put_aside_and_what_is_decided_about_it() {
        List<String> handled = new CopyOnWriteArrayList<>();
        var broken = new AtomicBoolean(true);
        handle(handled, broken);
        append("{\"events\":[{\"type\":\"bad\",\"key\":\"k\"}]}");
        append("{\"events\":[{\"type\":\"good\",\"key\":\"l\"}]}");
        Await.until(
                "it is put aside",
                () -> application.get(BILLING + "/parked").body().contains("no such customer"));

        var described = OpenApiDocument.of(application.get("/api/openapi.yaml").body());
        described.requireFits(json(application.get(BILLING)), "GroupStanding");
        described.requireFits(json(application.get(BILLING)).at("/partitions/0"), "PartitionLag");
        var unit = json(application.get(BILLING + "/parked")).at("/items/0");
        described.requireFits(unit, "ParkedUnit");
        assertThat(application.get("/log/orders/groups/billing").body()).contains("no such customer", "leave out");
        broken.set(false);
        var place = "{\"partition\":0,\"unit\":" + unit.get("first").asString() + "}";
        assertThat(json(application.post(BILLING + "/retry", place))
                        .get("taken")
                        .asBoolean())
                .isTrue();
        Await.until("it is handled after all", () -> handled.contains("bad"));
        Await.until(
                "nothing is aside",
                () -> json(application.get(BILLING)).get("parked").asLong() == 0);
        assertThat(json(application.post(BILLING + "/skip", place)).get("taken").asBoolean())
                .as("there is nothing left to decide")
                .isFalse();
    }

    @Test
    void a_group_is_put_elsewhere_after_a_dry_run() {
        List<String> handled = new CopyOnWriteArrayList<>();
        handle(handled, new AtomicBoolean());
        append("{\"events\":[{\"type\":\"a\"},{\"type\":\"b\"}]}");
        Await.until("both are handled", () -> handled.size() == 2);
        Await.until(
                "nothing is left",
                () -> json(application.get(BILLING)).get("events").asLong() == 0);

        var plan = json(application.post(BILLING + "/reset", "{\"to\":\"earliest\",\"dryRun\":true}"));
        assertThat(plan.at("/moves/0/replayed").asInt()).isEqualTo(2);
        application.post(BILLING + "/pause", "{\"reason\":\"to look\"}");
        assertThat(json(application.get(BILLING)).has("pausedAt")).isTrue();
        application.post(BILLING + "/reset", "{\"to\":\"earliest\",\"reason\":\"once more\"}");
        application.post(BILLING + "/resume", "");
        Await.until("all was handled again", () -> handled.size() == 4);
        assertThat(application
                        .post(BILLING + "/seek", "{\"partition\":0,\"offset\":0,\"dryRun\":true}")
                        .statusCode())
                .as("it would have been done")
                .isEqualTo(400);
        application.post(BILLING + "/seek", "{\"partition\":0,\"offset\":1,\"reason\":\"only the last\"}");
        Await.until("the last was handled again", () -> handled.size() == 5);
        assertThat(application.post(BILLING + "/reset", "{\"to\":\"sometime\"}").statusCode())
                .isEqualTo(400);
        assertThat(application.get(ORDERS + "/groups/none").statusCode()).isEqualTo(404);
    }

    private void handle(List<String> handled, AtomicBoolean broken) {
        create(1);
        var options =
                GroupOptions.standard().startAt(StartAt.earliest()).attempts(1).onPoison(OnPoison.PARK_KEY);
        howdah.log()
                .handle(
                        Topic.of("orders").partitions(1),
                        "billing",
                        options,
                        batch -> batch.events().forEach(event -> {
                            if (broken.get() && event.type().equals("bad")) {
                                throw new IllegalStateException("no such customer");
                            }
                            handled.add(event.type());
                        }));
    }

    @Test
    void whoever_watches_sees_events_as_they_come_and_a_stranger_topic_is_not_made() throws Exception {
        create(2);
        var client = HttpClient.newHttpClient();
        HttpResponse<Stream<String>> answer =
                client.send(application.request(ORDERS + "/tail").GET().build(), BodyHandlers.ofLines());
        assertThat(answer.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/event-stream");
        try (var lines = answer.body()) {
            append("{\"events\":[{\"type\":\"seen\",\"payload\":7}]}");
            var seen = lines.filter(line -> line.startsWith("data:")).findFirst();
            assertThat(seen.orElseThrow()).contains("\"type\":\"seen\"", "\"payload\":7");
        }
        client.shutdownNow();
        assertThat(application.get("/api/v1/log/topics/none/events").statusCode())
                .isEqualTo(404);
        assertThat(application.get("/api/v1/log/topics/none/tail").statusCode()).isEqualTo(404);
        assertThat(json(application.get("/api/v1/log/topics")).get("items").size())
                .isEqualTo(1);
    }

    @Test
    void whoever_reveals_watches_without_masks() throws Exception {
        create(1);
        var client = HttpClient.newHttpClient();
        HttpResponse<Stream<String>> masked =
                client.send(application.request(ORDERS + "/tail").GET().build(), BodyHandlers.ofLines());
        HttpResponse<Stream<String>> whole = client.send(
                application
                        .request(ORDERS + "/tail/reveal")
                        .POST(BodyPublishers.noBody())
                        .build(),
                BodyHandlers.ofLines());
        try (var without = masked.body();
                var with = whole.body()) {
            append("{\"events\":[{\"type\":\"seen\",\"payload\":{\"password\":\"tops3cret\"}}]}");
            assertThat(without.filter(line -> line.startsWith("data:"))
                            .findFirst()
                            .orElseThrow())
                    .contains("password")
                    .doesNotContain("tops3cret");
            assertThat(with.filter(line -> line.startsWith("data:")).findFirst().orElseThrow())
                    .contains("tops3cret");
        }
        client.shutdownNow();
        assertThat(application.post("/api/v1/log/topics/none/tail/reveal", "").statusCode())
                .isEqualTo(404);
    }

    @Test
    void a_replica_that_stops_lets_those_go_who_watch() throws Exception {
        create(1);
        var client = HttpClient.newHttpClient();
        HttpResponse<Stream<String>> answer =
                client.send(application.request(ORDERS + "/tail").GET().build(), BodyHandlers.ofLines());
        try (var lines = answer.body()) {
            application.close();
            assertThat(lines.filter(line -> line.startsWith("data:")))
                    .as("the stream ends")
                    .isEmpty();
        }
        client.shutdownNow();
    }

    @Test
    void pages_show_topics_events_and_what_a_reset_would_do() {
        assertThat(application.get("/log").body()).contains("howdah log append");
        create(1);
        append("{\"events\":[{\"type\":\"t\",\"payload\":\"<b>\"}]}");
        Await.until("it is numbered", () -> read("").get("items").size() == 1);
        howdah.log().handle(Topic.of("orders").partitions(1), "g", GroupOptions.standard(), batch -> {});
        Await.until(
                "the group is there",
                () -> application.get("/log/orders").body().contains(">g</a>"));

        assertThat(application.get("/log/orders").body()).contains("Events held", "data-tail=");
        assertThat(application.get("/log/orders/events?partition=0").body())
                .contains("&lt;b&gt;")
                .doesNotContain("<b>\"");
        var plan = application.post(
                "/log/orders/groups/g/reset",
                "to=latest&plan=yes",
                "Content-Type",
                "application/x-www-form-urlencoded");
        assertThat(plan.body()).contains("Nothing has been changed");
    }

    private void create(int partitions) {
        var made = application.send("PUT", ORDERS, "{\"partitions\":" + partitions + ",\"keep\":\"P30D\"}");
        assertThat(made.statusCode()).as(made.body()).isEqualTo(200);
    }

    private HttpResponse<String> append(String body) {
        return application.post(ORDERS + "/events", body);
    }

    private HttpResponse<String> send(String type, String body, String query) {
        return application.post(ORDERS + "/events" + query, body, "Content-Type", type);
    }

    private tools.jackson.databind.JsonNode read(String query) {
        return json(application.get(ORDERS + "/events" + query));
    }
}
