// SPDX-License-Identifier: Apache-2.0
package io.howdah.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.notification.NotificationTemplate;
import io.howdah.notification.Notifications;
import io.howdah.notification.People;
import io.howdah.notification.Person;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.LocalTime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** People, their preferences and templates in the console. */
@HowdahTest
class NotificationPeoplePagesTest {
    private static final String EVIL = "<script>alert(1)</script>";

    private final WebApplication application;
    private final People people;

    NotificationPeoplePagesTest(TestDatabase database) {
        this.application = WebApplication.start(database);
        this.people = application.bean(Notifications.class).people();
    }

    @AfterEach
    void close() {
        application.close();
    }

    @Test
    void somebody_is_made_known_changed_put_into_a_group_and_forgotten() {
        assertThat(form("/people", "name", "ada", "email", "ada@example.com")
                        .headers()
                        .firstValue("Location"))
                .contains("/howdah/people/ada");
        assertThat(form("/people", "name", "ada").statusCode()).isEqualTo(409);

        form(
                "/people/ada",
                "addresses",
                "email ada@example.org\nsms +49 30 1",
                "channels",
                "* inbox email\ninvoice.* email",
                "quietFrom",
                "22:00",
                "quietTo",
                "07:00",
                "zone",
                "Europe/Berlin",
                "digest",
                "PT1H");
        form("/people/ada/join", "group", "leads");

        var ada = people.find("ada").orElseThrow();
        assertThat(ada.addresses()).containsEntry("email", "ada@example.org").containsEntry("sms", "+49 30 1");
        assertThat(ada.channels()).isEqualTo(Map.of("*", List.of("inbox", "email"), "invoice.*", List.of("email")));
        assertThat(ada.quietFrom()).contains(LocalTime.of(22, 0));
        assertThat(ada.digest()).contains(Duration.ofHours(1));
        assertThat(application.get("/people").body()).contains("ada", "22:00 and 07:00 Europe/Berlin", "leads · 1");
        assertThat(application.get("/people/ada").body())
                .contains("email ada@example.org", "* inbox email", "value=\"PT1H\"", "leave leads");

        form("/people/ada/leave", "group", "leads");
        assertThat(people.members("leads", 10)).isEmpty();
        form("/people/ada/remove");
        assertThat(application.get("/people/ada").statusCode()).isEqualTo(404);
    }

    @Test
    void what_makes_no_sense_is_said_and_changes_nothing() {
        people.put(Person.of("ada").email("ada@example.com"));

        for (var wrong : List.of(
                List.of("addresses", "email"),
                List.of("quietFrom", "22:00"),
                List.of("quietFrom", "late", "quietTo", "early"),
                List.of("digest", "an hour"))) {
            var answer = form("/people/ada", wrong.toArray(String[]::new));
            assertThat(answer.statusCode()).as("%s", wrong).isEqualTo(400);
            assertThat(answer.body()).contains("<!doctype html>");
        }
        assertThat(people.find("ada").orElseThrow().addresses()).containsEntry("email", "ada@example.com");
        assertThat(form("/people/bob", "addresses", "email b@example.com").statusCode())
                .isEqualTo(404);
    }

    @Test
    void a_template_is_made_changed_and_removed_and_shown_as_text() {
        form("/templates", "name", "shipped", "subject", "Order {{order}}", "text", "It left.");
        assertThat(form("/templates", "name", "shipped", "subject", "x", "text", "y")
                        .statusCode())
                .isEqualTo(409);
        form("/templates/shipped", "subject", "Order {{order}} left", "text", EVIL, "html", "<b>{{order}}</b>");

        assertThat(people.findTemplate("shipped"))
                .contains(NotificationTemplate.of("shipped", "Order {{order}} left", EVIL)
                        .html("<b>{{order}}</b>"));
        for (var path : List.of("/templates", "/templates/shipped")) {
            assertThat(application.get(path).body())
                    .contains("Order {{order}} left", "&lt;script&gt;")
                    .doesNotContain(EVIL, "<b>{{");
        }
        assertThat(form("/templates/shipped", "subject", "", "text", "x").statusCode())
                .isEqualTo(400);
        form("/templates/shipped/remove");
        assertThat(people.findTemplate("shipped")).isEmpty();
    }

    @Test
    void who_may_only_look_sees_no_buttons() {
        people.put(Person.of("ada"));
        people.put(NotificationTemplate.of("shipped", "s", "t"));

        for (var path : List.of("/people", "/people/ada", "/templates", "/templates/shipped")) {
            var page = application.send(application.request(path).setHeader("Authorization", "Bearer viewer"));
            assertThat(page.statusCode()).isEqualTo(200);
            assertThat(page.body()).as(path).doesNotContain(">make<", ">remove<", ">join<");
        }
    }

    private HttpResponse<String> form(String path, String... fields) {
        var body = new StringBuilder();
        for (int i = 0; i < fields.length; i += 2) {
            body.append(i == 0 ? "" : "&")
                    .append(fields[i])
                    .append('=')
                    .append(URLEncoder.encode(fields[i + 1], StandardCharsets.UTF_8));
        }
        return application.post(path, body.toString(), "Content-Type", "application/x-www-form-urlencoded");
    }
}
