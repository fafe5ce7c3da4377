// SPDX-License-Identifier: Apache-2.0
package io.howdah.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.notification.Acceptance;
import io.howdah.notification.Endpoint;
import io.howdah.notification.Intent;
import io.howdah.notification.Notifications;
import io.howdah.notification.Person;
import io.howdah.notification.Recipient;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Notifications in the console. */
@HowdahTest
class NotificationPagesTest {
    private static final String EVIL = "<script>alert(1)</script>";

    private final TestDatabase database;
    private final WebApplication application;
    private final Notifications notifications;

    NotificationPagesTest(TestDatabase database) {
        this.database = database;
        this.application = WebApplication.start(database);
        this.notifications = application.bean(Notifications.class);
    }

    @AfterEach
    void close() {
        application.close();
    }

    @Test
    void empty_pages_teach_in_three_languages() {
        for (var path : List.of(
                "/notifications", "/dead-letters", "/malformed", "/endpoints", "/inbox", "/people", "/templates")) {
            assertThat(application.get(path).body())
                    .as(path)
                    .contains("howdah.notifications()", "curl ", "howdah notifications ");
        }
    }

    @Test
    void pages_show_what_there_is_and_escape_it() {
        notifications.endpoints().put(Endpoint.of("billing", "https://billing.example/hooks"));
        notifications.people().put(Person.of("a admin"));
        var id = send(EVIL);
        var aside = (Acceptance.Quarantined) notifications.submit("shop", EVIL.getBytes(StandardCharsets.UTF_8));
        dead(EVIL);

        for (var path : List.of(
                "/notifications",
                "/notifications?type=order.shipped&producer=shop",
                "/notifications/" + id,
                "/notifications/" + id + "/content",
                "/dead-letters",
                "/dead-letters?cause=no-success&channel=webhook&from=2020-01-01T00:00",
                "/malformed",
                "/malformed/" + aside.id(),
                "/endpoints",
                "/endpoints/billing",
                "/inbox")) {
            var page = application.get(path);
            assertThat(page.statusCode()).as(path).isEqualTo(200);
            assertThat(page.body())
                    .as(path)
                    .contains("<!doctype html>", "<h1>")
                    .doesNotContain(EVIL, "style=\"", "whsec_");
            assertThat(page.body()).as(path).doesNotContainPattern("<script>|\\son[a-z]+=\"");
        }
        assertThat(application.get("/notifications/" + id).body()).contains("billing", "no-success", "deliver again");
        assertThat(application.get("/inbox").body()).contains("&lt;script&gt;alert");
    }

    @Test
    void what_a_notification_says_is_for_operators() {
        notifications.people().put(Person.of("a admin"));
        notifications.endpoints().put(Endpoint.of("billing", "https://billing.example/hooks"));
        var id = send("k1");
        var path = "/notifications/" + id + "/content";

        assertThat(application.get(path).body()).contains("the subject");
        assertThat(application
                        .send(application.request(path).setHeader("Authorization", "Bearer viewer"))
                        .statusCode())
                .isEqualTo(403);
        assertThat(application
                        .send(application.request("/notifications/" + id).setHeader("Authorization", "Bearer viewer"))
                        .body())
                .contains("billing")
                .doesNotContain("the subject", "show what it says");
    }

    @Test
    void the_buttons_of_dead_letters_say_how_many_and_do_that_to_those_alone() {
        notifications.endpoints().put(Endpoint.of("billing", "https://billing.example/hooks"));
        notifications.people().put(Person.of("a admin"));
        send("k1");
        send("k2");
        dead("it was down");
        database.execute("update howdah.notification_route set cause = 'refused' where id = "
                + "(select max(id) from howdah.notification_route where state = 'dead')");

        var page = application.get("/dead-letters?cause=no-success").body();
        assertThat(page).contains("no-success", "refused", "deliver it again", "discard it");
        assertThat(application.get("/dead-letters").body()).contains("deliver all 2 again", "discard all 2");

        form("/dead-letters/redeliver", "cause=no-success&rate=60");
        assertThat(states()).containsExactly(List.of("dead"), List.of("waiting"));
        form("/dead-letters/discard", "cause=refused");
        assertThat(states()).containsExactly(List.of("discarded"), List.of("waiting"));
        assertThat(form("/dead-letters/redeliver", "rate=many").statusCode()).isEqualTo(400);
    }

    @Test
    void the_key_of_an_endpoint_is_in_the_answer_to_the_form_and_nowhere_else() {
        var made = form("/endpoints", "name=billing&url=https%3A%2F%2Fbilling.example%2Fhooks&types=order.*+paid");
        assertThat(made.body()).contains(notifications.endpoints().secret("billing"), "not shown again");
        assertThat(form("/endpoints", "name=billing&url=https%3A%2F%2Fx.example")
                        .statusCode())
                .isEqualTo(409);
        assertThat(notifications.endpoints().find("billing").orElseThrow().types())
                .containsExactly("order.*", "paid");

        form(
                "/endpoints/billing",
                "url=https%3A%2F%2Fbilling.example%2Fnew&types=&concurrency=3&timeout=500&rate=7&period=PT1M");
        var changed = notifications.endpoints().find("billing").orElseThrow();
        assertThat(changed.url()).endsWith("/new");
        assertThat(changed.rate()).contains(7);
        assertThat(changed.ratePeriod()).contains(Duration.ofMinutes(1));
        assertThat(changed.timeout()).isEqualTo(Duration.ofMillis(500));
        assertThat(application.get("/endpoints/billing").body())
                .contains("name=\"timeout\"", "value=\"500\"", "name=\"period\" value=\"PT1M\"");
        var before = notifications.endpoints().secret("billing");
        assertThat(form("/endpoints/billing/rotate", "").body())
                .contains(notifications.endpoints().secret("billing"))
                .doesNotContain(before);
        form("/endpoints/billing/disable", "reason=they+moved");
        assertThat(application.get("/endpoints/billing").body())
                .contains("they moved", "enable")
                .doesNotContain("whsec_");
        form("/endpoints/billing/enable", "");
        assertThat(application.get("/endpoints").body()).contains("healthy");
        form("/endpoints/billing/remove", "");
        assertThat(application.get("/endpoints/billing").statusCode()).isEqualTo(404);
    }

    @Test
    void what_was_put_aside_is_corrected_in_a_form() {
        notifications.people().put(Person.of("a admin"));
        var aside = (Acceptance.Quarantined)
                notifications.submit("shop", "{\"key\":\"k\"}".getBytes(StandardCharsets.UTF_8));

        var still = form("/malformed/" + aside.id() + "/resubmit", "text=%7B%7D");
        assertThat(still.headers().firstValue("Location").orElseThrow()).contains("/malformed/");
        var next = still.headers().firstValue("Location").orElseThrow().replaceAll(".*/", "");
        var taken = form(
                "/malformed/" + next + "/resubmit",
                "text=%7B%22key%22%3A%22k%22%2C%22type%22%3A%22t%22%2C%22to%22%3A%5B%22person%3Aa+admin%22%5D%7D");
        assertThat(taken.headers().firstValue("Location").orElseThrow()).contains("/notifications/");
        var other = (Acceptance.Quarantined) notifications.submit("shop", new byte[] {1, 0, -1});
        assertThat(application.get("/malformed/" + other.id()).body()).doesNotContain("AQD/");
        assertThat(form("/malformed/" + other.id(), "").body()).contains("AQD/");
        form("/malformed/" + other.id() + "/discard", "");
        assertThat(form("/malformed/" + other.id() + "/discard", "").statusCode())
                .isEqualTo(409);
        assertThat(application.get("/malformed").body()).contains("Nothing waits here");
    }

    @Test
    void the_badge_says_how_many_are_unread_and_reading_empties_it() {
        notifications.people().put(Person.of("a admin"));
        notifications.endpoints().put(Endpoint.of("billing", "https://billing.example/hooks"));
        send("k1");
        send("k2");

        assertThat(application.get("/").body()).contains("hx-get=\"/howdah/inbox/badge\"");
        assertThat(application.get("/inbox/badge").body()).startsWith("2<span");
        var ids = Pattern.compile("name=\"id\" value=\"(\\d+)\"")
                .matcher(application.get("/inbox").body())
                .results()
                .map(one -> one.group(1))
                .toList();
        assertThat(ids).hasSize(2);
        form("/inbox/read", "id=" + ids.getLast());
        assertThat(application.get("/inbox/badge").body()).startsWith("1<span");
        form("/inbox/read", "upTo=" + ids.getFirst());
        assertThat(application.get("/inbox/badge").body()).isEmpty();
        assertThat(application.get("/inbox").body()).contains("You have read everything");
    }

    private String send(String key) {
        var taken = notifications.notify(Intent.of("shop", key, "order.shipped")
                .to(Recipient.endpoint("billing"), Recipient.person("a admin"))
                .subject("the subject " + key)
                .data(Map.of("key", key)));
        return ((Acceptance.Accepted) taken).id().toString();
    }

    private void dead(String error) {
        database.execute("update howdah.notification_route set state = 'dead', cause = 'no-success', error = '" + error
                + "', ended_at = howdah.now() where channel = 'webhook'");
    }

    private List<List<@Nullable Object>> states() {
        return database.query("select state from howdah.notification_route where channel = 'webhook' order by 1");
    }

    private HttpResponse<String> form(String path, String fields) {
        return application.post(path, fields, "Content-Type", "application/x-www-form-urlencoded");
    }
}
