// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Howdah;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.net.http.HttpResponse;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

@HowdahTest
class LimitFilterTest {
    private static final String RULE = "howdah.limits.http.rules.";

    private final TestDatabase database;

    LimitFilterTest(TestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    void migrated(Howdah howdah) {
        howdah.migrate();
    }

    @Test
    void three_instances_together_grant_no_more_than_the_limit() throws Exception {
        var rules = new String[] {RULE + "api.paths=/api/**", RULE + "api.allow=50/1h"};
        try (var one = LimitedApplication.start(database, rules);
                var two = LimitedApplication.start(database, rules);
                var three = LimitedApplication.start(database, rules);
                var callers = Executors.newVirtualThreadPerTaskExecutor()) {
            var instances = new LimitedApplication[] {one, two, three};
            var requests = IntStream.range(0, 120)
                    .mapToObj(i -> (Callable<HttpResponse<String>>) () -> instances[i % 3].get("/api/orders"))
                    .toList();

            var statuses = callers.invokeAll(requests).stream()
                    .map(answer -> answer.resultNow().statusCode())
                    .toList();

            assertThat(statuses).filteredOn(status -> status == 200).hasSize(50);
            assertThat(statuses).filteredOn(status -> status == 429).hasSize(70);
            assertThat(one.get("/elsewhere").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void answers_say_what_remains_and_a_denial_when_to_come_back() {
        try (var application = LimitedApplication.start(
                database, RULE + "shown.paths=/shown", RULE + "shown.allow=2/1s, 2/1h", RULE + "shown.by=everybody")) {
            var first = application.get("/shown");
            assertThat(first.body()).isEqualTo("hello");
            assertThat(header(first, "RateLimit-Policy")).isEqualTo("\"shown\";q=2;w=1, \"shown\";q=2;w=3600");
            assertThat(header(first, "RateLimit")).matches("\"shown\";r=1;t=\\d+");
            assertThat(first.headers().firstValue("Retry-After")).isEmpty();
            application.get("/shown");

            var denied = application.get("/shown");

            assertThat(denied.statusCode()).isEqualTo(429);
            var retry = header(denied, "Retry-After");
            assertThat(Integer.parseInt(retry)).isBetween(1700, 1800);
            assertThat(header(denied, "RateLimit")).isEqualTo("\"shown\";r=0;t=" + retry);
            assertThat(header(denied, "Content-Type")).isEqualTo("application/problem+json");
            var problem = new JsonMapper().readTree(denied.body());
            assertThat(problem.get("type").asString())
                    .isEqualTo("https://iana.org/assignments/http-problem-types#quota-exceeded");
            assertThat(problem.get("status").asInt()).isEqualTo(429);
            assertThat(problem.get("code").asString()).isEqualTo("limited");
            assertThat(problem.at("/violated-policies/0").asString()).isEqualTo("shown");
        }
    }

    @Test
    void addresses_are_counted_from_the_right_whatever_clients_write() {
        try (var application = LimitedApplication.start(
                database,
                "howdah.limits.http.trusted-proxies=1",
                RULE + "address.paths=/api/**",
                RULE + "address.allow=1/1h")) {
            assertThat(from(application, "203.0.113.7")).isEqualTo(200);
            assertThat(from(application, "198.51.100.1, 203.0.113.7")).isEqualTo(429);
            assertThat(from(application, "203.0.113.8")).isEqualTo(200);
            assertThat(from(application, "2001:db8:0:7::1")).isEqualTo(200);
            assertThat(from(application, "2001:db8:0:7::2")).isEqualTo(429);
            assertThat(application
                            .get("/%61pi/x", "X-Forwarded-For", "203.0.113.7")
                            .statusCode())
                    .isEqualTo(429);
            assertThat(application
                            .get("/api;a=b//x/../y", "X-Forwarded-For", "203.0.113.7")
                            .statusCode())
                    .isEqualTo(429);
        }
    }

    @Test
    void without_proxies_of_our_own_what_is_forwarded_counts_for_nothing() {
        try (var application =
                LimitedApplication.start(database, RULE + "direct.paths=/api/**", RULE + "direct.allow=1/1h")) {
            assertThat(from(application, "203.0.113.7")).isEqualTo(200);
            assertThat(from(application, "203.0.113.8")).isEqualTo(429);
        }
    }

    @Test
    void who_is_logged_in_is_counted_wherever_he_is() {
        try (var application =
                LimitedApplication.start(database, RULE + "people.by=principal", RULE + "people.allow=1/1h")) {
            assertThat(application.get("/", "User", "ada").statusCode()).isEqualTo(200);
            assertThat(application.get("/", "User", "ada").statusCode()).isEqualTo(429);
            assertThat(application.get("/", "User", "x".repeat(300)).statusCode())
                    .isEqualTo(200);
            assertThat(application.get("/", "User", "x".repeat(300)).statusCode())
                    .isEqualTo(429);
            assertThat(application.get("/").statusCode()).isEqualTo(200);
            assertThat(application.get("/").statusCode()).isEqualTo(429);
        }
    }

    @Test
    void a_bean_limits_by_any_function_of_the_request() {
        try (var application = LimitedApplication.start(database)) {
            for (int i = 0; i < 2; i++) {
                assertThat(order(application, "/customers/7/orders", "acme")).isEqualTo(200);
            }
            assertThat(order(application, "/customers/8/orders", "acme")).isEqualTo(429);
            assertThat(order(application, "/customers/8/orders/9", "acme")).isEqualTo(200);
            assertThat(order(application, "/customers/8/orders", "other")).isEqualTo(200);
            assertThat(application
                            .get("/customers/8/orders", "Customer", "acme")
                            .statusCode())
                    .isEqualTo(200);
            assertThat(application.send("POST", "/customers/8/orders").statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void what_one_limit_denies_takes_nothing_from_another() {
        try (var application = LimitedApplication.start(
                database,
                RULE + "all.by=everybody",
                RULE + "all.window=3/1h",
                RULE + "one.paths=/one",
                RULE + "one.allow=1/1h")) {
            assertThat(application.get("/one").statusCode()).isEqualTo(200);
            assertThat(application.get("/one").statusCode()).isEqualTo(429);
            assertThat(application.get("/one").statusCode()).isEqualTo(429);

            assertThat(application.get("/two").statusCode()).isEqualTo(200);
            var last = application.get("/two");

            assertThat(last.statusCode()).isEqualTo(200);
            assertThat(header(last, "RateLimit")).startsWith("\"all\";r=0;");
        }
    }

    @Test
    void while_the_database_is_away_open_limits_pass_and_closed_ones_are_unavailable() {
        try (var proxy = database.proxy();
                var application = LimitedApplication.start(
                        proxy.jdbcUrl(database.name()),
                        database,
                        RULE + "open.paths=/open",
                        RULE + "open.allow=100/1h",
                        RULE + "closed.paths=/closed",
                        RULE + "closed.allow=100/1h",
                        RULE + "closed.fail=closed")) {
            Await.until(
                    "both are counted",
                    () -> application.get("/open").headers().map().containsKey("ratelimit")
                            && application.get("/closed").statusCode() == 200);
            proxy.refuse();
            proxy.cut();

            var passed = application.get("/open");
            assertThat(passed.statusCode()).isEqualTo(200);
            assertThat(header(passed, "RateLimit-Policy")).isEqualTo("\"open\";q=100;w=3600");
            assertThat(passed.headers().firstValue("RateLimit")).isEmpty();
            var refused = application.get("/closed");
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.body()).contains("limit-unavailable");
            assertThat(header(refused, "Retry-After")).isEqualTo("1");

            proxy.accept();
            Await.until("it is counted again", () -> application.get("/closed").statusCode() == 200);
        }
    }

    private static int from(LimitedApplication application, String forwardedFor) {
        return application.get("/api/orders", "X-Forwarded-For", forwardedFor).statusCode();
    }

    private static int order(LimitedApplication application, String path, String customer) {
        return application.send("POST", path, "Customer", customer).statusCode();
    }

    private static String header(HttpResponse<String> answer, String name) {
        return answer.headers().firstValue(name).orElseThrow();
    }
}
