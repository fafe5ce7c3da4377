// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.SchemaName;
import io.howdah.notification.Endpoint;
import io.howdah.server.account.Keys;
import io.howdah.server.trace.Collector;
import io.howdah.server.trace.ServerTraces;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import io.howdah.test.TestProcess;
import io.howdah.web.access.Role;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** One trace from a caller through the API, a worker and a webhook, told to a collector or only carried. */
@HowdahTest
class ServerTracesTest {
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String CALLER = "00-" + TRACE + "-00f067aa0ba902b7-01";
    private static final String WORKER = "00-" + TRACE + "-1111111111111111-01";
    private static final int SERVER = 2;
    private static final int PRODUCER = 4;
    private static final int CONSUMER = 5;

    private final TestDatabase database;
    private final String key;
    private final OtlpReceiver receiver = new OtlpReceiver();
    private final Browser client = new Browser();
    private final Web web = Web.on(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    private Optional<Replica> replica = Optional.empty();

    ServerTracesTest(TestDatabase database) {
        this.database = database;
        this.key = new Keys(Db.of(database.dataSource(), SchemaName.DEFAULT))
                .create("test", Role.ADMIN, "test", Optional.empty());
    }

    @AfterEach
    void close() {
        replica.ifPresent(Replica::close);
        web.close();
        client.close();
        receiver.close();
    }

    @Test
    void a_trace_goes_from_a_caller_to_a_worker_and_a_webhook_and_the_collector_sees_all_of_it() throws Exception {
        var traces = ServerTraces.exported(receiver.collector(1), "one", "test");
        serve(traces);

        post("/api/v1/jobs", "{\"type\":\"charge\"}", CALLER);
        var claimed = json(post("/api/v1/claims", "{\"types\":[\"charge\"],\"waiting\":\"PT5S\"}", "none"))
                .at("/items/0");
        post("/api/v1/claims/" + claimed.path("claim").asString() + "/complete", "{}", WORKER);
        notifyByWebhook();
        Await.until("the webhook arrived", () -> !receiver.hooks().isEmpty());
        Await.until(
                "the delivery is written down",
                () -> database.one("select state from howdah.notification_deliveries", String.class)
                        .equals("delivered"));
        traces.close();

        var request = receiver.named("POST /api/v1/jobs");
        var enqueue = receiver.named("enqueue charge");
        var complete = receiver.named("POST /api/v1/claims/{claim}/complete");
        var delivery = receiver.named("delivery webhook");
        assertThat(request).isEqualTo(span(request.id(), "00f067aa0ba902b7", "POST /api/v1/jobs", SERVER));
        assertThat(enqueue).isEqualTo(span(enqueue.id(), request.id(), "enqueue charge", PRODUCER));
        assertThat(claimed.path("traceparent").asString()).isEqualTo("00-" + TRACE + "-" + enqueue.id() + "-01");
        assertThat(complete)
                .isEqualTo(span(complete.id(), "1111111111111111", "POST /api/v1/claims/{claim}/complete", SERVER));
        var notify = receiver.named("notify order.shipped");
        assertThat(delivery).isEqualTo(span(delivery.id(), notify.id(), "delivery webhook", CONSUMER));
        assertThat(receiver.hooks()).containsExactly("00-" + TRACE + "-" + delivery.id() + "-01");
        assertThat(receiver.named("POST /api/v1/claims").trace())
                .as("who waits for work is a part of no trace")
                .isNotEqualTo(TRACE);
        assertThat(receiver.keys()).isNotEmpty().containsOnly("s3cret");
    }

    @Test
    void without_a_collector_what_callers_say_is_carried_as_it_is() throws Exception {
        serve(ServerTraces.carried());

        post("/api/v1/jobs", "{\"type\":\"charge\"}", CALLER);
        post("/api/v1/queues/mail/messages", "{\"payload\":1}", CALLER);
        notifyByWebhook();

        assertThat(json(post("/api/v1/claims", "{\"types\":[\"charge\"]}", WORKER))
                        .at("/items/0/traceparent")
                        .asString())
                .isEqualTo(CALLER);
        assertThat(json(post("/api/v1/queues/mail/messages/receive", "{}", WORKER))
                        .at("/items/0/traceparent")
                        .asString())
                .isEqualTo(CALLER);
        Await.until("the webhook arrived", () -> !receiver.hooks().isEmpty());
        assertThat(receiver.hooks()).containsExactly(CALLER);
        assertThat(receiver.spans()).isEmpty();
    }

    @Test
    void what_is_no_traceparent_is_passed_over() throws Exception {
        serve(ServerTraces.carried());

        for (var none : new String[] {"none", "00-xyz", CALLER + "-0", CALLER.toUpperCase(java.util.Locale.ROOT)}) {
            post("/api/v1/jobs", "{\"type\":\"charge\"}", none);
        }
        post("/api/v1/jobs", "{\"type\":\"charge\"}", CALLER);

        var claimed = json(post("/api/v1/claims", "{\"types\":[\"charge\"],\"max\":10}", WORKER));
        assertThat(claimed.path("items").findValuesAsString("traceparent")).containsExactly(CALLER);
    }

    @Test
    void of_traces_that_begin_here_a_share_is_told_and_of_others_what_their_caller_says() throws Exception {
        var traces = ServerTraces.exported(receiver.collector(0), "one", "test");
        serve(traces);

        post("/api/v1/jobs", "{\"type\":\"ours\"}", "none");
        post("/api/v1/jobs", "{\"type\":\"quiet\"}", CALLER.replaceFirst("01$", "00"));
        post("/api/v1/jobs", "{\"type\":\"told\"}", CALLER);
        // An answer comes before its span has ended; the next request on the connection begins after it.
        var claimed = json(post("/api/v1/claims", "{\"types\":[\"quiet\"]}", "none"));
        traces.close();

        assertThat(receiver.spans())
                .extracting(OtlpReceiver.Span::name)
                .containsExactlyInAnyOrder("enqueue told", "POST /api/v1/jobs");
        assertThat(claimed.at("/items/0/traceparent").asString())
                .startsWith("00-" + TRACE)
                .endsWith("-00");
    }

    @Test
    void a_collector_that_is_away_holds_nothing_up() throws Exception {
        var away = new Collector(URI.create("http://127.0.0.1:1/v1/traces"), Map.of(), 1);
        serve(ServerTraces.exported(away, "one", "test"));

        assertThat(post("/api/v1/jobs", "{\"type\":\"charge\"}", CALLER).statusCode())
                .isEqualTo(201);
        assertThat(json(post("/api/v1/claims", "{\"types\":[\"charge\"]}", "none"))
                        .at("/items/0/traceparent")
                        .asString())
                .contains(TRACE);
    }

    @Test
    void without_a_collector_nothing_of_the_library_is_loaded(@TempDir Path folder) throws IOException {
        var loaded = folder.resolve("classes");
        try (var process = TestProcess.of(Main.class)
                .jvmOptions("-Xlog:class+load:file=" + loaded)
                .arguments("serve", "--port", "0", "--name", "quiet")
                .environment("HOWDAH_DATABASE_URL", database.jdbcUrl())
                .environment("HOWDAH_DATABASE_USER", database.user())
                .environment("HOWDAH_DATABASE_PASSWORD", database.password())
                .start()) {
            process.awaitLine("quiet has joined");
            process.terminate();
            assertThat(process.awaitExit()).isZero();
        }
        assertThat(Files.readAllLines(loaded))
                .anyMatch(line -> line.contains("io.howdah.server.trace.CarriedTraces"))
                .noneMatch(line -> line.contains("io.opentelemetry"));
    }

    private static OtlpReceiver.Span span(String id, String parent, String name, int kind) {
        return new OtlpReceiver.Span(TRACE, id, parent, name, kind);
    }

    private void serve(ServerTraces traces) throws InterruptedException {
        var address = DatabaseAddress.of(database.jdbcUrl(), database.user(), database.password());
        var opened = Replica.open(address, "howdah", "one", Duration.ofSeconds(5), traces);
        replica = Optional.of(opened);
        opened.deliver(DeliverySettings.from(Map.of("HOWDAH_WEBHOOK_NETWORKS", "127.0.0.0/8")));
        web.serve(opened, Web.Trust.NOBODY);
        opened.start();
    }

    private void notifyByWebhook() {
        replica.orElseThrow()
                .howdah()
                .notifications()
                .endpoints()
                .put(Endpoint.of("billing", receiver.address("/hook")));
        post(
                "/api/v1/notifications",
                "{\"key\":\"1\",\"type\":\"order.shipped\",\"to\":[\"endpoint:billing\"],\"text\":\"It left.\"}",
                CALLER);
    }

    private HttpResponse<String> post(String path, String body, String traceparent) {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + web.port() + path))
                .header("Authorization", "Bearer " + key)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body));
        if (!traceparent.equals("none")) {
            request.header("traceparent", traceparent);
        }
        var answer = client.send(request);
        assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 202);
        return answer;
    }

    private static tools.jackson.databind.JsonNode json(HttpResponse<String> answer) {
        return JsonMapper.shared().readTree(answer.body());
    }
}
