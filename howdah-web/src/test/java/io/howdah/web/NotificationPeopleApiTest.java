// SPDX-License-Identifier: Apache-2.0
package io.howdah.web;

import static io.howdah.web.WebApplication.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.notification.Intent;
import io.howdah.notification.Notifications;
import io.howdah.notification.Recipient;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Endpoints, people, groups, templates and inboxes over HTTP. */
@HowdahTest
class NotificationPeopleApiTest {
    private static final String ALL = "/api/v1/notifications";

    private final WebApplication application;
    private final Notifications notifications;
    private final OpenApiDocument described;

    NotificationPeopleApiTest(TestDatabase database) {
        this.application = WebApplication.start(database);
        this.notifications = application.bean(Notifications.class);
        this.described = OpenApiDocument.of(application.get("/api/openapi.yaml").body());
    }

    @AfterEach
    void close() {
        application.close();
    }

    @Test
    void the_key_of_an_endpoint_is_shown_to_whoever_makes_or_changes_it_and_never_again() {
        var endpoint = ALL + "/endpoints/billing";
        var made = put(endpoint, "{\"url\":\"https://billing.example/hooks\",\"types\":[\"order.*\"]}");

        described.requireFits(made, "EndpointSet");
        described.requireFits(made.get("endpoint"), "EndpointRow");
        var secret = made.get("secret").asString();
        assertThat(secret)
                .startsWith("whsec_")
                .isEqualTo(notifications.endpoints().secret("billing"));
        var changed = put(endpoint, "{\"url\":\"https://billing.example/hooks\",\"rate\":5,\"period\":\"PT1S\"}");
        assertThat(changed.has("secret")).isFalse();
        assertThat(changed.at("/endpoint/rate").asInt()).isEqualTo(5);
        assertThat(changed.at("/endpoint/types").isEmpty())
                .as("what is left out is as usual")
                .isTrue();
        var rotated = json(application.post(endpoint + "/rotate", "{\"overlap\":\"PT1H\"}"));
        assertThat(rotated.get("secret").asString())
                .isNotEqualTo(secret)
                .isEqualTo(notifications.endpoints().secret("billing"));
        for (var path : new String[] {endpoint, ALL + "/endpoints"}) {
            assertThat(application.get(path).body()).contains("billing").doesNotContain("whsec_", "secret");
        }
        assertRefused(application.post(ALL + "/endpoints/none/rotate", ""), 404, "endpoint-unknown");
    }

    @Test
    void endpoints_are_disabled_enabled_and_removed() {
        var endpoint = ALL + "/endpoints/billing";
        put(endpoint, "{\"url\":\"https://billing.example/hooks\"}");

        assertThat(changed(application.post(endpoint + "/disable", "{\"reason\":\"they moved\"}")))
                .isTrue();
        assertThat(changed(application.post(endpoint + "/disable", ""))).isFalse();
        var disabled = json(application.get(endpoint));
        assertThat(disabled.get("health").asString()).isEqualTo("disabled");
        assertThat(disabled.get("disabledWhy").asString()).isEqualTo("they moved");
        assertThat(changed(application.post(endpoint + "/enable", ""))).isTrue();
        assertThat(json(application.get(endpoint)).get("health").asString()).isEqualTo("healthy");
        assertThat(changed(application.send("DELETE", endpoint, ""))).isTrue();
        assertThat(changed(application.send("DELETE", endpoint, ""))).isFalse();
        assertRefused(application.get(endpoint), 404, "not-found");
        assertRefused(application.post(endpoint + "/disable", ""), 404, "not-found");
        assertRefused(application.send("PUT", endpoint, "{\"url\":\"ftp://x\"}"), 400, "invalid-argument");
        assertRefused(
                application.send("PUT", endpoint, "{\"url\":\"https://x.example\",\"types\":[\"a b\"]}"),
                400,
                "invalid-argument");
        assertRefused(
                application.send("PUT", endpoint, "{\"url\":\"https://x.example\",\"secret\":\"whsec_short\"}"),
                400,
                "invalid-argument");
    }

    @Test
    void people_have_addresses_preferences_and_groups() {
        var ada = put(
                ALL + "/people/ada",
                "{\"addresses\":{\"email\":\"ada@example.com\"},\"channels\":{\"*\":[\"inbox\",\"email\"]},"
                        + "\"quietFrom\":\"22:00:00\",\"quietTo\":\"07:00:00\",\"zone\":\"Europe/Berlin\","
                        + "\"digest\":\"PT1H\"}");

        described.requireFits(ada, "PersonRow");
        assertThat(ada.get("zone").asString()).isEqualTo("Europe/Berlin");
        assertThat(changed(application.send("PUT", ALL + "/groups/sales/ada", "")))
                .isTrue();
        described.requireFits(items(ALL + "/groups").get(0), "PeopleGroup");
        assertThat(items(ALL + "/groups/sales").get(0).asString()).isEqualTo("ada");
        assertRefused(application.send("PUT", ALL + "/groups/sales/bob", ""), 404, "not-found");
        assertThat(changed(application.send("DELETE", ALL + "/groups/sales/ada", "")))
                .isTrue();
        assertThat(items(ALL + "/people")).hasSize(1);
        assertRefused(
                application.send("PUT", ALL + "/people/bob", "{\"addresses\":{\"email\":\"none\"}}"),
                400,
                "invalid-argument");
        assertRefused(
                application.send("PUT", ALL + "/people/bob", "{\"quietFrom\":\"22:00:00\"}"), 400, "invalid-argument");
        assertRefused(application.send("PUT", ALL + "/people/bob", "{\"zone\":\"Mars\"}"), 400, "malformed-body");
        assertThat(changed(application.send("DELETE", ALL + "/people/ada", ""))).isTrue();
        assertRefused(application.get(ALL + "/people/ada"), 404, "not-found");
    }

    @Test
    void templates_are_put_found_and_removed() {
        var template = put(ALL + "/templates/shipped", "{\"subject\":\"Order {{order}}\",\"text\":\"It left.\"}");

        described.requireFits(template, "TemplateRow");
        assertThat(items(ALL + "/templates")).hasSize(1);
        assertThat(json(application.get(ALL + "/templates/shipped"))
                        .get("subject")
                        .asString())
                .isEqualTo("Order {{order}}");
        assertRefused(application.send("PUT", ALL + "/templates/shipped", "{\"text\":\"x\"}"), 400, "invalid-argument");
        assertRefused(
                application.send(
                        "PUT", ALL + "/templates/shipped", "{\"subject\":\"" + "x".repeat(501) + "\",\"text\":\"x\"}"),
                400,
                "invalid-argument");
        assertRefused(
                application.send("PUT", ALL + "/templates/a%20b", "{\"subject\":\"x\",\"text\":\"x\"}"),
                400,
                "invalid-argument");
        assertThat(json(application.send("DELETE", ALL + "/templates/shipped", ""))
                        .get("removed")
                        .asBoolean())
                .isTrue();
        assertRefused(application.get(ALL + "/templates/shipped"), 404, "not-found");
    }

    @Test
    void an_inbox_is_its_owners_alone_and_is_marked_as_read() {
        put(ALL + "/people/ada", "{}");
        tell("1");
        tell("2");
        tell("3");

        var page = json(as("viewer ada", "GET", "/api/v1/inbox?limit=2", ""));
        described.requireFits(page.at("/items/0"), "InboxRow");
        assertThat(page.at("/items/0/subject").asString()).isEqualTo("Order 3");
        var next = json(as(
                "viewer ada", "GET", "/api/v1/inbox?after=" + page.get("next").asString(), ""));
        assertThat(next.at("/items/0/subject").asString()).isEqualTo("Order 1");
        assertThat(unread(as("viewer ada", "GET", "/api/v1/inbox/unread", ""))).isEqualTo(3);
        assertThat(unread(as("admin bob", "GET", "/api/v1/inbox/unread", ""))).isZero();
        assertThat(json(as("admin bob", "GET", "/api/v1/inbox", ""))
                        .get("items")
                        .isEmpty())
                .isTrue();

        var newest = page.at("/items/0/id").asString();
        assertThat(unread(as("admin bob", "POST", "/api/v1/inbox/read", "{\"ids\":[" + newest + "]}")))
                .isZero();
        assertThat(unread(as("viewer ada", "POST", "/api/v1/inbox/read", "{\"ids\":[" + newest + "]}")))
                .as("not bob's to mark")
                .isEqualTo(2);
        assertThat(unread(as("viewer ada", "POST", "/api/v1/inbox/read", "{\"upTo\":" + newest + "}")))
                .isZero();
        assertRefused(as("viewer ada", "POST", "/api/v1/inbox/read", "{}"), 400, "invalid-argument");
    }

    @Test
    void whoever_watches_his_inbox_is_told_at_once() throws Exception {
        put(ALL + "/people/ada", "{}");
        var client = HttpClient.newHttpClient();
        var request = application
                .request("/api/v1/inbox/live")
                .setHeader("Authorization", "none")
                .setHeader("Cookie", "viewer ada");
        HttpResponse<Stream<String>> answer = client.send(request.GET().build(), BodyHandlers.ofLines());
        assertThat(answer.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/event-stream");
        try (var lines = answer.body()) {
            var counts = lines.filter(line -> line.startsWith("data:")).iterator();
            assertThat(counts.next()).isEqualTo("data:{\"unread\":0}");

            tell("1");

            assertThat(counts.next()).isEqualTo("data:{\"unread\":1}");
            application.close();
            counts.forEachRemaining(line -> {});
        }
        client.shutdownNow();
    }

    private void tell(String order) {
        notifications.notify(Intent.of("shop", order, "order.shipped")
                .to(Recipient.person("ada"))
                .subject("Order " + order)
                .text("It left today."));
    }

    private JsonNode put(String path, String body) {
        var answer = application.send("PUT", path, body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return json(answer);
    }

    private HttpResponse<String> as(String cookie, String method, String path, String body) {
        return application.send(
                method, path, body, "Authorization", "none", "Cookie", cookie, "X-Howdah-Token", WebApplication.TOKEN);
    }

    private JsonNode items(String path) {
        return json(application.get(path)).get("items");
    }

    private static int unread(HttpResponse<String> answer) {
        return json(answer).get("unread").asInt();
    }

    private static boolean changed(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return json(answer).get("changed").asBoolean();
    }

    private static void assertRefused(HttpResponse<String> answer, int status, String code) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(json(answer).get("code").asString()).isEqualTo(code);
    }
}
