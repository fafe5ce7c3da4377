// SPDX-License-Identifier: Apache-2.0
package io.howdah.web;

import static io.howdah.web.WebApplication.json;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** CloudEvents are UTF-8, to the byte: what is not is told to its sender and never stored as something else. */
@HowdahTest
class CloudEventBytesTest {
    private static final String EVENTS = "/api/v1/log/topics/orders/events";
    private static final String EVENT =
            "{\"specversion\":\"1.0\",\"type\":\"t\",\"id\":\"1\",\"source\":\"/s\",\"data\":{\"city\":\"Zürich\"}}";

    private final TestDatabase database;
    private final WebApplication application;

    CloudEventBytesTest(TestDatabase database) {
        this.database = database;
        this.application = WebApplication.start(database);
    }

    @AfterEach
    void close() {
        application.close();
    }

    @Test
    void an_event_in_another_encoding_is_refused_in_all_three_forms_and_nothing_is_stored() {
        var latin = EVENT.getBytes(ISO_8859_1);
        var overlong = new byte[] {'"', (byte) 0xC0, (byte) 0x80, '"'};
        var requests = Map.of(
                "structured", structured(latin),
                "batch", batch(("[" + EVENT + "]").getBytes(ISO_8859_1)),
                "binary", binary("\"Zürich\"".getBytes(ISO_8859_1)),
                "binary, longer than it may be", binary(overlong));

        requests.forEach((form, request) -> {
            var answer = application.send(request);
            assertThat(answer.statusCode()).as(form).isEqualTo(400);
            assertThat(json(answer).get("code").asString()).as(form).isEqualTo("malformed-body");
            assertThat(json(answer).get("detail").asString()).as(form).isEqualTo("The body is not written in UTF-8.");
        });
        assertThat(application.send(binary("\"x\"".getBytes(UTF_16LE))).statusCode())
                .isEqualTo(400);
        assertThat(database.query("select 1 from howdah.log_event")).isEmpty();
    }

    @Test
    void what_begins_with_the_mark_of_utf_8_is_read_without_it() {
        assertThat(application
                        .send(structured(("\ufeff" + EVENT).getBytes(UTF_8)))
                        .statusCode())
                .isEqualTo(201);
        assertThat(application
                        .send(binary("\ufeff{\"city\":\"Zürich\"}".getBytes(UTF_8)))
                        .statusCode())
                .isEqualTo(201);
        Await.until("they are numbered", () -> cities().size() == 2);

        assertThat(cities()).containsExactly("Zürich", "Zürich");
    }

    private List<String> cities() {
        return json(application.get(EVENTS))
                .get("items")
                .valueStream()
                .map(event -> event.at("/payload/city").asString())
                .toList();
    }

    private HttpRequest.Builder structured(byte[] body) {
        return sent("application/cloudevents+json", body);
    }

    private HttpRequest.Builder batch(byte[] body) {
        return sent("application/cloudevents-batch+json", body);
    }

    private HttpRequest.Builder binary(byte[] body) {
        return sent("application/json", body)
                .headers("ce-specversion", "1.0", "ce-type", "t", "ce-id", "2", "ce-source", "/s");
    }

    private HttpRequest.Builder sent(String type, byte[] body) {
        return application.request(EVENTS).setHeader("Content-Type", type).POST(BodyPublishers.ofByteArray(body));
    }
}
