// SPDX-License-Identifier: Apache-2.0
package io.howdah.web;

import static io.howdah.web.WebApplication.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Howdah;
import io.howdah.Payload;
import io.howdah.queue.QueueName;
import io.howdah.queue.QueueSettings;
import io.howdah.queue.SendOptions;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

@HowdahTest
class MessagesApiTest {
    private static final String MAIL = "/api/v1/queues/mail.out/messages";

    private final TestDatabase database;
    private final WebApplication application;
    private final Howdah howdah;

    MessagesApiTest(TestDatabase database) {
        this.database = database;
        this.application = WebApplication.start(database);
        this.howdah = application.bean(Howdah.class);
    }

    @AfterEach
    void close() {
        application.close();
    }

    @Test
    void a_message_is_sent_looked_at_received_and_over_when_acknowledged() {
        var sent = application.post(MAIL, """
                {"payload":{"to":"world"},"priority":2,"headers":{"a":"b"},"correlation":"c"}
                """);
        var described = OpenApiDocument.of(application.get("/api/openapi.yaml").body());
        assertThat(sent.statusCode()).isEqualTo(201);
        var peeked = json(application.get(MAIL)).at("/items/0");
        described.requireFits(peeked, "MessageRow");
        assertThat(peeked.get("id")).isEqualTo(json(sent).get("id"));

        var received = receive("{\"visibility\":\"PT1M\"}").get(0);
        described.requireFits(received, "ReceivedMessage");
        assertThat(received.at("/payload/to").asString()).isEqualTo("world");
        assertThat(received.at("/headers/a").asString()).isEqualTo("b");
        assertThat(received.get("delivery").asInt()).isEqualTo(1);
        assertThat(receive("").isEmpty()).isTrue();

        var receipts = receipts(received);
        assertThat(json(application.post("/api/v1/receipts/ack", receipts))
                        .get("expired")
                        .isEmpty())
                .isTrue();
        assertThat(json(application.post("/api/v1/receipts/ack", receipts))
                        .get("expired")
                        .isEmpty())
                .as("repeating it does no harm")
                .isTrue();
        assertThat(json(application.post("/api/v1/receipts/nack", receipts))
                        .get("expired")
                        .size())
                .isEqualTo(1);
        described.requireFits(json(application.get("/api/v1/queues/mail.out/statistics")), "QueueStatistics");
    }

    @Test
    void a_batch_is_sent_in_order_all_or_none_and_once_per_key() {
        var batch = """
                {"messages":[{"payload":1},{"payload":2},{"base64":"AAE=","contentType":"x/y"},
                             {"payload":4,"priority":9}]}
                """;
        var first = application.post(MAIL + "/batch", batch, "Idempotency-Key", "once");
        var again = application.post(MAIL + "/batch", batch, "Idempotency-Key", "once");
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(json(first).get("ids").size()).isEqualTo(4);

        var all = receive("{\"max\":10}");
        assertThat(all.size()).isEqualTo(4);
        assertThat(all.get(2).get("base64").asString()).isEqualTo("AAE=");
        assertThat(all.get(2).get("contentType").asString()).isEqualTo("x/y");

        var wrong = application.post(MAIL + "/batch", "{\"messages\":[{\"payload\":1},{\"priority\":99}]}");
        assertThat(wrong.statusCode()).isEqualTo(400);
        assertThat(receive("").isEmpty()).isTrue();
    }

    @Test
    void a_receiver_waits_for_the_first_message_and_holds_no_connection() throws Exception {
        howdah.queues().configure("mail.out", QueueSettings.standard());
        var waiting = CompletableFuture.supplyAsync(() -> receive("{\"waiting\":\"PT20S\"}"));
        howdah.messages().send(QueueName.of("mail.out", Payload.class), payload("7"));

        assertThat(waiting.get().get(0).get("payload").asInt()).isEqualTo(7);
    }

    @Test
    void what_is_given_back_too_often_is_a_dead_letter_and_can_be_sent_again() {
        var settings = application.send(
                "PUT",
                "/api/v1/queues/mail.out/settings",
                "{\"maxDeliveries\":2,\"visibility\":\"PT1M\",\"history\":\"PT1H\"}");
        assertThat(json(settings).get("maxDeliveries").asInt()).isEqualTo(2);
        application.post(MAIL, "{\"payload\":1}");
        application.post("/api/v1/receipts/nack", receipts(receive("").get(0)));
        var last = receive("").get(0);
        assertThat(last.get("delivery").asInt()).isEqualTo(2);
        application.post("/api/v1/receipts/nack", receipts(last));

        var letter =
                json(application.get("/api/v1/queues/mail.out.dead/messages")).at("/items/0");
        assertThat(letter.get("payload").asInt()).isEqualTo(1);
        var counted =
                application.post("/api/v1/queues/mail.out.dead/redrive", "{\"from\":\"mail.out\",\"dryRun\":true}");
        assertThat(json(counted).toString()).isEqualTo("{\"dryRun\":true,\"count\":1}");
        var redriven = application.post("/api/v1/queues/mail.out.dead/redrive", "{\"from\":\"mail.out\"}");
        assertThat(json(redriven).get("count").asInt()).isEqualTo(1);
        var again = receive("").get(0);
        assertThat(again.get("delivery").asInt()).isEqualTo(1);
        application.post(
                "/api/v1/receipts/dead-letter", receipts(again).replace("}", ",\"reason\":\"no such customer\"}"));
        assertThat(json(application.send("DELETE", "/api/v1/queues/mail.out.dead/messages", ""))
                        .get("count")
                        .asInt())
                .isEqualTo(1);
    }

    @Test
    void what_expired_is_delivered_again_and_its_receipt_is_told_so() {
        application.post(MAIL, "{\"payload\":1}");
        var first = receive("{\"visibility\":\"PT1S\"}").get(0);
        application.post("/api/v1/receipts/extend", receipts(first).replace("}", ",\"visibility\":\"PT1S\"}"));
        var second = receive("{\"waiting\":\"PT20S\"}").get(0);

        assertThat(second.get("delivery").asInt()).isEqualTo(2);
        var late = application.post("/api/v1/receipts/ack", receipts(first));
        assertThat(late.statusCode()).isEqualTo(200);
        assertThat(json(late).get("expired").get(0)).isEqualTo(first.get("receipt"));
    }

    @Test
    void a_topic_reaches_every_queue_that_is_bound_to_it_once_per_key() {
        for (var queue : List.of("one", "two")) {
            var bound = application.post(
                    "/api/v1/bindings", "{\"pattern\":\"order.*.created\",\"queue\":\"" + queue + "\"}");
            assertThat(json(bound).get("changed").asBoolean()).isTrue();
        }
        assertThat(json(application.get("/api/v1/topics/order.eu.created"))
                        .get("queues")
                        .size())
                .isEqualTo(2);
        var key = "Idempotency-Key";
        var published = application.post("/api/v1/topics/order.eu.created", "{\"payload\":1}", key, "x");
        application.post("/api/v1/topics/order.eu.created", "{\"payload\":1}", key, "x");

        assertThat(json(published).at("/messages/one").asString()).isNotEmpty();
        assertThat(json(application.get("/api/v1/queues/two/messages"))
                        .get("items")
                        .size())
                .isEqualTo(1);
        var unbound = application.send("DELETE", "/api/v1/bindings?pattern=order.*.created&queue=one", "");
        assertThat(json(unbound).get("changed").asBoolean()).isTrue();
        assertThat(json(application.get("/api/v1/bindings")).get("items").size())
                .isEqualTo(1);
    }

    @Test
    void a_rollback_takes_what_was_published_along() throws ExecutionException {
        howdah.topics().bind("#", QueueName.of("all", Payload.class));
        var transactions = application.bean(org.springframework.transaction.PlatformTransactionManager.class);
        new org.springframework.transaction.support.TransactionTemplate(transactions).execute(status -> {
            howdah.topics().publish("a.b", payload("1"), SendOptions.none());
            status.setRollbackOnly();
            return status;
        });

        assertThat(howdah.queues().peek("all", 10)).isEmpty();
    }

    @Test
    void what_cannot_be_right_is_a_problem_with_a_code() {
        application.post(MAIL, "{}");
        var requests = Map.ofEntries(
                Map.entry("POST /api/v1/queues/none/messages/receive {}", "404 queue-unknown"),
                Map.entry("GET /api/v1/queues/none/messages ", "404 queue-unknown"),
                Map.entry("DELETE /api/v1/queues/none/messages ", "404 queue-unknown"),
                Map.entry("POST /api/v1/queues/none/redrive {}", "404 queue-unknown"),
                Map.entry("GET /api/v1/queues/none/statistics ", "404 not-found"),
                Map.entry("POST " + MAIL + "/receive {\"max\":101}", "400 invalid-argument"),
                Map.entry("POST " + MAIL + "/receive {\"waiting\":\"PT2M\"}", "400 invalid-argument"),
                Map.entry("POST " + MAIL + "/receive {\"visibility\":\"PT0S\"}", "400 invalid-argument"),
                Map.entry("POST " + MAIL + " {\"payload\":1,\"base64\":\"\"}", "400 invalid-argument"),
                Map.entry("POST " + MAIL + " {\"base64\":\"?\"}", "400 invalid-argument"),
                Map.entry(
                        "POST " + MAIL + " {\"delay\":\"PT1S\",\"at\":\"2026-01-01T00:00:00Z\"}",
                        "400 invalid-argument"),
                Map.entry("POST " + MAIL + " {\"who\":1}", "400 malformed-body"),
                Map.entry("POST /api/v1/queues/%20/messages {}", "400 invalid-argument"),
                Map.entry("POST /api/v1/receipts/ack {\"receipts\":[\"x\"]}", "400 invalid-argument"),
                Map.entry("POST /api/v1/receipts/ack {}", "400 invalid-argument"),
                Map.entry("POST /api/v1/bindings {\"pattern\":\"a b\",\"queue\":\"q\"}", "400 invalid-argument"),
                Map.entry("POST /api/v1/topics/a..b {}", "400 invalid-argument"),
                Map.entry("DELETE /api/v1/bindings ", "400 invalid-argument"));

        requests.forEach((request, expected) -> {
            var words = request.split(" ", 3);
            var answer = application.send(words[0], words[1], words[2]);
            var told = answer.statusCode() + " " + json(answer).path("code").asString(answer.body());
            assertThat(told).as(request).isEqualTo(expected);
        });
    }

    @Test
    void pages_show_messages_and_bindings_and_change_them() {
        howdah.topics().bind("order.#", QueueName.of("mail.out", Payload.class));
        form("/queues/mail.out/messages", "payload=%7B%22x%22%3A%22%3Cb%3E%22%7D");

        assertThat(application.get("/queues/mail.out/messages").body())
                .contains("&lt;b>", "mail.out.dead")
                .doesNotContain("<b>\"");
        assertThat(application.get("/topics?topic=order.eu").body()).contains("order.#", "mail.out");
        form("/queues/mail.out/purge", "");
        assertThat(howdah.queues().peek("mail.out", 1)).isEmpty();
        form("/topics/unbind", "pattern=order.%23&queue=mail.out");
        assertThat(application.get("/topics").body()).contains("howdah topics bind");
        assertThat(database.query("select 1 from howdah.topic_binding")).isEmpty();
        Await.until("a queue of letters is there", () -> {
            howdah.queues().configure("mail.out.dead", QueueSettings.standard());
            return application.get("/queues/mail.out.dead/messages").body().contains("send again");
        });
    }

    private void form(String path, String fields) {
        var answer = application.post(path, fields, "Content-Type", "application/x-www-form-urlencoded");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(303);
    }

    private JsonNode receive(String body) {
        var answer = application.post(MAIL + "/receive", body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return json(answer).get("items");
    }

    private static String receipts(JsonNode message) {
        return "{\"receipts\":[\"" + message.get("receipt").asString() + "\"]}";
    }

    private static Payload payload(String json) {
        return new Payload(json.getBytes(StandardCharsets.UTF_8), Payload.JSON);
    }
}
