// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@HowdahTest
class ReplicaTest {
    private static final String EVIL = "<script>{version}</script>";

    private final TestDatabase database;
    private final Web web = Web.on(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    private final HttpClient client = HttpClient.newHttpClient();
    private final Replica replica;

    ReplicaTest(TestDatabase database) {
        this.database = database;
        this.replica = open(database.jdbcUrl());
    }

    @BeforeEach
    void serve() {
        web.serve(replica, Web.Trust.NOBODY);
    }

    @AfterEach
    void close() {
        replica.close();
        web.close();
        client.close();
    }

    @Test
    void it_lives_before_it_is_ready() throws Exception {
        assertThat(get("/health/live").statusCode()).isEqualTo(200);
        assertThat(get("/health/ready").statusCode()).isEqualTo(503);
        assertThat(get("/health/ready").body()).isEqualTo("{\"ready\":false,\"reasons\":[\"starting\"]}\n");

        assertThat(replica.start()).isTrue();

        assertThat(get("/health/ready").statusCode()).isEqualTo(200);
        assertThat(get("/health/ready").body()).isEqualTo("{\"ready\":true,\"reasons\":[]}\n");
    }

    @Test
    void it_is_not_ready_as_soon_as_it_is_to_stop() throws Exception {
        replica.start();

        replica.announceStop();

        assertThat(get("/health/ready").statusCode()).isEqualTo(503);
        assertThat(get("/health/ready").body()).contains("stopping");
        assertThat(get("/health/live").statusCode()).isEqualTo(200);
    }

    @Test
    void it_waits_for_a_database_that_is_not_there_yet() throws Exception {
        try (var proxy = database.proxy();
                var waiting = open(proxy.jdbcUrl(database.name()))) {
            proxy.refuse();
            var starting = Thread.ofVirtual().start(() -> startQuietly(waiting));
            Await.until(
                    "it says why it is not ready",
                    () -> waiting.health().reasons().stream()
                            .anyMatch(reason -> reason.startsWith("The database does not let us in")));

            proxy.accept();

            Await.until("it is ready", () -> waiting.health().isReady());
            starting.join();
        }
    }

    @Test
    void one_that_is_closed_while_it_waits_starts_no_more() throws Exception {
        try (var proxy = database.proxy();
                var waiting = open(proxy.jdbcUrl(database.name()))) {
            proxy.refuse();
            waiting.announceStop();

            assertThat(waiting.start()).isFalse();
        }
    }

    @Test
    void pages_are_closed_to_whoever_is_not_known() throws Exception {
        replica.start();

        var page = get("/");

        assertThat(page.statusCode()).isEqualTo(303);
        assertThat(page.headers().firstValue("Location")).contains("/login");
        assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
                .startsWith("default-src 'none'; script-src 'self'")
                .doesNotContain("unsafe");
        assertThat(page.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
        assertThat(get("/login").body()).contains("Log in").doesNotContain(EVIL);
    }

    @Test
    void what_asks_the_database_says_when_it_does_not_answer() throws Exception {
        var known = send("GET", "/api/v1/stats", "Authorization", "Bearer hwd_abcdefgh_" + "x".repeat(43));
        assertThat(known.statusCode()).isEqualTo(401);
        replica.close();

        var unknown = send("GET", "/api/v1/stats", "Authorization", "Bearer hwd_abcdefgh_" + "x".repeat(43));

        assertThat(unknown.statusCode()).isEqualTo(503);
        assertThat(unknown.body()).contains("database-unreachable").doesNotContain("jdbc:");
        assertThat(get("/health/live").statusCode()).isEqualTo(200);
    }

    @Test
    void what_is_not_there_is_not_found_and_other_methods_are_refused() throws Exception {
        assertThat(get("/nothing").statusCode()).isEqualTo(404);
        assertThat(get("/health/ready/").statusCode()).isEqualTo(404);
        var post = send("POST", "/health/live");
        assertThat(post.statusCode()).isEqualTo(405);
        assertThat(post.headers().firstValue("Allow")).contains("GET, HEAD");
    }

    @Test
    void head_answers_like_get_without_a_body() throws Exception {
        var head = send("HEAD", "/health/live");

        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.headers().firstValueAsLong("Content-Length"))
                .hasValue(get("/health/live").body().length());
    }

    private HttpResponse<String> get(String path) throws Exception {
        return send("GET", path);
    }

    private HttpResponse<String> send(String method, String path, String... headers) throws Exception {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + web.port() + path))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .timeout(Duration.ofSeconds(60));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }

    private Replica open(String url) {
        var address = DatabaseAddress.of(url, database.user(), database.password());
        return Replica.open(address, "howdah", EVIL, Duration.ofSeconds(5));
    }

    private static void startQuietly(Replica replica) {
        try {
            replica.start();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
