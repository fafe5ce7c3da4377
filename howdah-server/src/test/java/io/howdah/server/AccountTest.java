// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.SchemaName;
import io.howdah.server.account.Accounts;
import io.howdah.server.account.Keys;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestClock;
import io.howdah.test.TestDatabase;
import io.howdah.test.Together;
import io.howdah.web.access.Forgery;
import io.howdah.web.access.Permission;
import io.howdah.web.access.Role;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who gets in and who does not, on two replicas of one installation. */
@HowdahTest
class AccountTest {
    private static final String PASSWORD = "correct horse battery";

    private final TestDatabase database;
    private final TestClock clock;
    private final Replica replica;
    private final Replica other;
    private final Web web = Web.on(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    private final Web otherWeb = Web.on(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    private final Browser ada = new Browser();
    private final Browser eve = new Browser();

    AccountTest(TestDatabase database, TestClock clock) {
        this.database = database;
        this.clock = clock;
        this.replica = open("one");
        this.other = open("two");
    }

    @BeforeEach
    void serve() throws InterruptedException {
        web.serve(replica, Web.Trust.NOBODY);
        otherWeb.serve(other, Web.Trust.NOBODY);
        replica.start();
    }

    @AfterEach
    void close() {
        ada.close();
        eve.close();
        replica.close();
        other.close();
        web.close();
        otherWeb.close();
    }

    @Test
    void the_first_account_is_made_by_a_link_that_works_once() {
        var link = here("/link?token=" + replica.firstLink().orElseThrow());
        var second = other.firstLink().orElseThrow();

        assertThat(ada.get(link).body()).contains("The first account");
        assertThat(ada.post(here("/link"), "token", tokenOf(link), "name", "ada", "password", "short")
                        .statusCode())
                .isEqualTo(400);
        var made = ada.post(here("/link"), "token", tokenOf(link), "name", "Ada", "password", PASSWORD);

        assertThat(made.statusCode()).isEqualTo(303);
        assertThat(made.headers().firstValue("Set-Cookie").orElseThrow())
                .startsWith("howdah=")
                .contains("HttpOnly", "SameSite=Lax", "Path=/")
                .doesNotContain("Secure");
        assertThat(ada.get(here("/")).body()).contains("ada", "admin", "Oldest transactions");
        assertThat(ada.get(there("/users")).statusCode()).isEqualTo(200);
        assertThat(eve.post(here("/link"), "token", tokenOf(link), "name", "eve", "password", PASSWORD)
                        .statusCode())
                .isEqualTo(409);
        assertThat(eve.post(there("/link"), "token", second, "name", "eve", "password", PASSWORD)
                        .statusCode())
                .isEqualTo(409);
        assertThat(replica.firstLink()).isEmpty();
        assertThat(database.query("select name from howdah.account")).containsExactly(List.of("ada"));
    }

    @Test
    void of_many_first_links_at_once_one_makes_an_account() {
        var tokens = List.of(replica.firstLink(), other.firstLink(), replica.firstLink(), other.firstLink());
        var posts = new ArrayList<Callable<Integer>>();
        for (int i = 0; i < tokens.size(); i++) {
            var name = "admin" + i;
            var token = tokens.get(i).orElseThrow();
            posts.add(() -> {
                try (var somebody = new Browser()) {
                    return somebody.post(here("/link"), "token", token, "name", name, "password", PASSWORD)
                            .statusCode();
                }
            });
        }

        assertThat(Together.run(posts)).containsOnlyOnce(303).contains(409);
        assertThat(database.query("select name from howdah.account")).hasSize(1);
    }

    @Test
    void a_password_lets_in_and_a_wrong_one_is_counted_over_all_replicas() {
        setUp();
        assertThat(eve.post(here("/login"), "name", "ada", "password", PASSWORD).statusCode())
                .isEqualTo(303);
        assertThat(eve.get(there("/jobs")).statusCode()).isEqualTo(200);

        for (int i = 0; i < 5; i++) {
            var target = i % 2 == 0 ? here("/login") : there("/login");
            assertThat(guess(target).statusCode()).isEqualTo(401);
        }
        failUntilTheDelayIsAMinute(there("/login"));

        assertThat(guess(here("/login")).statusCode()).isEqualTo(429);
        assertThat(guess(there("/login")).headers().firstValueAsLong("Retry-After"))
                .isPresent();
        try (var right = new Browser()) {
            assertThat(right.post(there("/login"), "name", "ada", "password", PASSWORD)
                            .statusCode())
                    .isEqualTo(429);
            clock.advance(Duration.ofMinutes(20));
            assertThat(right.post(there("/login"), "name", "ada", "password", PASSWORD)
                            .statusCode())
                    .isEqualTo(303);
        }
    }

    @Test
    void attempts_at_the_same_time_are_no_more_than_one_after_the_other() {
        setUp();
        for (int i = 0; i < 5; i++) {
            assertThat(guess(here("/login")).statusCode()).isEqualTo(401);
        }
        failUntilTheDelayIsAMinute(there("/login"));
        clock.advance(Duration.ofMinutes(2));
        Callable<Integer> guess = () ->
                guess(Math.random() < 0.5 ? here("/login") : there("/login")).statusCode();

        var answers = Together.run(Collections.nCopies(12, guess));

        assertThat(answers).containsOnlyOnce(401);
        assertThat(answers).contains(429);
    }

    @Test
    void what_is_no_name_at_all_is_refused_like_any_other() {
        setUp();
        for (var name : List.of("", "\0", "a".repeat(2_000), "ada\n")) {
            var answer = eve.post(here("/login"), "name", name, "password", "not the password");
            assertThat(answer.statusCode()).as(name).isEqualTo(401);
        }
    }

    @Test
    void a_session_that_is_ended_is_over_on_every_replica_at_once() {
        setUp();
        eve.post(there("/login"), "name", "ada", "password", PASSWORD);
        assertThat(eve.get(there("/")).statusCode()).isEqualTo(200);

        ada.get(here("/users"));
        ada.post(here("/users/ada/logout"));

        assertThat(eve.get(there("/")).statusCode()).isEqualTo(303);
        assertThat(eve.get(here("/")).statusCode()).isEqualTo(303);
    }

    @Test
    void a_session_ends_by_itself_and_by_logging_out() {
        setUp();
        var stolen = ada.cookie();
        ada.get(here("/"));
        ada.post(here("/logout"));
        assertThat(withCookie(stolen).statusCode()).isEqualTo(303);

        ada.post(here("/login"), "name", "ada", "password", PASSWORD);
        assertThat(ada.get(here("/")).statusCode()).isEqualTo(200);
        clock.advance(Duration.ofHours(13));
        assertThat(ada.get(here("/")).statusCode()).isEqualTo(303);
    }

    @Test
    void a_new_user_chooses_a_password_and_may_what_the_role_says() {
        setUp();
        ada.get(here("/users"));
        var made = ada.post(here("/users"), "name", "vic", "role", "viewer");
        var link = made.body().replaceAll("(?s).*<pre id=\"made\">[^?]*\\?token=([^<]+)</pre>.*", "$1");

        assertThat(eve.post(there("/link"), "token", link, "password", PASSWORD + " 2")
                        .statusCode())
                .isEqualTo(303);
        assertThat(eve.get(there("/jobs")).statusCode()).isEqualTo(200);
        assertThat(eve.get(there("/users")).statusCode()).isEqualTo(403);

        ada.post(here("/users/vic/role"), "role", "admin");
        assertThat(eve.get(there("/users")).statusCode()).isEqualTo(200);
        ada.post(here("/users/vic/disable"));
        assertThat(eve.get(there("/jobs")).statusCode()).isEqualTo(303);
        assertThat(eve.post(there("/login"), "name", "vic", "password", PASSWORD + " 2")
                        .statusCode())
                .isEqualTo(401);
    }

    @Test
    void the_last_admin_stays() {
        setUp();
        ada.get(here("/users"));

        assertThat(ada.post(here("/users/ada/disable")).statusCode()).isEqualTo(409);
        assertThat(ada.post(here("/users/ada/role"), "role", "viewer").statusCode())
                .isEqualTo(409);
    }

    @Test
    void a_key_is_shown_once_kept_as_a_hash_and_revoked_everywhere_within_a_second() {
        setUp();
        ada.get(here("/keys"));
        var made = ada.post(here("/keys"), "name", "ci", "role", "operator", "days", "30");
        var key = made.body().replaceAll("(?s).*<pre id=\"made\">([^<]+)</pre>.*", "$1");
        assertThat(key).matches("hwd_[a-z0-9]{8}_[A-Za-z0-9_-]{43}");
        assertThat(ada.get(here("/keys")).body()).doesNotContain(key);
        assertThat(database.query("select * from howdah.api_key").toString()).doesNotContain(key.substring(13));

        assertThat(withKey(there("/api/v1/stats"), key).statusCode()).isEqualTo(200);
        assertThat(withKey(there("/api/v1/stats"), key + "x").statusCode()).isEqualTo(401);
        assertThat(withKey(there("/users"), key).statusCode()).isEqualTo(403);
        assertThat(withKey(here("/api/v1/stats"), key).statusCode()).isEqualTo(200);
        ada.post(here("/keys/" + key.substring(4, 12) + "/revoke"));

        refusedWithinASecond(here("/api/v1/stats"), key);
        refusedWithinASecond(there("/api/v1/stats"), key);
    }

    @Test
    void every_change_is_written_down_with_who_and_how_it_went() {
        setUp();
        replica.howdah().queues().pause("mail");
        ada.get(here("/queues/mail"));
        ada.post(here("/queues/mail/resume"));
        ada.post(here("/users"), "name", "no such name!", "role", "viewer");

        // Of how it went the answer does not wait.
        Await.until(
                "all ends are written down",
                () -> database.query("select 1 from howdah.audit left join howdah.audit_outcome on audit_id = id"
                                + " where audit_id is null")
                        .isEmpty());
        assertThat(database.query("""
                        select actor, action, subject, outcome, address, member
                        from howdah.audit join howdah.audit_outcome on audit_id = id
                        where actor = 'ada' order by id"""))
                .containsExactly(
                        List.of("ada", "queue.resume", "mail", "done", "127.0.0.1", "one"),
                        List.of(
                                "ada",
                                "user.create",
                                "name=no such name! role=viewer",
                                "status 400",
                                "127.0.0.1",
                                "one"));
        assertThat(ada.get(here("/audit")).body()).contains("queue.resume", "session.link");
        assertThatThrownBy(() -> database.execute("delete from howdah.audit")).hasMessageContaining("never changed");
    }

    @Test
    void every_route_is_refused_to_every_role_that_may_not_and_to_nobody() throws IOException {
        var seen = 0;
        var keys = new EnumMap<Role, String>(Role.class);
        for (var role : Role.values()) {
            keys.put(role, keys().create("walk", role, "test", Optional.empty()));
        }
        for (var route : Routes.of(web)) {
            assertThat(route.permission()).as("%s has @Allow", route).isPresent();
            var permission = route.permission().get();
            for (var role : Role.values()) {
                var status = call(route, Objects.requireNonNull(keys.get(role)));
                assertThat(status == 403).as("%s as %s", route, role).isEqualTo(!role.allows(permission));
                assertThat(status).as("%s as %s", route, role).isNotEqualTo(401).isLessThan(500);
                seen++;
            }
            var nobody = call(route, "none");
            if (permission != Permission.NONE) {
                assertThat(nobody).as("%s as nobody", route).isIn(401, 303);
            }
            if (!Forgery.isSafe(route.method()) && permission != Permission.NONE) {
                assertThat(route.action())
                        .as("%s is named for the audit", route)
                        .isNotEmpty();
                // A receipt is all that is said of a message, and names it to nobody but its holder.
                assertThat(route.isAbout() || route.path().startsWith("/api/v1/receipts/"))
                        .as("%s says what it is done to", route)
                        .isTrue();
            }
        }
        assertThat(seen).isGreaterThan(150);
    }

    @Test
    void what_no_route_has_is_not_found_in_the_form_that_was_asked_for() {
        var api = withKey(here("/api/v1/nothing"), "none");
        assertThat(api.statusCode()).isEqualTo(404);
        assertThat(api.body()).contains("\"code\":\"not-found\"");
        assertThat(eve.get(here("/nothing")).statusCode()).isEqualTo(404);
        assertThat(eve.get(here("/nothing")).body()).contains("There is nothing here");
        assertThat(eve.get(here("/error")).statusCode()).isEqualTo(404);
        assertThat(eve.get(here("/actuator")).statusCode()).isEqualTo(404);
    }

    private void setUp() {
        var token = new Accounts(db()).firstLink().orElseThrow();
        assertThat(ada.post(here("/link"), "token", token, "name", "ada", "password", PASSWORD)
                        .statusCode())
                .isEqualTo(303);
    }

    private HttpResponse<String> guess(String target) {
        try (var somebody = new Browser()) {
            return somebody.post(target, "name", "ada", "password", "not the password");
        }
    }

    /** Of 15 s at first, and twice as long each time: so long that nothing here takes longer. */
    private void failUntilTheDelayIsAMinute(String target) {
        for (int delay = 15; delay < 60; delay *= 2) {
            clock.advance(Duration.ofSeconds(delay));
            assertThat(guess(target).statusCode()).as("after %d s", delay).isEqualTo(401);
        }
    }

    private HttpResponse<String> withCookie(String cookie) {
        try (var thief = new Browser()) {
            return thief.send(HttpRequest.newBuilder(URI.create(here("/"))).header("Cookie", cookie));
        }
    }

    private void refusedWithinASecond(String url, String key) {
        Await.within(Duration.ofSeconds(1))
                .until("the key is refused", () -> withKey(url, key).statusCode() == 401);
    }

    private HttpResponse<String> withKey(String url, String key) {
        return eve.send(HttpRequest.newBuilder(URI.create(url)).header("Authorization", "Bearer " + key));
    }

    private int call(Routes route, String key) throws IOException {
        var url = here(route.path().replaceAll("\\{[^}]*}", "1"));
        return eve.status(HttpRequest.newBuilder(URI.create(url))
                .header("Authorization", "Bearer " + key)
                .header("Content-Type", "application/json")
                .method(route.method(), BodyPublishers.ofString("{}")));
    }

    private static String tokenOf(String link) {
        return link.substring(link.indexOf('=') + 1);
    }

    private Keys keys() {
        return new Keys(db());
    }

    private Db db() {
        return Db.of(database.dataSource(), SchemaName.DEFAULT);
    }

    private String here(String path) {
        return "http://127.0.0.1:" + web.port() + path;
    }

    private String there(String path) {
        return "http://127.0.0.1:" + otherWeb.port() + path;
    }

    private Replica open(String name) {
        var address = DatabaseAddress.of(database.jdbcUrl(), database.user(), database.password());
        return Replica.open(address, "howdah", name, Duration.ofSeconds(5));
    }
}
