// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.SchemaName;
import io.howdah.log.NewEvent;
import io.howdah.log.Topic;
import io.howdah.log.Topic.Numbering;
import io.howdah.server.account.Keys;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import io.howdah.web.access.Role;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Who changed what, as admins are told. */
@HowdahTest
class AuditApiTest {
    private static final JsonMapper MAPPER = new JsonMapper();

    private final TestDatabase database;
    private final Replica replica;
    private final Web web = Web.on(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));

    AuditApiTest(TestDatabase database) {
        this.database = database;
        var address = DatabaseAddress.of(database.jdbcUrl(), database.user(), database.password());
        this.replica = Replica.open(address, "howdah", "one", Duration.ofSeconds(5));
    }

    @BeforeEach
    void serve() {
        web.serve(replica, Web.Trust.NOBODY);
        database.execute("""
                insert into howdah.audit (at, actor, action, subject, address, member)
                select timestamptz '2026-01-01 00:00Z' + n * interval '1 minute',
                       case when n % 10 = 0 then 'ada' else 'bob' end,
                       case when n % 4 = 0 then 'queue.pause' else 'queue.resume' end, 'q' || n % 3, '::1', 'one'
                from generate_series(1, 100) n
                """);
    }

    @AfterEach
    void close() {
        replica.close();
        web.close();
    }

    @Test
    void it_is_found_by_who_what_of_what_and_when() {
        assertThat(found("--actor", "ada"))
                .hasSize(10)
                .allSatisfy(row -> assertThat(row.get("actor").asString()).isEqualTo("ada"));
        assertThat(found("--action", "queue.pause")).hasSize(25);
        assertThat(found("--actor", "ada", "--action", "queue.pause")).hasSize(5);
        assertThat(found("--subject", "q1", "--actor", "bob")).hasSize(30);
        assertThat(found("--from", "2026-01-01T00:10:00Z", "--until", "2026-01-01T00:12:00Z"))
                .extracting(row -> row.get("at").asString())
                .containsExactly("2026-01-01T00:11:00Z", "2026-01-01T00:10:00Z");
        assertThat(found("--actor", "nobody")).isEmpty();
    }

    @Test
    void pages_follow_each_other_without_loss_or_repetition() {
        var seen = new ArrayList<String>();
        Optional<String> after = Optional.empty();
        do {
            var words = new ArrayList<>(List.of("--actor", "bob", "--limit", "7"));
            after.ifPresent(place -> words.addAll(List.of("--after", place)));
            var page = page(words.toArray(String[]::new));
            page.get("items").forEach(row -> seen.add(row.get("id").asString()));
            after = Optional.ofNullable(page.get("next")).map(JsonNode::asString);
        } while (after.isPresent());

        assertThat(seen).hasSize(90).doesNotHaveDuplicates();
        assertThat(seen.stream().map(Long::valueOf).toList()).isSortedAccordingTo(Comparator.reverseOrder());
    }

    @Test
    void changes_of_the_same_moment_are_told_apart() {
        database.execute("""
                insert into howdah.audit (at, actor, action, subject, address, member)
                select timestamptz '2026-02-01 00:00Z', 'eve', 'queue.pause', 'q', '::1', 'one'
                from generate_series(1, 5)
                """);
        var first = page("--actor", "eve", "--limit", "3");
        var second = page(
                "--actor", "eve", "--limit", "3", "--after", first.get("next").asString());
        assertThat(first.get("items").size() + second.get("items").size()).isEqualTo(5);
        assertThat(second.has("next")).isFalse();
    }

    @Test
    void what_was_just_changed_is_there_with_how_it_went() {
        var admin = commands(Role.ADMIN);
        admin.run(0, "jobs", "enqueue", "x", "--to", "mail");
        admin.run(0, "queues", "pause", "mail");
        assertThat(admin.run(0, "audit", "--action", "queue.pause", "--subject", "mail"))
                .last()
                .asString()
                .contains("queue.pause", "mail", "done");
    }

    @Test
    void what_a_body_or_a_form_names_is_named_whichever_way_it_came() {
        var admin = commands(Role.ADMIN);
        for (var name : List.of("nightly", "weekly")) {
            admin.run(0, "locks", "force", "shop", name, "--reason", "stuck");
        }
        admin.run(0, "jobs", "retry", "--all", "--type", "charge", "--dry-run");
        admin.run(0, "topics", "bind", "orders.#", "mail");
        admin.run(0, "users", "create", "vic", "--role", "viewer", "--group", "leads", "--group", "night");
        admin.run(0, "users", "set-groups", "vic", "on-call");

        assertThat(database.query("""
                        select action, subject from howdah.audit where actor like 'key %' order by id"""))
                .containsExactly(
                        List.of("lock.force", "namespace=shop name=nightly"),
                        List.of("lock.force", "namespace=shop name=weekly"),
                        List.of("job.retry-all", "type=charge dryRun=true"),
                        List.of("topic.bind", "pattern=orders.# queue=mail"),
                        List.of("user.create", "name=vic role=viewer groups=leads,night"),
                        List.of("user.groups", "vic groups=on-call"));
        assertThat(found("--subject", "nightly"))
                .singleElement()
                .extracting(row -> row.get("action").asString())
                .isEqualTo("lock.force");
    }

    @Test
    void what_a_body_names_is_named_whatever_the_body_is_called() {
        var key = adminKey();
        for (var type : List.of("application/json", "APPLICATION/JSON; charset=utf-8", "text/plain", "x/y")) {
            try (var client = new Browser()) {
                var status = client.send(HttpRequest.newBuilder(
                                        URI.create("http://127.0.0.1:" + web.port() + "/api/v1/dead-jobs/discard"))
                                .header("Authorization", "Bearer " + key)
                                .header("Content-Type", type)
                                .POST(HttpRequest.BodyPublishers.ofString("{\"type\":\"charge\",\"dryRun\":true}")))
                        .statusCode();
                assertThat(status).as(type).isEqualTo(200);
            }
        }
        assertThat(database.query("select subject from howdah.audit where action = 'job.discard-all'"))
                .hasSize(4)
                .containsOnly(List.of("type=charge dryRun=true"));
    }

    private String adminKey() {
        return new Keys(Db.of(database.dataSource(), SchemaName.DEFAULT))
                .create("test", Role.ADMIN, "test", Optional.empty());
    }

    @Test
    void what_no_text_may_have_is_left_out_and_too_much_is_cut() {
        var key = adminKey();
        for (var name : List.of("a\\u0000b", "\\ud800", "x".repeat(1_000), "1\",\"name\":[")) {
            try (var client = new Browser()) {
                var status = client.send(HttpRequest.newBuilder(
                                        URI.create("http://127.0.0.1:" + web.port() + "/api/v1/locks/force-release"))
                                .header("Authorization", "Bearer " + key)
                                .header("Content-Type", "application/json")
                                .POST(HttpRequest.BodyPublishers.ofString(
                                        "{\"namespace\":\"shop\",\"name\":\"" + name + "\",\"reason\":\"r\"}")))
                        .statusCode();
                assertThat(status).as(name).isBetween(200, 499);
            }
        }
        assertThat(database.query("select subject from howdah.audit where action = 'lock.force' order by id"))
                .containsExactly(
                        List.of("namespace=shop name=a\uFFFDb"),
                        List.of("namespace=shop name=\uFFFD"),
                        List.of("namespace=shop name=" + "x".repeat(280)),
                        List.of(""));
    }

    @Test
    void what_goes_on_for_a_while_is_one_change_and_its_end_is_written_down() throws IOException {
        var orders = Topic.of("orders").numbering(Numbering.AT_APPEND);
        replica.howdah().log().create(orders);
        var key = new Keys(Db.of(database.dataSource(), SchemaName.DEFAULT))
                .create("test", Role.ADMIN, "test", Optional.empty());
        try (var client = new Browser()) {
            assertThat(client.status(HttpRequest.newBuilder(URI.create(
                                    "http://127.0.0.1:" + web.port() + "/api/v1/log/topics/orders/tail/reveal"))
                            .header("Authorization", "Bearer " + key)
                            .POST(HttpRequest.BodyPublishers.noBody())))
                    .isEqualTo(200);
        }
        Await.until("the end is written down", () -> {
            replica.howdah().log().append(orders, NewEvent.of("paid", 1));
            return database.one("""
                    select count(*) from howdah.audit join howdah.audit_outcome on audit_id = id
                    where action = 'log.reveal-tail'""", Long.class) > 0;
        });
        assertThat(database.query("select subject from howdah.audit where action = 'log.reveal-tail'"))
                .containsExactly(List.of("orders"));
    }

    @Test
    void nobody_but_admins_sees_it_and_a_place_that_is_none_is_refused() {
        for (var role : List.of(Role.VIEWER, Role.OPERATOR, Role.APPROVER, Role.WORKER)) {
            assertThat(commands(role).run(5, "audit")).isNotEmpty();
        }
        assertThat(commands(Role.ADMIN).run(2, "audit", "--after", "x"))
                .singleElement()
                .asString()
                .contains("after must be");
        assertThat(commands(Role.ADMIN).run(2, "audit", "--from", "yesterday"))
                .singleElement()
                .asString()
                .contains("from is a time");
    }

    private List<JsonNode> found(String... words) {
        var rows = new ArrayList<JsonNode>();
        page(words).get("items").forEach(rows::add);
        return rows;
    }

    private JsonNode page(String... words) {
        var command = new ArrayList<>(List.of("audit", "-o", "json", "--limit", "100"));
        if (List.of(words).contains("--limit")) {
            command.removeLast();
            command.removeLast();
        }
        command.addAll(List.of(words));
        var lines = commands(Role.ADMIN).run(0, command.toArray(String[]::new));
        return MAPPER.readTree(String.join(
                "\n",
                lines.stream().filter(line -> !line.startsWith("There may")).toList()));
    }

    private Commands commands(Role role) {
        var keys = new Keys(Db.of(database.dataSource(), SchemaName.DEFAULT));
        return Commands.on(web, keys.create("a " + role.word(), role, "test", Optional.empty()));
    }
}
