// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.SchemaName;
import io.howdah.server.account.Keys;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import io.howdah.web.access.Role;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** Users, keys, delegations and reveals over HTTP, as the command line calls them. */
@HowdahTest
class AccountsApiTest {
    private static final List<String> METHODS = List.of("get", "post", "put", "delete");
    private static final String PASSWORD = "correct horse battery";

    private final TestDatabase database;
    private final Replica replica;
    private final Web web = Web.on(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));

    AccountsApiTest(TestDatabase database) {
        this.database = database;
        var address = DatabaseAddress.of(database.jdbcUrl(), database.user(), database.password());
        this.replica = Replica.open(address, "howdah", "one", Duration.ofSeconds(5));
    }

    @BeforeEach
    void serve() {
        web.serve(replica, Web.Trust.NOBODY);
    }

    @AfterEach
    void close() {
        replica.close();
        web.close();
    }

    @Test
    void users_are_made_changed_and_disabled() {
        var admin = commands(Role.ADMIN);
        var link = admin.run(0, "users", "create", "ada", "--role", "admin", "--group", "leads")
                .getFirst();
        assertThat(admin.run(4, "users", "create", "ada", "--role", "admin"))
                .first()
                .asString()
                .contains("already");
        assertThat(admin.run(0, "users", "groups")).last().asString().contains("leads", "ada");

        try (var ada = new Browser()) {
            var token = link.substring(link.indexOf('=') + 1);
            ada.post(here("/link"), "token", token, "password", PASSWORD);
            assertThat(ada.get(here("/users")).statusCode()).isEqualTo(200);
            assertThat(admin.run(4, "users", "disable", "ada"))
                    .first()
                    .asString()
                    .contains("last admin");
            assertThat(admin.run(4, "users", "role", "ada", "viewer"))
                    .first()
                    .asString()
                    .contains("last admin");
            admin.run(0, "users", "create", "bob", "--role", "admin");
            admin.run(0, "users", "role", "ada", "viewer");
            admin.run(0, "users", "set-groups", "ada", "on-call", "night");
            assertThat(ada.get(here("/users")).statusCode()).isEqualTo(403);
            admin.run(0, "users", "disable", "ada");
            assertThat(ada.get(here("/")).statusCode()).isEqualTo(303);
        }
        assertThat(admin.run(0, "users", "-o", "jsonl").getFirst())
                .contains("\"ada\"", "\"viewer\"", "on-call", "disabledAt")
                .doesNotContain("hash");
        assertThat(admin.run(3, "users", "enable", "eve")).first().asString().contains("There is no user eve");
        assertThat(commands(Role.OPERATOR).run(5, "users")).first().asString().contains("(forbidden)");
        assertThat(database.query("select count(*) from howdah.http_answer where body::text like '%token%'"))
                .containsExactly(List.of(0L));
    }

    @Test
    void a_key_is_told_once_and_revoked() {
        var admin = commands(Role.ADMIN);
        var key = admin.run(0, "keys", "create", "the shop", "--role", "viewer", "--valid", "P90D")
                .getFirst();

        assertThat(Commands.on(web, key).run(0, "members")).isNotEmpty();
        assertThat(String.join("\n", admin.run(0, "keys", "-o", "json")))
                .contains("the shop")
                .doesNotContain(key.substring(13));
        assertThat(admin.run(0, "keys", "revoke", key.substring(4, 12))).containsExactly("revoked");
        assertThat(admin.run(3, "keys", "revoke", key.substring(4, 12))).isNotEmpty();
        Await.within(Duration.ofSeconds(1))
                .until(
                        "the key is refused",
                        () -> !Commands.on(web, key).run(5, "members").isEmpty());
        assertThat(database.query("select body from howdah.http_answer")).isEmpty();
        assertThat(database.query("select action, subject from howdah.audit where action like 'key.%' order by id"))
                .contains(
                        List.of("key.create", "name=the shop role=viewer"),
                        List.of("key.revoke", key.substring(4, 12)));
    }

    @Test
    void who_reveals_a_payload_is_written_down() {
        var operator = commands(Role.OPERATOR);
        var id = operator.run(0, "jobs", "enqueue", "pay", "{\"password\":\"hunter2\"}", "--delay", "PT1H")
                .getFirst();

        assertThat(operator.run(0, "jobs", "payload", id)).containsExactly("{\"password\":\"[redacted]\"}");
        assertThat(database.query("select action from howdah.audit where action like 'job.reveal%'"))
                .isEmpty();
        assertThat(commands(Role.VIEWER).run(5, "jobs", "payload", id, "--reveal"))
                .isNotEmpty();
        assertThat(operator.run(0, "jobs", "payload", id, "--reveal")).containsExactly("{\"password\":\"hunter2\"}");
        assertThat(database.query("select action, subject from howdah.audit where action like 'job.reveal%'"))
                .as("before anybody sees it")
                .containsExactly(List.of("job.reveal-payload", id));
    }

    @Test
    void somebody_votes_for_somebody_else_for_a_time() {
        var ada = key(Role.APPROVER);
        var bob = key(Role.APPROVER);
        var id = commands(Role.OPERATOR)
                .run(0, "approvals", "request", "deploy/shop", "--person", nameOf(ada))
                .getFirst();
        var byBob = Commands.on(web, bob);

        assertThat(byBob.run(5, "approvals", "approve", id, "--for", nameOf(ada)))
                .isNotEmpty();
        assertThat(Commands.on(web, ada).run(0, "approvals", "delegate", nameOf(bob)))
                .last()
                .asString()
                .contains(nameOf(ada), nameOf(bob));
        assertThat(byBob.run(0, "approvals", "delegations")).hasSize(2);
        assertThat(byBob.run(0, "approvals", "approve", id, "--for", nameOf(ada)))
                .containsExactly("approved");
        assertThat(Commands.on(web, ada).run(0, "approvals", "undelegate", nameOf(bob)))
                .containsExactly("ended");
        assertThat(byBob.run(0, "approvals", "delegations")).hasSize(1);
    }

    @Test
    void the_description_names_every_route_and_no_other() {
        try (var anybody = new Browser()) {
            var strict = new LoaderOptions();
            strict.setAllowDuplicateKeys(false);
            Map<String, Map<String, Map<String, Object>>> document = new Yaml(new SafeConstructor(strict))
                    .load(anybody.get(here("/api/openapi.yaml")).body());
            var described = new TreeSet<String>();
            document.getOrDefault("paths", Map.of())
                    .forEach((path, item) -> item.keySet().stream()
                            .filter(METHODS::contains)
                            .forEach(method -> described.add(method.toUpperCase(Locale.ROOT) + " " + path)));
            var handled = new TreeSet<String>();
            Routes.of(web).stream()
                    .filter(route -> route.path().startsWith("/api/"))
                    .forEach(route -> handled.add(route.toString().replace("{*", "{")));

            assertThat(described).containsExactlyElementsOf(handled);
        }
    }

    private static String nameOf(String key) {
        return "key " + key.substring(4, 12);
    }

    private Commands commands(Role role) {
        return Commands.on(web, key(role));
    }

    private String key(Role role) {
        return new Keys(Db.of(database.dataSource(), SchemaName.DEFAULT))
                .create("test", role, "test", Optional.empty());
    }

    private String here(String path) {
        return "http://127.0.0.1:" + web.port() + path;
    }
}
