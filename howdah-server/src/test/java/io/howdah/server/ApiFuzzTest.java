// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.SchemaName;
import io.howdah.server.account.Keys;
import io.howdah.server.fuzz.ApiDescription;
import io.howdah.server.fuzz.Garbage;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import io.howdah.test.Together;
import io.howdah.web.access.Role;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/**
 * Every route of the API with what nobody should send. {@code -Dhowdah.seed=N} sends something else; the same number
 * sends the same.
 */
@HowdahTest
class ApiFuzzTest {
    private static final long SEED = Long.getLong("howdah.seed", 20260131);
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final int AT_ONCE = 4;

    private final TestDatabase database;
    private final HttpClient client = HttpClient.newHttpClient();
    private final Web web = Web.on(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    private final List<String> findings = new CopyOnWriteArrayList<>();
    private Replica replica;
    private String key;
    private String codes;

    ApiFuzzTest(TestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    void serve() throws Exception {
        var address = DatabaseAddress.of(database.jdbcUrl(), database.user(), database.password());
        replica = Replica.open(address, "howdah", "one", Duration.ofSeconds(5));
        web.serve(replica, Web.Trust.NOBODY);
        replica.start();
        key = new Keys(Db.of(database.dataSource(), SchemaName.DEFAULT))
                .create("fuzz", Role.ADMIN, "ada", Optional.empty());
        codes = Files.readString(Path.of("../docs/reference/error-codes.md"));
    }

    @AfterEach
    void close() {
        client.shutdownNow();
        replica.close();
        web.close();
    }

    @Test
    void no_request_is_a_failure_of_the_server_and_every_refusal_has_a_code() {
        var description = ApiDescription.of(get("/api/openapi.yaml"));
        var garbage = new Garbage(description, SEED);
        var requests = new ConcurrentLinkedQueue<Garbage.Request>();
        description.operations().forEach(operation -> requests.addAll(garbage.requests(operation)));
        var sent = new AtomicInteger();
        var work = new ArrayList<Callable<Integer>>();
        for (int i = 0; i < AT_ONCE; i++) {
            work.add(() -> {
                for (var request = requests.poll(); request != null; request = requests.poll()) {
                    send(request);
                    sent.incrementAndGet();
                }
                return 0;
            });
        }
        Together.run(work);

        assertThat(findings)
                .as("with -Dhowdah.seed=%s, of %s requests", SEED, sent)
                .isEmpty();
        assertThat(sent.get()).isGreaterThan(2_000);
    }

    private void send(Garbage.Request request) throws IOException, InterruptedException {
        var built = request(request.path()).method(request.method(), BodyPublishers.ofByteArray(request.body()));
        request.headers().forEach(built::setHeader);
        try {
            var answer = client.send(built.build(), BodyHandlers.ofInputStream());
            try (var body = answer.body()) {
                if (answer.statusCode() >= 400) {
                    judge(request, answer, new String(body.readAllBytes(), UTF_8));
                }
            }
        } catch (HttpTimeoutException late) {
            findings.add("no answer to " + request);
        }
    }

    private void judge(Garbage.Request request, HttpResponse<?> answer, String body) {
        var type = answer.headers().firstValue("Content-Type").orElse("nothing");
        if (request.path().startsWith("/api/terraform/") && answer.statusCode() == 404 && body.isEmpty()) {
            // That there is no state yet is said to Terraform in this way.
            return;
        }
        if (answer.statusCode() >= 500) {
            findings.add(answer.statusCode() + " to " + request + ": " + body);
        } else if (!type.equals("application/problem+json")) {
            findings.add(answer.statusCode() + " with " + type + " to " + request + ": " + body);
        } else {
            var problem = MAPPER.readTree(body);
            var code = problem.path("code").asString("");
            if (problem.path("status").asInt() != answer.statusCode() || !codes.contains("`" + code + "`")) {
                findings.add(answer.statusCode() + " with the code \"" + code + "\" to " + request + ": " + body);
            }
        }
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + web.port() + path))
                .timeout(Duration.ofSeconds(20))
                .header("Authorization", "Bearer " + key);
    }

    private String get(String path) {
        try {
            return client.send(request(path).build(), BodyHandlers.ofString()).body();
        } catch (IOException | InterruptedException failure) {
            throw new AssertionError(failure);
        }
    }
}
