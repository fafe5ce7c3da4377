// SPDX-License-Identifier: Apache-2.0
package io.howdah.examples.orders;

import static io.howdah.test.HowdahAssertions.assertEnqueued;
import static io.howdah.test.HowdahAssertions.assertNoneEnqueued;
import static io.howdah.test.HowdahAssertions.enqueued;
import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Howdah;
import io.howdah.approval.ApprovalFilter;
import io.howdah.approval.Voter;
import io.howdah.notification.Endpoint;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestClock;
import io.howdah.test.TestDatabase;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.jdbc.Sql;

/** The shop, whole: over HTTP, on a real PostgreSQL. */
@HowdahTest
@SpringBootTest(
        classes = OrdersApplication.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {"orders.webhook-network=127.0.0.0/8", "howdah.web.enabled=false"})
@Sql(statements = "truncate orders, revenue")
class OrdersApplicationTest {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final Environment environment;
    private final TestDatabase database;

    @Autowired
    OrdersApplicationTest(Environment environment, TestDatabase database) {
        this.environment = environment;
        this.database = database;
    }

    @Test
    void everything_follows_from_an_order(Howdah howdah) throws Exception {
        var partner = database.webhookReceiver(howdah);
        howdah.notifications()
                .endpoints()
                .put(Endpoint.of("partner", partner.url("/orders")).types("order.*"));

        assertThat(order(1, "ada", 40).statusCode()).isEqualTo(201);
        assertEnqueued(howdah, Orders.SHIP, new Order(1, "ada", 40));
        assertThat(shipped()).isEmpty();

        var told = partner.deliver();
        assertThat(told)
                .singleElement()
                .satisfies(one -> assertThat(one.content()).contains("order.placed", "40"));
        assertThat(shipped()).containsExactly(List.of(1));
        assertThat(get("/revenue/ada").body()).isEqualTo("40");
        howdah.notifications().endpoints().remove("partner");
    }

    @Test
    void an_order_that_is_refused_leaves_nothing_behind(Howdah howdah) throws Exception {
        order(2, "bob", 10);
        assertThat(order(2, "bob", 10).statusCode()).isEqualTo(409);
        howdah.drain();

        assertThat(enqueued(howdah, Orders.SHIP)).hasSize(1);
        assertThat(get("/revenue/bob").body()).isEqualTo("10");
    }

    @Test
    void somebody_has_a_look_at_a_big_order_first(Howdah howdah) throws Exception {
        order(3, "carol", 5_000);
        howdah.drain();
        assertNoneEnqueued(howdah);

        var request = howdah.approvals()
                .list(ApprovalFilter.all().subject("order/3"), 1)
                .getFirst();
        howdah.approvals().approve(request.id(), Voter.of("dora", "sales"));
        howdah.drain();
        assertThat(shipped()).containsExactly(List.of(3));
    }

    @Test
    @DirtiesContext // A limit goes on from test to test.
    void nobody_orders_too_often(Howdah howdah, TestClock clock) throws Exception {
        clock.advance(Duration.ofMinutes(1)); // What others have ordered from here does not count any more.
        var begun = System.nanoTime();
        var answers = new ArrayList<Integer>();
        for (int number = 10; number < 30; number++) {
            answers.add(order(number, "eve", 1).statusCode());
        }

        // Ten at once, and one more for every six seconds that it took.
        var taken = Collections.frequency(answers, 201);
        var more = (int) (Duration.ofNanos(System.nanoTime() - begun).toSeconds() / 6);
        assertThat(taken).isBetween(10, 10 + more);
        assertThat(answers)
                .containsOnly(201, 429)
                .startsWith(Collections.nCopies(10, 201).toArray(Integer[]::new));
        assertThat(enqueued(howdah, Orders.SHIP)).hasSize(taken);
    }

    private List<List<@Nullable Object>> shipped() {
        return database.query("select number from orders where shipped");
    }

    private HttpResponse<String> order(int number, String customer, int euros) throws Exception {
        var json = "{\"number\": %d, \"customer\": \"%s\", \"euros\": %d}".formatted(number, customer, euros);
        return CLIENT.send(
                HttpRequest.newBuilder(uri("/orders"))
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(json))
                        .build(),
                BodyHandlers.ofString());
    }

    private HttpResponse<String> get(String path) throws Exception {
        return CLIENT.send(HttpRequest.newBuilder(uri(path)).build(), BodyHandlers.ofString());
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + environment.getProperty("local.server.port") + path);
    }
}
