// SPDX-License-Identifier: Apache-2.0
package io.howdah.web;

import static io.howdah.web.WebApplication.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.howdah.notification.DeliveryOptions;
import io.howdah.notification.Notifications;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Notifications over HTTP, delivered to a receiver that answers as the test says. */
@HowdahTest
class NotificationsApiTest {
    private static final String ALL = "/api/v1/notifications";

    private final WebApplication application;
    private final Notifications notifications;
    private final OpenApiDocument described;
    private final List<String> received = new CopyOnWriteArrayList<>();
    private final HttpServer receiver;
    private volatile int status = 200;

    NotificationsApiTest(TestDatabase database) throws IOException {
        this.application = WebApplication.start(database);
        this.notifications = application.bean(Notifications.class);
        this.described = OpenApiDocument.of(application.get("/api/openapi.yaml").body());
        this.receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        receiver.createContext("/", exchange -> {
            received.add(exchange.getRequestHeaders().getFirst("webhook-id"));
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(status, 6);
            exchange.getResponseBody().write("thanks".getBytes(StandardCharsets.UTF_8));
            exchange.close();
        });
        receiver.start();
    }

    @AfterEach
    void close() {
        application.close();
        receiver.stop(0);
    }

    @Test
    void an_intent_is_taken_in_once_and_found_with_every_attempt() {
        deliver();
        put("/endpoints/billing", "{\"url\":\"" + url() + "\"}");

        var first = send("k1", "1");

        assertThat(first.statusCode()).isEqualTo(201);
        described.requireFits(json(first), "Submission");
        var id = json(first).get("id").asString();
        assertThat(first.headers().firstValue("Location")).contains("/howdah" + ALL + "/" + id);
        assertThat(json(send("k1", "1")).get("outcome").asString()).isEqualTo("repeated");
        assertThat(json(send("k1", "1")).get("id").asString()).isEqualTo(id);
        assertRefused(send("k1", "2"), 409, "notification-conflict");
        Await.until(
                "it is delivered", () -> find(id).at("/notification/delivered").asInt() == 1);
        var found = find(id);
        described.requireFits(found, "NotificationFound");
        described.requireFits(found.get("notification"), "NotificationRow");
        described.requireFits(found.at("/deliveries/0"), "DeliveryFound");
        described.requireFits(found.at("/deliveries/0/delivery"), "DeliveryRow");
        described.requireFits(found.at("/deliveries/0/attempts/0"), "DeliveryTry");
        assertThat(found.at("/deliveries/0/delivery/id").asString()).isEqualTo(received.getFirst());
        assertThat(found.at("/deliveries/0/attempts/0/status").asInt()).isEqualTo(200);
        var words = json(application.get(ALL + "/" + id + "/content"));
        described.requireFits(words, "NotificationWords");
        assertThat(words.at("/data/order").asInt()).isEqualTo(1);
    }

    @Test
    void what_cannot_be_taken_in_is_refused_by_name_and_nothing_is_written() {
        assertRefused(send("k1", "1"), 422, "notification-unknown-recipient");
        var template = "{\"key\":\"k\",\"type\":\"t\",\"to\":[\"subscribers\"],\"template\":\"none\"}";
        assertRefused(application.post(ALL, template), 422, "notification-unknown-template");
        assertRefused(application.post(ALL, "{\"key\":\"k\"}"), 400, "invalid-argument");
        assertRefused(application.post(ALL, "{\"key\":\"k\",\"type\":\"t\",\"to\":[null]}"), 400, "invalid-argument");
        assertRefused(
                application.post(ALL, "{\"key\":\"k\",\"type\":\"t t\",\"to\":[\"subscribers\"]}"),
                422,
                "notification-malformed");
        assertThat(items(ALL)).isEmpty();
        assertRefused(application.get(ALL + "/4711"), 404, "not-found");
        assertRefused(application.get(ALL + "/4711/content"), 404, "not-found");
        assertRefused(application.get(ALL + "/deliveries/4711"), 400, "invalid-argument");
        assertRefused(application.get(ALL + "/deliveries/msg_" + "0".repeat(32)), 404, "not-found");
    }

    @Test
    void an_idempotency_key_and_the_intent_are_one_transaction() {
        put("/endpoints/billing", "{\"url\":\"" + url() + "\"}");
        var body = intent("k1", "1");

        var refused = application.post(ALL, intent("", "1"), "Idempotency-Key", "i");
        var taken = application.post(ALL, body, "Idempotency-Key", "i");
        var again = application.post(ALL, body, "Idempotency-Key", "i");

        assertThat(refused.statusCode()).as("it leaves its key free").isEqualTo(422);
        assertThat(json(taken).get("outcome").asString()).isEqualTo("accepted");
        assertThat(again.body()).isEqualTo(taken.body());
    }

    @Test
    void a_person_produces_in_his_own_name_and_a_program_in_any() {
        put("/endpoints/billing", "{\"url\":\"" + url() + "\"}");
        var person = application.post(
                ALL,
                intent("k1", "1"),
                "Authorization",
                "none",
                "Cookie",
                "operator ada",
                "X-Howdah-Token",
                WebApplication.TOKEN);

        assertThat(person.statusCode()).isEqualTo(400);
        assertThat(json(person).get("detail").asString()).isEqualTo("producer is you: ada");
        assertThat(json(application.post(
                                ALL, "{\"key\":\"k\",\"type\":\"order.shipped\",\"to\":[\"endpoint:billing\"]}"))
                        .get("outcome")
                        .asString())
                .isEqualTo("accepted");
        assertThat(items(ALL).get(0).get("producer").asString()).isEqualTo("a admin");
    }

    @Test
    void lists_are_filtered_and_read_page_by_page() {
        put("/endpoints/billing", "{\"url\":\"" + url() + "\"}");
        for (int i = 0; i < 5; i++) {
            send("k" + i, "1");
        }

        var page = json(application.get(ALL + "?producer=shop&limit=2"));
        assertThat(page.at("/items/0/key").asString()).isEqualTo("k4");
        var next = json(application.get(
                ALL + "?producer=shop&limit=2&after=" + page.get("next").asString()));
        assertThat(next.at("/items/0/key").asString()).isEqualTo("k2");
        assertThat(items(ALL + "?producer=bank")).isEmpty();
        assertThat(items(ALL + "?until=2020-01-01T00:00:00Z")).isEmpty();
        assertThat(items(ALL + "?producer=shop&key=k3")).hasSize(1);
        assertRefused(application.get(ALL + "?from=yesterday"), 400, "invalid-argument");
        var deliveries = json(application.get(ALL + "/deliveries?endpoint=billing&limit=3"));
        assertThat(deliveries.get("items")).hasSize(3);
        assertThat(items(ALL + "/deliveries?endpoint=billing&limit=3&after="
                        + deliveries.get("next").asString()))
                .hasSize(2);
        assertThat(items(ALL + "/deliveries?state=dead")).isEmpty();
        assertRefused(application.get(ALL + "/deliveries?state=lost"), 400, "invalid-argument");
    }

    @Test
    void dead_letters_are_grouped_by_cause_and_counted_without_changing_anything() {
        twoDead();

        var cause = items(ALL + "/causes").get(0);
        described.requireFits(cause, "CauseRow");
        assertThat(cause.get("cause").asString()).isEqualTo("no-success");
        assertThat(cause.get("count").asInt()).isEqualTo(2);
        var filter = "{\"cause\":\"no-success\",\"endpoint\":\"billing\",\"from\":\"2020-01-01T00:00:00Z\"";
        var counted = json(application.post(ALL + "/redeliver", filter + ",\"dryRun\":true}"));
        described.requireFits(counted, "Redelivered");
        assertThat(counted.toString()).isEqualTo("{\"dryRun\":true,\"count\":2}");
        assertThat(count("/redeliver", filter + ",\"until\":\"2020-01-02T00:00:00Z\",\"dryRun\":true}"))
                .isZero();
        assertThat(count("/discard", "{\"dryRun\":true}")).isEqualTo(2);
        assertThat(items(ALL + "/deliveries?state=dead")).hasSize(2);
    }

    @Test
    void dead_letters_are_delivered_again_under_the_same_id_or_discarded() {
        twoDead();
        status = 200;
        var one = items(ALL + "/deliveries?state=dead").get(0).get("id").asString();

        application.post(ALL + "/deliveries/" + one + "/redeliver", "");

        Await.until(
                "it is delivered",
                () -> items(ALL + "/deliveries?state=delivered").size() == 1);
        assertThat(received).filteredOn(one::equals).as("under the same id").hasSize(2);
        assertThat(count("/discard", "")).isEqualTo(1);
        assertThat(count("/redeliver", "")).as("none is dead any more").isZero();
        assertThat(count("/redeliver", "{\"state\":\"discarded\",\"rate\":10,\"period\":\"PT1S\"}"))
                .isEqualTo(1);
        assertRefused(application.post(ALL + "/redeliver", "{\"rate\":10}"), 400, "invalid-argument");
        Await.until(
                "both are delivered",
                () -> items(ALL + "/deliveries?state=delivered").size() == 2);
    }

    private void twoDead() {
        notifications.deliver(
                DeliveryOptions.defaults().allowNetwork("127.0.0.0/8").retryAfter());
        put("/endpoints/billing", "{\"url\":\"" + url() + "\"}");
        status = 500;
        send("k1", "1");
        send("k2", "1");
        Await.until("both are dead", () -> items(ALL + "/deliveries?state=dead").size() == 2);
    }

    private int count(String path, String body) {
        return json(application.post(ALL + path, body)).get("count").asInt();
    }

    @Test
    void the_answer_of_a_receiver_is_for_those_who_may_see_payloads() {
        deliver();
        put("/endpoints/billing", "{\"url\":\"" + url() + "\"}");
        var id = json(send("k1", "1")).get("id").asString();
        Await.until(
                "it is delivered", () -> find(id).at("/notification/delivered").asInt() == 1);

        var viewer =
                json(application.send(application.request(ALL + "/" + id).setHeader("Authorization", "Bearer viewer")));

        assertThat(find(id).at("/deliveries/0/attempts/0/answer").asString()).isEqualTo("thanks");
        assertThat(viewer.at("/deliveries/0/attempts/0").has("answer")).isFalse();
    }

    @Test
    void what_comes_from_outside_is_put_aside_corrected_and_submitted_again() {
        put("/endpoints/billing", "{\"url\":\"" + url() + "\"}");

        var garbage = application.post(ALL + "/submissions?producer=shop", "{\"no", "Content-Type", "application/json");

        described.requireFits(json(garbage), "Submission");
        assertThat(json(garbage).get("outcome").asString()).isEqualTo("quarantined");
        var id = json(garbage).get("malformed").asString();
        var row = items(ALL + "/malformed").get(0);
        described.requireFits(row, "MalformedRow");
        assertThat(row.get("bytes").asInt()).isEqualTo(4);
        var found = json(application.get(ALL + "/malformed/" + id));
        described.requireFits(found, "MalformedFound");
        assertThat(found.get("text").asString()).isEqualTo("{\"no");
        var again = json(application.post(ALL + "/malformed/" + id + "/resubmit", ""));
        assertThat(again.get("outcome").asString()).as("it is no better now").isEqualTo("quarantined");
        assertRefused(application.post(ALL + "/malformed/" + id + "/resubmit", ""), 409, "conflict");
        var other = again.get("malformed").asString();
        var corrected = new JsonMapper()
                .writeValueAsString(Map.of("text", intent("k1", "1").replace("\"producer\":\"shop\",", "")));
        var taken = json(application.post(ALL + "/malformed/" + other + "/resubmit", corrected));
        assertThat(taken.get("outcome").asString()).as(taken.toString()).isEqualTo("accepted");
        assertThat(items(ALL + "/malformed")).isEmpty();
        assertThat(json(application.get(ALL + "/malformed/" + other))
                        .get("settledAs")
                        .asString())
                .isEqualTo(taken.get("id").asString());

        var third =
                json(application.post(ALL + "/submissions?producer=shop", "[]")).get("malformed");
        var discarded = json(application.post(ALL + "/malformed/" + third.asString() + "/discard", ""));
        assertThat(discarded.get("settledBy").asString()).isEqualTo("a admin");
        assertRefused(application.post(ALL + "/malformed/4711/discard", ""), 404, "not-found");
        assertRefused(application.get(ALL + "/malformed/4711"), 404, "not-found");
    }

    private void deliver() {
        notifications.deliver(DeliveryOptions.defaults().allowNetwork("127.0.0.0/8"));
    }

    private String url() {
        return "http://127.0.0.1:" + receiver.getAddress().getPort() + "/hook";
    }

    private static String intent(String key, String order) {
        return "{\"producer\":\"shop\",\"key\":\"" + key
                + "\",\"type\":\"order.shipped\",\"to\":[\"endpoint:billing\"]," + "\"data\":{\"order\":" + order
                + "}}";
    }

    private HttpResponse<String> send(String key, String order) {
        return application.post(ALL, intent(key, order));
    }

    private void put(String path, String body) {
        var answer = application.send("PUT", ALL + path, body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    private JsonNode find(String id) {
        return json(application.get(ALL + "/" + id));
    }

    private JsonNode items(String path) {
        return json(application.get(path)).get("items");
    }

    private static void assertRefused(HttpResponse<String> answer, int status, String code) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(json(answer).get("code").asString()).isEqualTo(code);
    }
}
